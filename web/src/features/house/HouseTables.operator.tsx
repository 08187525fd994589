import type { DeskDraw, TableDesk } from "@laro/contract/tables";
import { useState } from "react";
import { useAsking } from "../../api/asking.tsx";
import { faceOf, useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { Badge, type BadgeTone } from "../../ui/Badge.tsx";
import { Button } from "../../ui/Button.tsx";
import { ChangeDialog } from "../../ui/ChangeDialog.tsx";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import { DateTime } from "../../ui/DateTime.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { Money } from "../../ui/Money.tsx";
import { More } from "../../ui/More.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { type HouseRights, useDeskDraws, useTableDesk, useVoidDraw } from "./house.operator.api.ts";

const states = ["scheduled", "open", "closed", "acting", "drawn", "settled", "void"] as const;
const tones: Readonly<Record<string, BadgeTone>> = { open: "win", closed: "info", drawn: "info", void: "accent" };

export function DrawState({ state }: { state: string }) {
  const t = useT();
  const known = states.find((one) => one === state);
  return <Badge tone={tones[state] ?? "neutral"}>{known === undefined ? state : t("house.drawState", { state: known })}</Badge>;
}

/** The live tables: the draw each is at, what lies on it, what the house could come to owe, and who leads. */
export function HouseTablesOperator({ rights }: { rights: HouseRights }) {
  const t = useT();
  const refusal = useRefusal();
  const asked = useTableDesk();
  const rows = asked.data?.list ?? [];
  const [ending, setEnding] = useState<TableDesk>();
  const [looking, setLooking] = useState<TableDesk>();
  const columns = useColumns(rights, { onEnd: setEnding, onLook: setLooking });
  return (
    <div className="grid grid-cols-1 gap-4">
      <p className="text-sm text-muted">{t("house.tablesText")}</p>
      <DataTable
        caption={t("house.tables")}
        columns={columns}
        rows={rows}
        rowKey={({ series }) => series}
        face={faceOf(asked, rows.length)}
        empty={<EmptyState text={t("house.noTables")} />}
        refused={<RefusedState {...refusal(asked)} />}
      />
      {ending?.draw && <EndDialog table={ending} draw={ending.draw} onDone={() => setEnding(undefined)} />}
      {looking && <DrawsDialog table={looking} onDone={() => setLooking(undefined)} />}
    </div>
  );
}

interface Acts {
  onEnd: (table: TableDesk) => void;
  onLook: (table: TableDesk) => void;
}

function useColumns({ canVoid }: HouseRights, { onEnd, onLook }: Acts): readonly Column<TableDesk>[] {
  const t = useT();
  return [
    {
      key: "name",
      label: t("house.table"),
      primary: true,
      render: ({ displayName, leader }) => (
        <span className="grid">
          {displayName}
          <span className="text-xs font-normal text-muted">
            {leader === null ? (
              t("house.noLeader")
            ) : (
              <>
                {leader.name} · {t("house.since")} <DateTime at={leader.since} />
              </>
            )}
          </span>
        </span>
      ),
    },
    {
      key: "draw",
      label: t("house.draw"),
      render: ({ draw }) =>
        draw !== null && (
          <span className="grid justify-items-start gap-1">
            <span className="figures">{draw.number}</span>
            <DrawState state={draw.state} />
          </span>
        ),
    },
    {
      key: "staked",
      label: t("house.staked"),
      align: "end",
      render: ({ draw }) =>
        draw !== null && (
          <span className="grid">
            <Money minor={draw.staked} />
            <span className="text-xs text-muted">{t("house.lying", { tickets: draw.tickets, members: draw.members })}</span>
          </span>
        ),
    },
    { key: "worst", label: t("house.worstCase"), align: "end", render: ({ worstCase }) => <Money minor={worstCase} /> },
    { key: "margin", label: t("house.margin"), align: "end", render: ({ margin }) => <Money minor={margin} /> },
    {
      key: "act",
      label: t("games.act"),
      align: "end",
      render: (table) => (
        <span className="flex flex-wrap justify-end gap-2 lg:flex-nowrap">
          <Button tone="secondary" size="sm" aria-label={t("house.drawsOf", { name: table.displayName })} onClick={() => onLook(table)}>
            {t("house.draws")}
          </Button>
          {canVoid && table.draw?.mayVoid === true && (
            <Button tone="danger" size="sm" aria-label={t("house.voidDrawOf", { name: table.displayName })} onClick={() => onEnd(table)}>
              {t("house.void")}
            </Button>
          )}
        </span>
      ),
    },
  ];
}

function EndDialog({ table, draw, onDone }: { table: TableDesk; draw: NonNullable<TableDesk["draw"]>; onDone: () => void }) {
  const t = useT();
  const asking = useAsking();
  const end = useVoidDraw();
  const name = `${table.displayName} ${draw.number}`;
  const done = {
    onSuccess: () => {
      showToast(t("house.proposed", { name }), "success");
      onDone();
    },
  };
  return (
    <ChangeDialog
      title={t("house.voidDrawOf", { name })}
      changes={[{ label: t("house.staked"), before: <Money minor={draw.staked} />, after: t("house.givenBack") }]}
      warning={t("house.voidWaits")}
      tone="danger"
      {...asking(end, { verb: t("house.propose"), hint: t("settings.reasonHint") })}
      onConfirm={(reason) => end.mutate({ drawId: draw.id, reason }, done)}
      onCancel={onDone}
    />
  );
}

function DrawsDialog({ table: { series, displayName }, onDone }: { table: TableDesk; onDone: () => void }) {
  const t = useT();
  const refusal = useRefusal();
  const asked = useDeskDraws(series);
  const columns: readonly Column<DeskDraw>[] = [
    { key: "number", label: t("house.draw"), primary: true, render: ({ number }) => <span className="figures">{number}</span> },
    {
      key: "state",
      label: t("games.state"),
      render: ({ state, voidReason }) => (
        <span className="grid justify-items-start gap-1">
          <DrawState state={state} />
          {voidReason !== null && <span className="text-xs text-muted">{voidReason}</span>}
        </span>
      ),
    },
    { key: "tickets", label: t("house.tickets"), align: "end", render: ({ tickets }) => <span className="figures">{tickets ?? "–"}</span> },
    { key: "staked", label: t("house.staked"), align: "end", render: ({ staked }) => (staked === null ? "–" : <Money minor={staked} />) },
    { key: "paid", label: t("house.paid"), align: "end", render: ({ paid }) => (paid === null ? "–" : <Money minor={paid} />) },
  ];
  return (
    <Dialog open title={t("house.drawsOf", { name: displayName })} size="lg" onClose={onDone} closeLabel={t("ui.close")}>
      <DataTable
        caption={t("house.draws")}
        columns={columns}
        rows={asked.rows}
        rowKey={({ id }) => String(id)}
        face={faceOf(asked, asked.rows.length)}
        empty={<EmptyState text={t("house.noDraws")} />}
        refused={<RefusedState {...refusal(asked)} />}
        footer={<More {...asked} label={t("ui.more")} />}
      />
    </Dialog>
  );
}
