import { parseAmount, formatAmount } from "@laro/contract/core/money";
import type { SettledRound } from "@laro/contract/house";
import { Search } from "lucide-react";
import { useState } from "react";
import { useSearchParams } from "wouter";
import { useAsking } from "../../api/asking.tsx";
import { useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { useFault } from "../../api/query.ts";
import { AmountField } from "../../ui/AmountField.tsx";
import { Button } from "../../ui/Button.tsx";
import { ChangeDialog } from "../../ui/ChangeDialog.tsx";
import { DateTime } from "../../ui/DateTime.tsx";
import { RefusedState } from "../../ui/Faces.tsx";
import { TextField } from "../../ui/Field.tsx";
import { Figures } from "../../ui/Figures.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { Money } from "../../ui/Money.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { type HouseRights, useCorrectRound, useSettled } from "./house.operator.api.ts";
import { ShortfallsOperator } from "./Shortfalls.operator.tsx";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The right result of a round that was settled wrongly, and what members owe after such a correction. */
export function CorrectionsOperator({ rights }: { rights: HouseRights }) {
  const t = useT();
  const [params, setParams] = useSearchParams();
  const [member, round] = [params.get("member") ?? "", params.get("round") ?? ""];
  const show = (memberName: string, roundId: string) => setParams({ part: "shortfall", member: memberName, round: roundId });
  return (
    <div className="grid grid-cols-1 gap-4">
      <Panel title={t("house.corrections.title")} text={t("house.corrections.text")}>
        <Finder key={`${member} ${round}`} member={member} round={round} onFind={show} />
        {member !== "" && UUID.test(round) && <Found member={member} round={round.toLowerCase()} rights={rights} />}
      </Panel>
      <ShortfallsOperator rights={rights} />
    </div>
  );
}

function Finder({ member, round, onFind }: { member: string; round: string; onFind: (member: string, round: string) => void }) {
  const t = useT();
  return (
    <search>
      <form
        className="flex flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          const fields = new FormData(event.currentTarget);
          onFind(String(fields.get("member")).trim(), String(fields.get("round")).trim());
        }}
      >
        <div className="w-full sm:w-60">
          <TextField name="member" label={t("house.corrections.member")} defaultValue={member} required maxLength={64} autoComplete="off" spellCheck={false} />
        </div>
        <div className="w-full sm:w-96">
          <TextField
            name="round"
            label={t("house.corrections.roundId")}
            defaultValue={round}
            required
            pattern={UUID.source}
            maxLength={36}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        </div>
        <Button type="submit" icon={<Search />} className="h-11 max-sm:w-full">
          {t("house.corrections.find")}
        </Button>
      </form>
    </search>
  );
}

function Found({ member, round, rights: { canCorrect } }: { member: string; round: string; rights: HouseRights }) {
  const t = useT();
  const refusal = useRefusal();
  const asked = useSettled(member, round);
  const [doing, setDoing] = useState<"void" | "win">();
  const { data, error } = asked;
  if (data === undefined) return error === null ? <Skeleton className="h-24 w-full" /> : <RefusedState {...refusal(asked)} />;
  const figures = [
    { label: t("house.member"), figure: data.memberName },
    { label: t("games.game"), figure: data.displayName },
    { label: t("house.staked"), figure: <Money minor={data.stake} /> },
    { label: t("house.corrections.wins"), figure: <Money minor={data.win} /> },
  ];
  const isGivenBack = data.stake === 0n;
  return (
    <div className="grid gap-3">
      <Figures label={t("house.corrections.found")} figures={figures} />
      <p className="text-xs text-muted">
        <DateTime at={data.at} shape="exact" /> · <code className="break-all">{data.id}</code>
      </p>
      {data.corrections.length > 0 && <Before corrections={data.corrections} />}
      {data.tookJackpot && <p className="text-sm text-muted">{t("house.corrections.jackpot")}</p>}
      {canCorrect && !data.tookJackpot && !isGivenBack && (
        <div className="flex flex-wrap gap-2">
          <Button tone="danger" size="sm" onClick={() => setDoing("void")}>
            {t("house.corrections.voidIt")}
          </Button>
          <Button tone="secondary" size="sm" onClick={() => setDoing("win")}>
            {t("house.corrections.changeIt")}
          </Button>
        </div>
      )}
      {doing === "void" && <VoidDialog round={data} onDone={() => setDoing(undefined)} />}
      {doing === "win" && <WinDialog round={data} onDone={() => setDoing(undefined)} />}
    </div>
  );
}

