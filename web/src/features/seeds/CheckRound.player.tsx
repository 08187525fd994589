import { games } from "@laro/contract/games";
import { rounds } from "@laro/contract/rounds";
import { ShieldCheck } from "lucide-react";
import { useState } from "react";
import { call } from "../../api/call.ts";
import { FormFault } from "../../api/FormFault.tsx";
import { useT } from "../../api/language.ts";
import { useCheck } from "../../api/check.ts";
import { useApiQuery } from "../../api/query.ts";
import { Button } from "../../ui/Button.tsx";
import { TextArea, TextField } from "../../ui/Field.tsx";
import { Select } from "../../ui/Select.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import type { Faults, Judged, PastedFault, Typed, TypedField } from "./claims.ts";
import { JudgedRound } from "./JudgedRound.tsx";

const HOUSE = "BGS";
const GAMES_MAX = 100;

/** The games' mathematics comes when somebody has something to check. */
const load = () => import("./claims.ts");

const ways = ["id", "json", "hand"] as const;
type Way = (typeof ways)[number];

/** Checks a round in this browser: one's own by its number, any by its JSON, or by what it was made of. */
export function CheckRound({ isMember, roundId }: { isMember: boolean; roundId: string | null }) {
  const t = useT();
  const open = ways.filter((way) => way !== "id" || isMember);
  const [way, setWay] = useState<Way>(isMember ? "id" : "json");
  const [judged, setJudged] = useState<Judged>();
  const items = open.map((id) => ({ id, label: t(`fair.way.${id}`) }));
  const Form = { id: ById, json: ByJson, hand: ByHand }[way];
  return (
    <div className="grid gap-5">
      <Tabs<Way>
        label={t("fair.checkRound")}
        items={items}
        value={way}
        onChange={(next) => {
          setWay(next);
          setJudged(undefined);
        }}
      >
        <div className="mt-4">
          <Form onJudged={setJudged} roundId={roundId} />
        </div>
      </Tabs>
      {judged !== undefined && <JudgedRound judged={judged} />}
    </div>
  );
}

interface FormProps {
  onJudged: (judged: Judged | undefined) => void;
  roundId: string | null;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function ById({ onJudged, roundId }: FormProps) {
  const t = useT();
  const [id, setId] = useState(roundId ?? "");
  const [fault, setFault] = useState<"fair.fault.id" | "seeds.notYet">();
  const [error, setError] = useState<Error | null>(null);
  const check = useCheck(async () => {
    onJudged(undefined);
    setError(null);
    const asked = id.trim().toLowerCase();
    setFault(UUID.test(asked) ? undefined : "fair.fault.id");
    if (!UUID.test(asked)) return;
    const [{ judgeClaim }, round] = await Promise.all([load(), call(rounds.get, { id: asked })]);
    const { serverSeed } = round;
    if (serverSeed === null) setFault("seeds.notYet");
    else onJudged(judgeClaim({ ...round, serverSeed }));
  }, setError);
  return (
    <form onSubmit={check.submit} className="grid gap-4">
      <TextField
        label={t("fair.field.id")}
        hint={t("fair.field.idHint")}
        error={fault && t(fault)}
        value={id}
        autoComplete="off"
        spellCheck={false}
        maxLength={64}
        onChange={(event) => setId(event.target.value)}
      />
      <FormFault error={error} />
      <CheckButton isBusy={check.isBusy} />
    </form>
  );
}

function CheckButton({ isBusy }: { isBusy: boolean }) {
  return (
    <Button type="submit" busy={isBusy} icon={<ShieldCheck />} className="sm:justify-self-start">
      {useT()("fair.check")}
    </Button>
  );
}

function ByJson({ onJudged }: FormProps) {
  const t = useT();
  const [text, setText] = useState("");
  const [fault, setFault] = useState<PastedFault>();
  const [error, setError] = useState<Error | null>(null);
  const check = useCheck(async () => {
    onJudged(undefined);
    const { judgeClaim, readPasted } = await load();
    const read = readPasted(text);
    setFault("key" in read ? read : undefined);
    if (!("key" in read)) onJudged(judgeClaim(read));
  }, setError);
  return (
    <form onSubmit={check.submit} className="grid gap-4">
      <TextArea
        label={t("fair.field.json")}
        hint={t("fair.field.jsonHint")}
        error={fault && t(fault.key, { part: fault.part ?? "" } as never)}
        value={text}
        rows={8}
        spellCheck={false}
        className="font-mono text-xs"
        onChange={(event) => setText(event.target.value)}
      />
      <FormFault error={error} />
      <CheckButton isBusy={check.isBusy} />
    </form>
  );
}

const blank: Typed = {
  gameCode: "DICE",
  version: "1",
  serverSeed: "",
  serverSeedHash: "",
  clientSeed: "",
  nonce: "0",
  stake: "1.00",
  choice: "",
  actions: "",
};

/** The games of the house, to choose one. */
function useHouseGames(): readonly { value: string; label: string }[] {
  const { data } = useApiQuery(games.list, { vassalage: HOUSE, pageSize: GAMES_MAX });
  return (data?.list ?? []).map(({ gameCode, displayName }) => ({ value: gameCode, label: displayName }));
}

function ByHand({ onJudged }: FormProps) {
  const t = useT();
  const options = useHouseGames();
  const [typed, setTyped] = useState(blank);
  const [faults, setFaults] = useState<Faults<TypedField>>({});
  const [error, setError] = useState<Error | null>(null);
  // A bet the game offers stands there as an example, until another is typed.
  const { data: odds } = useApiQuery(games.odds, { gameCode: typed.gameCode });
  const example = JSON.stringify(odds?.list[0]?.choice ?? {});
  const check = useCheck(async () => {
    onJudged(undefined);
    const { isJudged, judgeTyped } = await load();
    const said = judgeTyped({ ...typed, choice: typed.choice === "" ? example : typed.choice });
    setFaults(isJudged(said) ? {} : said);
    if (isJudged(said)) onJudged(said);
  }, setError);
  const field = (name: TypedField) => ({
    label: t(`fair.field.${name}`),
    error: faults[name] && t(faults[name]),
    value: typed[name],
    onChange: ({ target }: { target: { value: string } }) => setTyped((now) => ({ ...now, [name]: target.value })),
    autoComplete: "off",
    spellCheck: false,
  });
  const choose = ({ target }: { target: { value: string } }): void => {
    setTyped((now) => ({ ...now, gameCode: target.value, choice: "" }));
    void load().catch(() => undefined);
  };
  return (
    <form onSubmit={check.submit} className="grid gap-4 sm:grid-cols-2 [&>*]:min-w-0">
      <Select {...field("gameCode")} options={options} onChange={choose} />
      <TextField {...field("version")} inputMode="numeric" />
      <TextField {...field("serverSeed")} hint={t("fair.field.hexHint")} maxLength={80} />
      <TextField {...field("serverSeedHash")} hint={t("fair.field.hashHint")} maxLength={80} />
      <TextField {...field("clientSeed")} maxLength={200} />
      <TextField {...field("nonce")} inputMode="numeric" />
      <TextField {...field("stake")} inputMode="decimal" />
      <TextField {...field("choice")} placeholder={example} />
      <div className="sm:col-span-2">
        <TextArea {...field("actions")} hint={t("fair.field.actionsHint")} rows={2} />
      </div>
      <div className="grid gap-4 sm:col-span-2">
        <FormFault error={error} />
        <CheckButton isBusy={check.isBusy} />
      </div>
    </form>
  );
}
