import type { DeskDraw } from "@laro/contract/tables";
import { useState } from "react";
import { useSearchParams } from "wouter";
import { faceOf, useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { Button } from "../../ui/Button.tsx";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import { DateTime } from "../../ui/DateTime.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { Meter } from "../../ui/Meter.tsx";
import { Money } from "../../ui/Money.tsx";
import { More } from "../../ui/More.tsx";
import { Select } from "../../ui/Select.tsx";
import { DrawState } from "./HouseTables.operator.tsx";
import { useLotteryDraws, useSwitches, useWorst } from "./house.operator.api.ts";

const LOTTERIES = ["LOTT", "ELOTT"];
/** Not on a tablet, where the table has no room for it. */
const WIDE = "md:max-xl:hidden";

/** The draws of a lottery: what each took and paid, and what the house could come to owe for it. */
export function HouseLotteriesOperator() {
  const t = useT();
  const refusal = useRefusal();
  const asked = useSwitches();
  const [search, setSearch] = useSearchParams();
  const games = (asked.data?.list ?? []).filter(({ gameType }) => LOTTERIES.includes(gameType));
  const game = games.find(({ gameCode }) => gameCode === search.get("game")) ?? games[0];
  if (asked.data === undefined) return asked.error === null ? <Skeleton className="h-40 w-full" /> : <RefusedState {...refusal(asked)} />;
  if (game === undefined) return <EmptyState text={t("house.noLotteries")} />;
  return (
    <div className="grid grid-cols-1 gap-4">
      <p className="text-sm text-muted">{t("house.lotteriesText")}</p>
      <div className="w-full sm:w-64">
        <Select
          label={t("house.lottery")}
          value={game.gameCode}
          onChange={(event) => setSearch({ part: "lotteries", game: event.target.value }, { replace: true })}
          options={games.map(({ gameCode, displayName }) => ({ value: gameCode, label: displayName }))}
        />
      </div>
      <Draws key={game.gameCode} gameCode={game.gameCode} name={game.displayName} />
    </div>
  );
}

function Draws({ gameCode, name }: { gameCode: string; name: string }) {
  const t = useT();
  const refusal = useRefusal();
  const asked = useLotteryDraws(gameCode);
  const [looking, setLooking] = useState<DeskDraw>();
  const columns: readonly Column<DeskDraw>[] = [
    { key: "number", label: t("house.draw"), primary: true, render: ({ number }) => <span className="figures">{number}</span> },
    { key: "state", label: t("games.state"), render: ({ state }) => <DrawState state={state} /> },
    { key: "closes", label: t("house.closes"), align: "end", render: ({ closesAt }) => <DateTime at={closesAt} /> },
    { key: "tickets", label: t("house.tickets"), align: "end", className: WIDE, render: ({ tickets }) => <span className="figures">{tickets ?? "–"}</span> },
    { key: "staked", label: t("house.staked"), align: "end", render: ({ staked }) => (staked === null ? "–" : <Money minor={staked} />) },
    { key: "paid", label: t("house.paid"), align: "end", className: WIDE, render: ({ paid }) => (paid === null ? "–" : <Money minor={paid} />) },
    {
      key: "act",
      label: t("games.act"),
      align: "end",
      render: (draw) => (
        <Button tone="secondary" size="sm" aria-label={t("house.worstOf", { name: draw.number })} onClick={() => setLooking(draw)}>
          {t("house.worstCase")}
        </Button>
      ),
    },
  ];
  return (
    <>
      <DataTable
        caption={t("house.drawsOf", { name })}
        columns={columns}
        rows={asked.rows}
        rowKey={({ id }) => String(id)}
        face={faceOf(asked, asked.rows.length)}
        empty={<EmptyState text={t("house.noDraws")} />}
        refused={<RefusedState {...refusal(asked)} />}
        footer={<More {...asked} label={t("ui.more")} />}
      />
      {looking && <WorstDialog draw={looking} onDone={() => setLooking(undefined)} />}
    </>
  );
}

/** The numbers on which most could be won, beside what each may come to. */
function WorstDialog({ draw: { id, number }, onDone }: { draw: DeskDraw; onDone: () => void }) {
  const t = useT();
  const refusal = useRefusal();
  const { data, error, refetch } = useWorst(id);
  const of = (taken: bigint, cap: bigint) => (
    <>
      <Money minor={taken} /> / <Money minor={cap} />
    </>
  );
  return (
    <Dialog open title={t("house.worstOf", { name: number })} size="lg" onClose={onDone} closeLabel={t("ui.close")}>
      {data === undefined && error === null && <Skeleton className="h-40 w-full" />}
      {data === undefined && error !== null && <RefusedState {...refusal({ error, refetch })} />}
      {data && (
        <div className="grid gap-4">
          <p className="text-sm text-muted">{t("house.worstText")}</p>
          <Meter label={t("house.staked")} value={Number(data.staked)} max={Number(data.stakesMax)} text={of(data.staked, data.stakesMax)} />
          {data.list.length === 0 && <EmptyState text={t("house.noStakes")} />}
          {data.list.map(({ key, taken, cap }) => (
            <Meter key={key} label={key} value={Number(taken)} max={Number(cap)} tone={taken * 2n > cap ? "accent" : "info"} text={of(taken, cap)} />
          ))}
        </div>
      )}
    </Dialog>
  );
}
