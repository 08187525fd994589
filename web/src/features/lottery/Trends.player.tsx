import type { LotteryEngine } from "@laro/engines/lottery/lottery";
import { useState } from "react";
import { useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { Chip } from "../../ui/AmountField.tsx";
import { cx } from "../../ui/cx.ts";
import { DateTime } from "../../ui/DateTime.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { Select } from "../../ui/Select.tsx";
import { Balls } from "./Balls.tsx";
import { type Opened, useOpened } from "./lottery.api.ts";
import { byPrize, type Fallen, headOf, rangeOf, readResult, sumBigFrom } from "./results.ts";
import { trendsOf } from "./trends.ts";
import { shown, useLotteryWords } from "./words.ts";

interface GameProps {
  readonly game: LotteryEngine<unknown>;
}
type Drawn = Opened["list"][number];

/** The numbers that fell, newest first; a long result shows all its prizes. */
export function Results({ game, list }: GameProps & { list: readonly Drawn[] }) {
  const t = useT();
  if (list.length === 0) return <EmptyState drawing="banca" text={t("lottery.noResults")} />;
  return (
    <ol className="grid gap-2">
      {list.map((drawn) => (
        <li key={drawn.number} data-drawn={drawn.number} className="grid gap-1.5 rounded-sm border border-line bg-field px-3 py-2">
          <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 text-xs text-muted">
            <span className="figures font-semibold text-text">{drawn.number}</span>
            <DateTime at={Date.parse(drawn.drawnAt)} />
          </div>
          <ResultRow game={game} fallen={readResult(drawn.result)} />
        </li>
      ))}
    </ol>
  );
}

export function ResultRow({ game, fallen }: GameProps & { fallen: Fallen | undefined }) {
  const t = useT();
  const words = useLotteryWords();
  if (fallen === undefined) return null;
  const { prizes } = game.lottery;
  if (fallen.numbers === undefined || prizes === undefined)
    return (
      <div className="flex flex-wrap items-center gap-3">
        <Balls digits={headOf(fallen)} to={rangeOf(game.gameCode).to} size="sm" />
        {sumBigFrom[game.gameCode] !== undefined && <span className="figures text-sm font-semibold">{t("lottery.sumIs", { sum: sumOf(headOf(fallen)) })}</span>}
      </div>
    );
  return (
    <details className="text-sm">
      <summary className="cursor-pointer">
        <span className="text-xs text-muted">{words.prize(prizes[0]!.code)}</span> <span className="figures font-semibold">{fallen.numbers[0]}</span>
      </summary>
      <dl className="mt-2 grid gap-1.5">
        {byPrize({ numbers: fallen.numbers }, prizes).map(({ code, numbers }) => (
          <div key={code} className="grid grid-cols-[7rem_minmax(0,1fr)] gap-2">
            <dt className="text-xs text-muted">{words.prize(code)}</dt>
            <dd className="figures flex flex-wrap gap-x-3 font-semibold">
              {numbers.map((number, at) => (
                // The same number may fall twice in a prize.
                <span key={`${String(at)}-${number}`}>{number}</span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

const SPANS = [30, 50, 100, 500] as const;
const ROAD = 30;
const sumOf = (row: readonly number[]): number => row.reduce((sum, one) => sum + one, 0);

/** What fell how often; and, above it, what that is worth. */
export function Trends({ game }: GameProps) {
  const t = useT();
  const refusal = useRefusal();
  const [span, setSpan] = useState<(typeof SPANS)[number]>(SPANS[0]);
  const { data, error, refetch } = useOpened(game.gameCode, span);
  const rows = (data?.list ?? []).flatMap(({ result }) => readResult(result) ?? []).map(headOf);
  return (
    <div className="grid gap-4">
      <p className="rounded-sm bg-info/12 px-3.5 py-2.5 text-sm">{t("lottery.noMemory")}</p>
      <div role="group" aria-label={t("lottery.span")} className="flex flex-wrap gap-1.5">
        {SPANS.map((count) => (
          <Chip key={count} selected={count === span} onPress={() => setSpan(count)}>
            {count}
          </Chip>
        ))}
      </div>
      {data === undefined && (error === null ? <Skeleton className="h-60 w-full" /> : <RefusedState {...refusal({ error, refetch })} />)}
      {data !== undefined && (rows.length === 0 ? <EmptyState drawing="banca" text={t("lottery.noResults")} /> : <Shown game={game} rows={rows} />)}
    </div>
  );
}

function Shown({ game: { gameCode }, rows }: GameProps & { rows: readonly (readonly number[])[] }) {
  const t = useT();
  const words = useLotteryWords();
  const [row, setRow] = useState("all");
  const { from, to } = rangeOf(gameCode);
  const places = rows[0]!.map((_, place) => String(place));
  const bigFrom = sumBigFrom[gameCode];
  const options = [
    { value: "all", label: t("lottery.allPlaces") },
    ...places.map((place) => ({ value: place, label: words.row(gameCode, String(Number(place) + 1)) })),
    ...(bigFrom === undefined ? [] : [{ value: "sum", label: t("lottery.sum") }]),
  ];
  const values = row === "all" ? rows : row === "sum" ? rows.map((one) => [sumOf(one)]) : rows.map((one) => [one[Number(row)]!]);
  const single = row === "all" ? undefined : values.map(([value]) => value!);
  return (
    <>
      <Select label={t("lottery.trendRow")} value={row} options={options} onChange={({ target }) => setRow(target.value)} />
      {single !== undefined && <Sides values={single} bigFrom={row === "sum" ? bigFrom! : Math.floor((from + to) / 2) + 1} />}
      {row !== "sum" && <Frequencies values={values} from={from} to={to} />}
    </>
  );
}

/** Big and small, odd and even: how many, and the road of the last ones. */
function Sides({ values, bigFrom }: { values: readonly number[]; bigFrom: number }) {
  const t = useT();
  const sides = [
    { one: "big", other: "small", is: (value: number) => value >= bigFrom },
    { one: "odd", other: "even", is: (value: number) => value % 2 === 1 },
  ] as const;
  return (
    <div className="grid gap-3">
      {sides.map(({ one, other, is }) => {
        const times = values.filter(is).length;
        const [first, second] = [one, other].map((option) => t("lottery.option", { option }));
        return (
          <div key={one} className="grid gap-1.5 text-sm">
            <div className="figures flex justify-between gap-3">
              <span>
                {first} <b>{times}</b>
              </span>
              <span>
                <b>{values.length - times}</b> {second}
              </span>
            </div>
            <div
              className="flex flex-wrap gap-1"
              role="img"
              aria-label={values
                .slice(0, ROAD)
                .map((value) => (is(value) ? first : second))
                .join(", ")}
            >
              {values.slice(0, ROAD).map((value, at) => (
                // A road is nothing but its order.
                <span
                  key={`${String(at)}-${String(value)}`}
                  aria-hidden="true"
                  className={cx("size-3.5 rounded-full border-2", is(value) ? "border-accent-text bg-accent/30" : "border-info-text bg-info/30")}
                />
              ))}
            </div>
          </div>
        );
      })}
    </div>
  );
}

function Frequencies({ values, from, to }: { values: readonly (readonly number[])[]; from: number; to: number }) {
  const t = useT();
  const trends = trendsOf(values, { from, to });
  const most = Math.max(1, ...trends.map(({ times }) => times));
  const head = "px-1.5 py-2 text-end text-xs font-medium text-muted";
  return (
    <div className="overflow-x-auto" tabIndex={0} role="region" aria-label={t("lottery.trends")}>
      <table className="figures w-full text-sm">
        <thead>
          <tr>
            <th className={cx(head, "text-start")}>{t("lottery.column.number")}</th>
            <th className={cx(head, "w-2/5 text-start")}>{t("lottery.column.times")}</th>
            <th className={head}>{t("lottery.column.missing")}</th>
            <th className={head}>{t("lottery.column.mean")}</th>
            <th className={head}>{t("lottery.column.longest")}</th>
          </tr>
        </thead>
        <tbody>
          {trends.map(({ value, times, missing, longest, meanTenths }) => (
            <tr key={value} className="border-t border-line">
              <th scope="row" className="px-1.5 py-1.5 text-start font-semibold">
                {shown(value, to)}
              </th>
              <td className="px-1.5">
                <span className="flex items-center gap-2">
                  <span aria-hidden="true" className="h-1.5 rounded-pill bg-primary" style={{ width: `${(times / most) * 70}%` }} />
                  {times}
                </span>
              </td>
              <td className="px-1.5 text-end">{missing}</td>
              <td className="px-1.5 text-end">{meanTenths === undefined ? "–" : (meanTenths / 10).toFixed(1)}</td>
              <td className="px-1.5 text-end">{longest}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
