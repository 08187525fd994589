import { formatAmount } from "@laro/contract/core/money";
import { type Shortfall, type ShortfallEnd, shortfallStates } from "@laro/contract/house";
import { useState } from "react";
import { useAsking } from "../../api/asking.tsx";
import { faceOf, useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { Button } from "../../ui/Button.tsx";
import { ChangeDialog } from "../../ui/ChangeDialog.tsx";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import { DateTime } from "../../ui/DateTime.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { groupThousands, Money, useCurrencySymbol } from "../../ui/Money.tsx";
import { More } from "../../ui/More.tsx";
import { Select } from "../../ui/Select.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { type HouseRights, useEndShortfall, useShortfalls } from "./house.operator.api.ts";

/** What members owe after take-backs, until two officers end it. */
export function ShortfallsOperator({ rights }: { rights: HouseRights }) {
  const t = useT();
  const refusal = useRefusal();
  const symbol = useCurrencySymbol();
  const [state, setState] = useState<Shortfall["state"]>("open");
  const asked = useShortfalls(state);
  const [ending, setEnding] = useState<{ row: Shortfall; end: ShortfallEnd }>();
  const columns = useColumns(rights, state, (row, end) => setEnding({ row, end }));
  const open = asked.first?.open;
  return (
    <section className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div className="grid gap-1">
          <h2 className="text-base font-semibold">{t("house.shortfalls.title")}</h2>
          {open && (
            <p className="text-sm text-muted">
              {t("house.shortfalls.text", { count: open.count, missing: symbol + groupThousands(formatAmount(open.missing)) })}
            </p>
          )}
        </div>
        <div className="w-full sm:w-64">
          <Select
            label={t("house.shortfalls.states")}
            options={shortfallStates.map((value) => ({ value, label: t("house.shortfalls.state", { state: value }) }))}
            value={state}
            onChange={(event) => setState(shortfallStates.find((one) => one === event.target.value) ?? "open")}
          />
        </div>
      </div>
      <DataTable
        caption={t("house.shortfalls.title")}
        columns={columns}
        rows={asked.rows}
        rowKey={({ id }) => id}
        face={faceOf(asked, asked.rows.length)}
        empty={<EmptyState text={t("house.shortfalls.none")} />}
        refused={<RefusedState {...refusal(asked)} />}
        footer={<More {...asked} label={t("ui.more")} />}
      />
      {ending && <EndDialog {...ending} onDone={() => setEnding(undefined)} />}
    </section>
  );
}

function useColumns({ canCorrect }: HouseRights, state: Shortfall["state"], onEnd: (row: Shortfall, end: ShortfallEnd) => void): readonly Column<Shortfall>[] {
  const t = useT();
  const columns: Column<Shortfall>[] = [
    {
      key: "member",
      label: t("house.member"),
      primary: true,
      render: ({ memberName, roundId }) => (
        <span className="grid">
          {memberName}
          <span className="text-xs font-normal break-all text-muted">{roundId}</span>
        </span>
      ),
    },
    { key: "game", label: t("games.game"), render: ({ displayName }) => displayName },
    { key: "asked", label: t("house.shortfalls.asked"), align: "end", render: ({ asked }) => <Money minor={asked} /> },
    { key: "taken", label: t("house.shortfalls.taken"), align: "end", render: ({ taken }) => <Money minor={taken} /> },
    { key: "missing", label: t("house.shortfalls.missing"), align: "end", render: ({ missing }) => <Money minor={missing} className="font-semibold" /> },
    { key: "at", label: t("house.shortfalls.since"), render: ({ at }) => <DateTime at={at} /> },
  ];
  if (state !== "open")
    columns.push({ key: "ended", label: t("house.shortfalls.state", { state }), render: ({ endedAt }) => endedAt !== null && <DateTime at={endedAt} /> });
  else if (canCorrect)
    columns.push({
      key: "act",
      label: t("games.act"),
      align: "end",
      render: (row) => (
        <span className="flex flex-wrap justify-end gap-2 lg:flex-nowrap">
          {(["writeOff", "adjust"] as const).map((end) => (
            <Button
              key={end}
              tone={end === "adjust" ? "danger" : "secondary"}
              size="sm"
              aria-label={t("house.shortfalls.endOf", { end, name: row.memberName })}
              onClick={() => onEnd(row, end)}
            >
              {t(`house.shortfalls.${end}`)}
            </Button>
          ))}
        </span>
      ),
    });
  return columns;
}

function EndDialog({ row: { id, memberName: name, displayName, missing }, end, onDone }: { row: Shortfall; end: ShortfallEnd; onDone: () => void }) {
  const t = useT();
  const asking = useAsking();
  const command = useEndShortfall();
  const done = {
    onSuccess: () => {
      showToast(t("house.proposed", { name: displayName }), "success");
      onDone();
    },
  };
  return (
    <ChangeDialog
      title={t("house.shortfalls.endOf", { end, name })}
      changes={[{ label: t("house.shortfalls.missing"), before: <Money minor={missing} />, after: <Money minor={0n} /> }]}
      warning={t("house.shortfalls.endWaits", { end })}
      tone={end === "adjust" ? "danger" : "primary"}
      {...asking(command, { verb: t("house.propose"), hint: t("settings.reasonHint") })}
      onConfirm={(reason) => command.mutate({ id, end, reason }, done)}
      onCancel={onDone}
    />
  );
}
