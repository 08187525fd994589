import { draws, type Draw } from "@laro/contract/draws";
import { lottery } from "@laro/contract/lottery";
import { tables } from "@laro/contract/tables";
import { Search, ShieldCheck } from "lucide-react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { call } from "../../api/call.ts";
import { FormFault } from "../../api/FormFault.tsx";
import { useT } from "../../api/language.ts";
import { useCheck, useDrawWords } from "../../api/check.ts";
import { useApiQuery } from "../../api/query.ts";
import { Button } from "../../ui/Button.tsx";
import { DrawTable, JsonFact } from "../../ui/DrawTable.tsx";
import { TextField } from "../../ui/Field.tsx";
import { Meter } from "../../ui/Meter.tsx";
import { Sign } from "../../ui/Proof.tsx";
import { Select } from "../../ui/Select.tsx";
import type { DrawFaults, DrawField, Fell, TypedDraw } from "./drawClaims.ts";

/** The tables' mathematics comes when somebody has something to check. */
const load = () => import("./drawClaims.ts");

const blank: Omit<TypedDraw, "series"> = { anchor: "", salt: "", link: "", seed: "" };

interface Checked {
  readonly series: string;
  readonly fell: Fell;
  /** Undefined while the chain is hashed down. */
  readonly isOfChain: boolean | undefined;
  /** Only of a draw that was looked up. */
  readonly isPromised: boolean | undefined;
  readonly isAsShown: boolean | undefined;
}

/** Checks a draw of a live table or a lottery in this browser, down its chain to the anchor: looked up by its number, or by what it was made of. */
export function CheckDraw({ series: asked }: { series: string | null }) {
  const t = useT();
  const { data } = useApiQuery(tables.list, {});
  const { data: menus } = useApiQuery(lottery.menus, {});
  const drawn = (menus?.list ?? []).flatMap(({ games }) => games.map(({ gameCode, displayName }) => ({ value: gameCode, label: displayName })));
  const options = [...(data?.list ?? []).map(({ series, displayName }) => ({ value: series, label: displayName })), ...drawn];
  const [chosen, setChosen] = useState(asked);
  const series = chosen ?? options[0]?.value ?? "";
  const [typed, setTyped] = useState(blank);
  const [shown, setShown] = useState<Draw>();
  const { checked, done, faults, error, check } = useDrawCheck({ ...typed, series }, shown);
  const field = (name: Exclude<DrawField, "series">) => ({
    label: t(`fair.field.${name}`),
    error: faults[name] && t(faults[name]),
    value: typed[name],
    autoComplete: "off",
    spellCheck: false,
    maxLength: 200,
    onChange: ({ target }: { target: { value: string } }) => setTyped((now) => ({ ...now, [name]: target.value })),
  });
  const take = (draw: Draw): void => {
    setShown(draw);
    setTyped({ anchor: draw.anchor, salt: draw.salt, link: String(draw.link), seed: draw.seed ?? "" });
  };
  return (
    <div className="grid gap-6">
      <div className="grid gap-4 sm:grid-cols-2 sm:items-start">
        <Select
          label={t("fair.field.series")}
          error={faults.series && t(faults.series)}
          value={series}
          options={options}
          onChange={({ target }) => setChosen(target.value)}
        />
        <LookUp key={series} series={series} onFound={take} />
      </div>
      <form onSubmit={check.submit} className="grid gap-4 sm:grid-cols-2 [&>*]:min-w-0">
        <TextField {...field("anchor")} hint={t("fair.field.anchorHint")} />
        <TextField {...field("seed")} hint={t("fair.field.hexHint")} />
        <TextField {...field("salt")} />
        <TextField {...field("link")} inputMode="numeric" />
        <div className="grid gap-4 sm:col-span-2">
          <FormFault error={error} />
          <Button type="submit" busy={check.isBusy} icon={<ShieldCheck />} className="sm:justify-self-start">
            {t("fair.check")}
          </Button>
        </div>
      </form>
      {check.isBusy && done !== undefined && (
        <Meter label={t("fair.descending")} value={done} max={Number(typed.link)} text={t("fair.linksDone", { done, all: Number(typed.link) })} />
      )}
      {checked !== undefined && <CheckedDraw checked={checked} />}
    </div>
  );
}