function Before({ corrections }: Pick<SettledRound, "corrections">) {
  const t = useT();
  return (
    <section className="grid gap-1.5">
      <h3 className="text-xs text-muted">{t("house.corrections.before")}</h3>
      <ul className="grid gap-1.5">
        {corrections.map(({ stake, win, reason, at }) => (
          <li key={`${at} ${stake} ${win}`} className="flex flex-wrap gap-x-3 gap-y-0.5 text-sm">
            <DateTime at={at} className="text-muted" />
            <span>
              {t("house.staked")} <Money minor={stake} signed />
            </span>
            <span>
              {t("house.corrections.wins")} <Money minor={win} signed />
            </span>
            <span className="min-w-0 break-words text-muted">{reason}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface DialogProps {
  round: SettledRound;
  onDone: () => void;
}

function useDone({ round: { displayName }, onDone }: DialogProps) {
  const t = useT();
  return {
    onSuccess: () => {
      showToast(t("house.proposed", { name: displayName }), "success");
      onDone();
    },
  };
}

function VoidDialog({ round, onDone }: DialogProps) {
  const t = useT();
  const asking = useAsking();
  const command = useCorrectRound();
  const done = useDone({ round, onDone });
  const { id: roundId, memberId, memberName: name, displayName: game, stake, win } = round;
  return (
    <ChangeDialog
      title={t("house.corrections.voidOf", { name, game })}
      changes={[
        { label: t("house.staked"), before: <Money minor={stake} />, after: <Money minor={0n} /> },
        { label: t("house.corrections.wins"), before: <Money minor={win} />, after: <Money minor={0n} /> },
      ]}
      warning={t("house.corrections.waits")}
      tone="danger"
      {...asking(command, { verb: t("house.propose"), hint: t("settings.reasonHint") })}
      onConfirm={(reason) => command.mutate({ memberId, roundId, win: null, reason }, done)}
      onCancel={onDone}
    />
  );
}

function WinDialog({ round, onDone }: DialogProps) {
  const t = useT();
  const asking = useAsking();
  const faultOf = useFault();
  const command = useCorrectRound();
  const done = useDone({ round, onDone });
  const { id: roundId, memberId, memberName: name, displayName: game, win } = round;
  const [typed, setTyped] = useState(formatAmount(win));
  const right = parseAmount(typed.includes(".") ? typed : `${typed}.00`);
  const fault = command.error === null ? undefined : faultOf(command.error);
  return (
    <ChangeDialog
      title={t("house.corrections.winOf", { name, game })}
      changes={[{ label: t("house.corrections.wins"), before: <Money minor={win} />, after: right === undefined ? "–" : <Money minor={right} /> }]}
      warning={t("house.corrections.waits")}
      tone="danger"
      isBlocked={right === undefined || right === win}
      {...asking(command, { verb: t("house.propose"), hint: t("settings.reasonHint"), fields: ["win"] })}
      onConfirm={(reason) => right !== undefined && command.mutate({ memberId, roundId, win: right, reason }, done)}
      onCancel={onDone}
    >
      <AmountField label={t("house.corrections.newWin")} value={typed} onChange={setTyped} error={fault?.field === "win" ? fault.text : undefined} />
    </ChangeDialog>
  );
}
