import type { ErrorCode } from "@laro/contract/core/errors";
import type { FaultyMessage } from "@laro/contract/deposits";
import { faceOf, useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import { DateTime } from "../../ui/DateTime.tsx";
import { RefusedState } from "../../ui/Faces.tsx";
import { Money } from "../../ui/Money.tsx";
import { More } from "../../ui/More.tsx";
import { useFaultyMessages } from "./deposits.operator.api.ts";

/** What the payment provider signed that was refused or contradicts what was settled. */
export function MessagesOperator() {
  const t = useT();
  const refusal = useRefusal();
  const messages = useFaultyMessages();
  const { rows, first } = messages;
  const columns: readonly Column<FaultyMessage>[] = [
    { key: "at", label: t("deposits.at"), primary: true, render: ({ at }) => <DateTime at={at} shape="exact" /> },
    { key: "about", label: t("deposits.messages.about"), render: ({ about }) => <span className="figures">{about ?? "–"}</span> },
    { key: "type", label: t("deposits.messages.type"), render: ({ type }) => type ?? t("deposits.messages.unread") },
    { key: "amount", label: t("deposits.amount"), align: "end", render: ({ amount }) => (amount === null ? "–" : <Money minor={amount} />) },
    {
      key: "fault",
      label: t("deposits.messages.fault"),
      render: ({ fault }) => <span className="md:whitespace-normal">{t(`errors.${fault as ErrorCode}`)}</span>,
    },
  ];
  return (
    <section className="grid gap-2">
      <h2 className="text-base font-semibold">{t("deposits.messages")}</h2>
      <DataTable
        caption={t("deposits.messages")}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => String(id)}
        face={faceOf(messages, rows.length)}
        empty={<p className="px-4 py-5 text-sm text-muted">{t("deposits.messages.empty")}</p>}
        refused={<RefusedState {...refusal(messages)} />}
        footer={<More {...messages} label={t("ui.more")} />}
      />
      {first !== undefined && first.unsigned.count > 0 && <p className="text-xs text-muted">{t("deposits.messages.unsigned", first.unsigned)}</p>}
    </section>
  );
}
