import { auditKinds, type AuditEntry } from "@laro/contract/audit";
import { ChevronRight, ShieldAlert, ShieldCheck } from "lucide-react";
import { useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { useFault } from "../../api/query.ts";
import { Badge, type BadgeTone } from "../../ui/Badge.tsx";
import { Button } from "../../ui/Button.tsx";
import { DateTime } from "../../ui/DateTime.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { More } from "../../ui/More.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { useSearchParams } from "wouter";
import { useAuditEntries, useAuditVerification, type Walked } from "./audit.api.ts";

const LOADING_ROWS = ["1", "2", "3", "4", "5", "6"];

const tones = {
  command: "win",
  begun: "neutral",
  refused: "accent",
  read: "info",
  download: "info",
  login: "primary",
} as const satisfies Record<AuditEntry["kind"], BadgeTone>;

const tabs = ["all", ...auditKinds] as const;

/** The kind on the screen lives in the URL. */
function useKind() {
  const [params, setParams] = useSearchParams();
  const chosen = tabs.find((known) => known === params.get("kind")) ?? "all";
  return { chosen, choose: (next: (typeof tabs)[number]) => setParams(next === "all" ? {} : { kind: next }) };
}

export function AuditLogOperator({ canVerify }: { canVerify: boolean }) {
  const t = useT();
  const refusal = useRefusal();
  const { chosen, choose } = useKind();
  const asked = useAuditEntries(chosen === "all" ? undefined : chosen);
  const { rows, error, isPending } = asked;
  return (
    <div className="grid grid-cols-1 gap-4">
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div className="grid gap-1">
          <h1 className="text-xl font-bold">{t("audit.title")}</h1>
          <p className="text-muted">{t("audit.text")}</p>
        </div>
        {canVerify && <Verification />}
      </header>
      <Tabs label={t("audit.kinds")} items={tabs.map((id) => ({ id, label: t(`audit.kind.${id}`) }))} value={chosen} onChange={choose} />
      <section aria-label={t("audit.title")} aria-busy={isPending} className="overflow-clip rounded-md border border-line bg-card">
        {error && <RefusedState {...refusal(asked)} />}
        {isPending && LOADING_ROWS.map((row) => <Skeleton key={row} className="m-4 h-5" />)}
        {!isPending && !error && rows.length === 0 && <EmptyState text={t("audit.empty")} />}
        <ol>
          {rows.map((entry) => (
            <li key={entry.id} className="border-b border-line last:border-b-0">
              <Entry entry={entry} />
            </li>
          ))}
        </ol>
      </section>
      <More {...asked} label={t("ui.more")} className="justify-self-start" />
    </div>
  );
}

function Entry({ entry: { id, at, operator, kind, endpoint, input, code, requestId, hash } }: { entry: AuditEntry }) {
  const t = useT();
  const marks = [
    ...(code === null ? [] : [{ label: t("audit.code"), text: code }]),
    { label: t("audit.entry"), text: id },
    { label: t("ui.requestId"), text: requestId },
    { label: t("audit.hash"), text: hash },
  ];
  return (
    <details className="group">
      <summary className="flex cursor-pointer list-none flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3 -outline-offset-2 transition hover:bg-text/4 md:flex-nowrap [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-muted transition group-open:rotate-90 rtl:-scale-x-100" />
        <span className="min-w-0 flex-1 basis-3/5 truncate font-semibold md:flex-none md:basis-64">{endpoint}</span>
        <span className="ms-8 shrink-0 md:ms-0 md:w-28">
          <Badge tone={tones[kind]}>{t(`audit.kind.${kind}`)}</Badge>
        </span>
        <span className="md:flex-1">{operator}</span>
        <DateTime at={at} shape="exact" className="ms-auto text-muted" />
        <code className="hidden text-xs text-muted lg:block">{hash.slice(0, 12)}</code>
      </summary>
      <div className="grid gap-3 border-t border-line bg-field px-4 py-4 md:ps-12">
        {(kind === "begun" || kind === "read") && <p className="text-sm text-muted">{t(`audit.kindHint.${kind}`)}</p>}
        <dl className="grid gap-2 sm:grid-cols-[max-content_1fr] sm:items-baseline sm:gap-x-4">
          {marks.map(({ label, text }) => (
            <div key={label} className="contents">
              <dt className="text-xs text-muted">{label}</dt>
              <dd className="min-w-0">
                <code className="text-xs break-all select-all">{text}</code>
              </dd>
            </div>
          ))}
        </dl>
        <pre tabIndex={0} aria-label={t("audit.input")} className="max-h-80 overflow-auto rounded-sm border border-line bg-card p-3 text-xs">
          {JSON.stringify(input, undefined, 2)}
        </pre>
      </div>
    </details>
  );
}

function Verification() {
  const t = useT();
  const faultOf = useFault();
  const { walked, verify } = useAuditVerification();
  const isWalking = walked?.isOver === false;
  const tellFault = (error: unknown) => showToast(faultOf(error).text, "problem");
  return (
    <div className="grid justify-items-start gap-2 sm:justify-items-end">
      <Button tone="secondary" icon={<ShieldCheck />} busy={isWalking} onClick={() => void verify().catch(tellFault)}>
        {t("audit.verify")}
      </Button>
      <div role="status">
        {walked?.isOver && <Finding found={walked} />}
        {isWalking && walked.entries > 0 && <p className="text-sm text-muted">{t("audit.verifying", { count: walked.entries })}</p>}
      </div>
    </div>
  );
}

function Finding({ found: { brokenAt, entries } }: { found: Walked }) {
  const t = useT();
  return brokenAt === null ? (
    <p className="flex items-center gap-2 text-sm text-win-text">
      <ShieldCheck aria-hidden="true" className="size-4.5 shrink-0" />
      {t("audit.verified", { count: entries })}
    </p>
  ) : (
    <p className="flex items-center gap-2 text-sm text-accent-text">
      <ShieldAlert aria-hidden="true" className="size-4.5 shrink-0" />
      {t("audit.broken", { id: brokenAt, count: entries })}
    </p>
  );
}
