import type { Signal } from "@laro/contract/signals";
import type { ReactNode } from "react";
import { FormFault } from "../../api/FormFault.tsx";
import { useT } from "../../api/language.ts";
import { Anchor } from "../../ui/Anchor.tsx";
import { Button } from "../../ui/Button.tsx";
import { DateTime, formatCalendar } from "../../ui/DateTime.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { type Decision, type SignalRights, useSee } from "./signals.operator.api.ts";
import { HoldBadge, ruleWords, StateBadge, useFigures } from "./signalWords.operator.tsx";

export interface SignalDetailProps {
  row: Signal;
  rights: SignalRights;
  onDecide: (row: Signal, decision: Decision) => void;
  onClose: () => void;
}

/** What a rule saw, about whom, and what an officer may say of it. */
export function SignalDetailOperator({ row, rights, onDecide, onClose }: SignalDetailProps) {
  const t = useT();
  const figuresOf = useFigures();
  const see = useSee();
  const isOpen = row.state === "open" || row.state === "seen";
  const lines: readonly { label: string; value: ReactNode }[] = [
    { label: t("signals.about"), value: <Who person={row.account} isAgent={row.isAgent} rights={rights} /> },
    ...(row.peopleCount === 0 ? [] : [{ label: t("signals.people"), value: <People row={row} rights={rights} /> }]),
    ...figuresOf(row.figures).map(({ label, text }) => ({ label, value: <span className="figures">{text}</span> })),
    { label: t("signals.day"), value: formatCalendar(row.day) },
    { label: t("signals.openedAt"), value: <DateTime at={row.openedAt} shape="exact" /> },
    ...(row.seenBy === null || row.seenAt === null ? [] : [{ label: t("signals.seenBy"), value: <By name={row.seenBy} at={row.seenAt} /> }]),
    ...(row.decidedBy === null || row.decidedAt === null ? [] : [{ label: t("signals.decidedBy"), value: <By name={row.decidedBy} at={row.decidedAt} /> }]),
    ...(row.reason === null ? [] : [{ label: t("ui.reason"), value: row.reason }]),
  ];
  const footer = rights.canDecide && (
    <>
      {row.state === "open" && (
        <Button tone="ghost" busy={see.isPending} onClick={() => see.mutate({ id: row.id })} className="me-auto">
          {t("signals.see")}
        </Button>
      )}
      {isOpen && (
        <>
          <Button tone="secondary" onClick={() => onDecide(row, "dismiss")}>
            {t("signals.dismiss")}
          </Button>
          <Button onClick={() => onDecide(row, "act")}>{t("signals.act")}</Button>
        </>
      )}
      {row.state === "dismissed" && (
        <Button tone="secondary" onClick={() => onDecide(row, "reopen")}>
          {t("signals.reopen")}
        </Button>
      )}
    </>
  );
  return (
    <Dialog open title={`${row.reference} · ${t(ruleWords[row.rule].name)}`} size="md" onClose={onClose} closeLabel={t("ui.close")} footer={footer}>
      <div className="grid gap-5">
        <p className="flex flex-wrap items-center gap-2">
          <StateBadge state={row.state} />
          <HoldBadge {...row} />
        </p>
        <p className="text-sm">{t(ruleWords[row.rule].says)}</p>
        <FormFault error={see.error} />
        <dl className="grid rounded-sm border border-line bg-card">
          {lines.map(({ label, value }) => (
            <div key={label} className="flex items-baseline justify-between gap-6 border-b border-line px-4 py-2.5 last:border-b-0">
              <dt className="shrink-0 text-sm text-muted">{label}</dt>
              <dd className="min-w-0 text-end text-sm font-medium break-words">{value}</dd>
            </div>
          ))}
        </dl>
        <p className="text-sm text-muted">{t("signals.silence")}</p>
      </div>
    </Dialog>
  );
}

const By = ({ name, at }: { name: string; at: string }) => (
  <span className="grid">
    {name}
    <DateTime at={at} className="text-xs font-normal text-muted" />
  </span>
);

type Person = Signal["account"];

function Who({ person: { id, name }, isAgent, rights }: { person: Person; isAgent: boolean; rights: SignalRights }) {
  const to = isAgent && rights.canOpenAgents ? `/agents?open=${id}` : rights.canOpenMembers ? `/members?open=${id}` : undefined;
  if (to === undefined) return name;
  return (
    <Anchor to={to} className="underline underline-offset-4">
      {name}
    </Anchor>
  );
}

function People({ row: { people, peopleCount }, rights }: { row: Signal; rights: SignalRights }) {
  const t = useT();
  return (
    <span className="flex flex-wrap justify-end gap-x-3 gap-y-1">
      {people.map((person) => (
        <Who key={String(person.id)} person={person} isAgent={false} rights={rights} />
      ))}
      {peopleCount > people.length && <span className="text-muted">{t("signals.morePeople", { count: peopleCount - people.length })}</span>}
    </span>
  );
}
