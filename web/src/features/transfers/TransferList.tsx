import type { MemberTransfer } from "@laro/contract/transfers";
import { faceOf, useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { Badge } from "../../ui/Badge.tsx";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import { DateTime } from "../../ui/DateTime.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { Money } from "../../ui/Money.tsx";
import { More } from "../../ui/More.tsx";
import { useTransfers } from "./transfers.api.ts";

/** What was passed on and received, newest first. */
export function TransferList() {
  const t = useT();
  const refusal = useRefusal();
  const mine = useTransfers();
  const columns: readonly Column<MemberTransfer>[] = [
    { key: "reference", label: t("transfers.reference"), primary: true, render: ({ reference }) => <span className="figures font-semibold">{reference}</span> },
    { key: "at", label: t("transfers.at"), render: ({ at }) => <DateTime at={at} shape="exact" className="text-muted" /> },
    {
      key: "direction",
      label: t("transfers.direction"),
      render: ({ direction }) => <Badge tone={direction === "received" ? "win" : "neutral"}>{t(`transfers.direction.${direction}`)}</Badge>,
    },
    { key: "counterpart", label: t("transfers.counterpart"), render: ({ counterpart }) => counterpart },
    {
      key: "amount",
      label: t("transfers.amount"),
      align: "end",
      render: ({ amount, direction }) => <Money minor={direction === "sent" ? -amount : amount} signed className="font-semibold" />,
    },
  ];
  return (
    <DataTable
      caption={t("transfers.mine")}
      columns={columns}
      rows={mine.rows}
      rowKey={({ id }) => id}
      face={faceOf(mine, mine.rows.length)}
      empty={<EmptyState drawing="banca" text={t("transfers.mine.empty")} />}
      refused={<RefusedState {...refusal(mine)} />}
      footer={
        mine.hasNextPage && (
          <div className="grid justify-center">
            <More {...mine} label={t("ui.more")} size="md" />
          </div>
        )
      }
    />
  );
}
