import type { Odds } from "@laro/contract/core/odds";
import { games } from "@laro/contract/games";
import { returns } from "@laro/contract/returns";
import { useState } from "react";
import { faceOf, useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { useApiQuery } from "../../api/query.ts";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { Select } from "../../ui/Select.tsx";

const HOUSE = "BGS";
const GAMES_MAX = 100;
const PAYS_SHOWN_MAX = 4;

/** What each bet of a house game pays, how often, and what comes back of it. */
export function Returns() {
  const t = useT();
  const refusal = useRefusal();
  const [gameCode, setGame] = useState("DICE");
  const { data: all } = useApiQuery(games.list, { vassalage: HOUSE, pageSize: GAMES_MAX });
  const asked = useApiQuery(games.odds, { gameCode });
  const rows = asked.data?.list ?? [];
  const options = (all?.list ?? []).map((game) => ({ value: game.gameCode, label: game.displayName }));
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="sm:w-64">
        <Select label={t("fair.field.gameCode")} value={gameCode} options={options} onChange={({ target }) => setGame(target.value)} />
      </div>
      {asked.data && (
        <p className="text-sm">
          {t("fair.exact")} <strong className="figures">{asked.data.percent}%</strong> <Live gameCode={gameCode} />
        </p>
      )}
      <DataTable
        caption={t("fair.odds")}
        columns={useColumns()}
        rows={rows}
        rowKey={({ choice }) => JSON.stringify(choice)}
        face={faceOf(asked, rows.length)}
        empty={<EmptyState text={t("games.none")} />}
        refused={<RefusedState {...refusal(asked)} />}
      />
    </div>
  );
}

/** What came back so far, and where chance keeps it. */
function Live({ gameCode }: { gameCode: string }) {
  const t = useT();
  const { data } = useApiQuery(returns.live, { gameCode });
  if (data === undefined) return null;
  if (data.percent === null) return <span className="text-muted">{t("fair.liveNone")}</span>;
  return (
    <>
      {t("fair.live")} <strong className="figures">{data.percent}%</strong> {t("fair.liveText", { rounds: data.rounds })}{" "}
      {data.band !== null && <span className="text-muted">{t("fair.band", data.band)}</span>}
    </>
  );
}

/** A choice in the words of its game: the spots of a table, or each part with its value. */
function nameOf({ choice }: Odds): string {
  const { bets, ...parts } = choice;
  if (typeof bets === "object" && bets !== null) return Object.keys(bets).join(", ");
  return Object.entries(parts)
    .map(([part, value]) => `${part} ${Array.isArray(value) ? value.length : String(value)}`)
    .join(" · ");
}

/** One in so many, or as a percentage. */
function chanceOf(fraction: string): string {
  const [numerator = 0n, denominator = 1n] = fraction.split("/").map(BigInt);
  const percent = Number((numerator * 10_000_000n) / denominator) / 100_000;
  if (percent >= 0.01) return `${percent.toLocaleString("en", { maximumFractionDigits: 2 })}%`;
  return `1 : ${(denominator / numerator).toLocaleString("en")}`;
}

function useColumns(): readonly Column<Odds>[] {
  const t = useT();
  const one = ({ exactReturn, percent }: Odds) => (
    <span className="figures" title={exactReturn}>
      {percent}%
    </span>
  );
  return [
    { key: "bet", label: t("fair.bet"), primary: true, render: (odds) => nameOf(odds) || t("fair.wholeGame") },
    { key: "pays", label: t("fair.pays"), render: ({ pays }) => <Pays pays={pays} /> },
    { key: "return", label: t("fair.return"), align: "end", render: one },
    { key: "deviation", label: t("fair.deviation"), align: "end", render: ({ deviation }) => <span className="figures">{deviation}</span> },
    { key: "largest", label: t("fair.largest"), align: "end", render: ({ largestWin }) => <span className="figures">{largestWin}×</span> },
  ];
}

/** What is paid, the largest first, each with its chance. */
function Pays({ pays }: Pick<Odds, "pays">) {
  const t = useT();
  const paid = pays.filter(({ multiple }) => multiple !== "0.00");
  if (paid.length === 0) return <span className="text-muted">{t("fair.asPlayed")}</span>;
  return (
    <ul className="figures grid gap-0.5 text-xs">
      {paid.slice(0, PAYS_SHOWN_MAX).map(({ multiple, chance }) => (
        <li key={multiple}>
          <span className="font-semibold">{multiple}×</span> <span className="text-muted">{chanceOf(chance)}</span>
        </li>
      ))}
      {paid.length > PAYS_SHOWN_MAX && <li className="text-muted">{t("fair.morePays", { count: paid.length - PAYS_SHOWN_MAX })}</li>}
    </ul>
  );
}