function CheckedDraw({ checked: { series, fell, isOfChain, isPromised, isAsShown } }: { checked: Checked }) {
  const t = useT();
  const words = useDrawWords(series);
  return (
    <div className="grid min-w-0 gap-4 text-sm">
      <div role="status" className="grid gap-2">
        {isPromised !== undefined && <Sign isGood={isPromised}>{t(isPromised ? "fair.promised" : "seeds.seedDiffers")}</Sign>}
        {isAsShown !== undefined && <Sign isGood={isAsShown}>{t(isAsShown ? "fair.sameResult" : "seeds.outcomeDiffers")}</Sign>}
        {isOfChain !== undefined && <Sign isGood={isOfChain}>{t(isOfChain ? "fair.ofChain" : "fair.notOfChain")}</Sign>}
      </div>
      <DrawTable draws={fell.draws} {...words} />
      <JsonFact title={t("fair.outcome")} value={fell.result} />
    </div>
  );
}

/** Checks what was typed; against what was shown, as long as it is still what was looked up. */
function useDrawCheck(typed: TypedDraw, shown: Draw | undefined) {
  const [checked, setChecked] = useState<Checked>();
  const [done, setDone] = useState<number>();
  const [faults, setFaults] = useState<DrawFaults>({});
  const [error, setError] = useState<Error | null>(null);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const check = useCheck(
    async () => {
      running.current?.abort();
      setChecked(undefined);
      setError(null);
      const [{ compute, isRead, readTyped, isAsShown, isPromised, bytesOf, hexOf }, { descend }] = await Promise.all([load(), import("./descent.ts")]);
      const read = readTyped(typed);
      setFaults(isRead(read) ? {} : read);
      if (!isRead(read)) return;
      const { series, seed, link, anchor } = read;
      const fell = compute(read);
      const held = shown?.series === series && shown.link === link && shown.anchor === anchor ? shown : undefined;
      const found = {
        series,
        fell,
        isPromised: held === undefined || held.commitment === null ? undefined : isPromised(seed, held.commitment),
        isAsShown: held === undefined || held.result === null ? undefined : isAsShown(fell, held.result),
      };
      setChecked({ ...found, isOfChain: undefined });
      setDone(0);
      const control = new AbortController();
      running.current = control;
      const bottom = await descend({ seed: bytesOf(seed), steps: link }, { signal: control.signal, onDone: setDone });
      setChecked({ ...found, isOfChain: hexOf(bottom) === anchor });
    },
    (fault) => fault.name !== "AbortError" && setError(fault),
  );
  return { checked, done, faults, error, check };
}

const NUMBER = /^[0-9A-Za-z-]{1,32}$/;

/** Finds a draw by its number, and says where it stands. */
function LookUp({ series, onFound }: { series: string; onFound: (draw: Draw) => void }) {
  const t = useT();
  const [number, setNumber] = useState("");
  const [fault, setFault] = useState<"fair.fault.number" | "fair.notDrawn">();
  const [error, setError] = useState<Error | null>(null);
  const [isBusy, setBusy] = useState(false);
  const look = async (): Promise<void> => {
    setError(null);
    setFault(NUMBER.test(number.trim()) ? undefined : "fair.fault.number");
    if (!NUMBER.test(number.trim())) return;
    setBusy(true);
    try {
      const draw = await call(draws.get, { series, number: number.trim() });
      setFault(draw.seed === null ? "fair.notDrawn" : undefined);
      onFound(draw);
    } catch (refused) {
      setError(refused as Error);
    } finally {
      setBusy(false);
    }
  };
  const newest = async (): Promise<void> => {
    const { list } = await call(draws.list, { series, limit: NEWEST });
    setNumber(list.find(({ seed }) => seed !== null)?.number ?? "");
  };
  return (
    <form
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void look();
      }}
      className="grid gap-3"
    >
      <TextField
        label={t("fair.field.number")}
        hint={t("fair.field.numberHint")}
        error={fault && t(fault)}
        value={number}
        autoComplete="off"
        spellCheck={false}
        maxLength={40}
        onChange={(event) => setNumber(event.target.value)}
      />
      <FormFault error={error} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" tone="secondary" busy={isBusy} icon={<Search />}>
          {t("fair.lookUp")}
        </Button>
        <Button tone="ghost" onClick={() => void newest().catch(setError)}>
          {t("fair.newest")}
        </Button>
      </div>
    </form>
  );
}

/** Of so many draws one has been drawn. */
const NEWEST = 5;
