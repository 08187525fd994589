import type { Movement, MovementKind } from "@laro/contract/wallet";
import type { Translator } from "@laro/locales/t";
import { RotateCcw } from "lucide-react";
import type { ReactNode } from "react";
import { useT } from "../../api/language.ts";
import { Badge, type BadgeTone } from "../../ui/Badge.tsx";
import { Button } from "../../ui/Button.tsx";
import { type Column, DataTable, type TableFace } from "../../ui/DataTable.tsx";
import { DateTime } from "../../ui/DateTime.tsx";
import { Balance, Money } from "../../ui/Money.tsx";

const tones = {
  bet: "neutral",
  deposit: "win",
  withdrawal: "info",
  payout: "info",
  adjustment: "primary",
  reversal: "primary",
  transfer: "neutral",
  bonus: "win",
  fee: "neutral",
  hold: "neutral",
  forfeiture: "neutral",
  commission: "win",
  refund: "neutral",
  resettlement: "accent",
  receivable: "accent",
  prize: "win",
  points: "win",
  rebate: "win",
} as const satisfies Record<MovementKind, BadgeTone>;

export interface MovementTableProps {
  rows: readonly Movement[];
  face: TableFace;
  empty: ReactNode;
  refused: ReactNode;
  footer?: ReactNode;
  /** Opens the round a bet's line belongs to; without it lines open nothing. */
  onOpenRound?: (id: string) => void;
}

/** Lines of the account record, newest first. */
export function MovementTable({ onOpenRound, ...props }: MovementTableProps) {
  const t = useT();
  const columns: readonly Column<Movement>[] = [
    { key: "kind", label: t("wallet.kind"), primary: true, render: (row) => <Kind row={row} /> },
    { key: "at", label: t("wallet.at"), render: ({ at }) => <DateTime at={at} shape="exact" className="text-muted" /> },
    { key: "seq", label: t("wallet.line"), render: ({ seq }) => <span className="figures text-muted">{seq}</span> },
    { key: "amount", label: t("wallet.amount"), align: "end", render: ({ amount }) => <Money minor={amount} signed className="font-semibold" /> },
    { key: "balanceAfter", label: t("wallet.balanceAfter"), align: "end", render: ({ balanceAfter }) => <Balance minor={balanceAfter} /> },
    ...(onOpenRound === undefined ? [] : [roundColumn(t, onOpenRound)]),
  ];
  return <DataTable caption={t("wallet.record")} columns={columns} rowKey={(row) => row.seq} {...props} />;
}

/** Why money moved; of a transfer, from which wallet to which. */
function Kind({ row: { kind, between } }: { row: Movement }) {
  const t = useT();
  const nameOf = (code: string): string => t("wallet.ofCode", { code });
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <Badge tone={tones[kind]}>{t(`wallet.kind.${kind}`)}</Badge>
      {between && (
        <span className="text-xs whitespace-normal text-muted md:max-w-28">{t("wallet.between", { from: nameOf(between.from), to: nameOf(between.to) })}</span>
      )}
    </span>
  );
}

const roundColumn = (t: Translator, onOpenRound: (id: string) => void): Column<Movement> => ({
  key: "round",
  label: t("wallet.round"),
  align: "end",
  render: ({ roundId, seq }) =>
    roundId !== null && (
      <Button size="sm" tone="ghost" icon={<RotateCcw />} aria-label={t("wallet.round.open", { seq })} onClick={() => onOpenRound(roundId)}>
        {t("wallet.round.replay")}
      </Button>
    ),
});
