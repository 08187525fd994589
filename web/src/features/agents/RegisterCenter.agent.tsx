import { type AgentLink, LINK_COUNT_MAX, LINKS_MAX } from "@laro/contract/agents";
import { ChevronRight, Link2Off, Plus } from "lucide-react";
import { useState } from "react";
import { useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { useFault } from "../../api/query.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Button } from "../../ui/Button.tsx";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { cx } from "../../ui/cx.ts";
import { DateTime } from "../../ui/DateTime.tsx";
import { ConfirmDialog } from "../../ui/Dialog.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { QrCode } from "../../ui/QrCode.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { addressOf, useCloseLink, useLinks } from "./agents.api.ts";
import { OpenAccounts } from "./OpenAccounts.agent.tsx";
import { NewLinkAgent } from "./NewLink.agent.tsx";
import { useTypeWord } from "./typeWord.ts";

const QR_SIZE_PX = 120;

/** The ways to register under the agent, and what came of each. */
export function RegisterCenterAgent() {
  const t = useT();
  const refusal = useRefusal();
  const asked = useLinks();
  const [isMaking, setMaking] = useState(false);
  const { list = [], types = [] } = asked.data ?? {};
  const [open, closed] = [list.filter(({ closedAt }) => closedAt === null), list.filter(({ closedAt }) => closedAt !== null)];
  const make = types.length > 0 && (
    <Button icon={<Plus />} onClick={() => setMaking(true)}>
      {t("agents.newLink")}
    </Button>
  );
  return (
    <div className="grid grid-cols-1 gap-5">
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div className="grid gap-1">
          <h1 className="text-xl font-bold">{t("agents.registerCenter")}</h1>
          <p className="max-w-180 text-sm text-muted">{t("agents.registerCenterText", { maximum: LINKS_MAX })}</p>
        </div>
        {open.length > 1 && make}
      </header>
      {asked.data === undefined && (asked.isError ? <Refused {...refusal(asked)} /> : <Loading />)}
      {asked.data && types.length === 0 && <p className="rounded-md border border-line bg-card px-4 py-3 text-sm">{t("agents.noNewLinks")}</p>}
      {open.length > 0 && (
        <ul aria-label={t("agents.openLinks")} className="grid grid-cols-1 gap-4 lg:grid-cols-2">
          {open.map((link) => (
            <LinkCard key={link.code} link={link} />
          ))}
          {open.length === 1 && types.length > 0 && (
            <li className="grid content-center rounded-md border border-dashed border-line">
              <EmptyState drawing="banca" text={t("agents.noLinks")} action={make} />
            </li>
          )}
        </ul>
      )}
      <OpenAccounts />
      {closed.length > 0 && (
        <section className="grid grid-cols-1 gap-3">
          <h2 className="text-lg font-bold">{t("agents.closedLinks")}</h2>
          <ul aria-label={t("agents.closedLinks")} className="grid grid-cols-1 gap-4 lg:grid-cols-2">
            {closed.map((link) => (
              <LinkCard key={link.code} link={link} />
            ))}
          </ul>
        </section>
      )}
      {isMaking && <NewLinkAgent types={types} onClose={() => setMaking(false)} />}
    </div>
  );
}

const Refused = (state: Parameters<typeof RefusedState>[0]) => (
  <section className="rounded-md border border-line bg-card">
    <RefusedState {...state} />
  </section>
);

const Loading = () => (
  <div aria-busy="true" className="grid grid-cols-1 gap-4 lg:grid-cols-2">
    <Skeleton className="h-64" />
    <Skeleton className="h-64" />
  </div>
);

function LinkCard({ link }: { link: AgentLink }) {
  const t = useT();
  const typeWord = useTypeWord();
  const [isClosing, setClosing] = useState(false);
  const { code, label, isFirst, opens, madeAt, closedAt } = link;
  const name = isFirst ? t("agents.code") : label;
  const Heading = closedAt === null ? "h2" : "h3";
  return (
    <li className="grid content-start gap-4 rounded-md border border-line bg-card p-4 sm:p-5">
      <div className="flex items-start justify-between gap-3">
        <div className="grid min-w-0 gap-1">
          <Heading className="text-base font-semibold break-words">{name}</Heading>
          <p className="flex flex-wrap items-center gap-2 text-xs text-muted">
            <Badge tone={opens === 0 ? "neutral" : "primary"}>{t("agents.opens", { type: typeWord(opens) })}</Badge>
            <DateTime at={closedAt ?? madeAt} shape="date" />
            {closedAt !== null && t("agents.closed")}
          </p>
        </div>
        {!isFirst && closedAt === null && (
          <Button tone="ghost" size="sm" icon={<Link2Off />} aria-label={t("agents.closeOf", { label })} onClick={() => setClosing(true)}>
            {t("agents.close")}
          </Button>
        )}
      </div>
      {closedAt === null && <Address code={code} name={name} />}
      <Funnel link={link} />
      {isClosing && <CloseLink link={link} onDone={() => setClosing(false)} />}
    </li>
  );
}

function Address({ code, name }: { code: string; name: string }) {
  const t = useT();
  const address = addressOf(code);
  const lines = [
    { label: t("agents.linkCode"), text: code, copy: t("agents.copyCodeOf", { label: name }), look: "font-display text-lg font-bold tracking-wide" },
    { label: t("agents.link"), text: address, copy: t("agents.copyLinkOf", { label: name }), look: "text-sm" },
  ];
  return (
    <div className="flex items-center gap-4">
      <QrCode text={address} label={t("agents.qrOf", { label: name })} size={QR_SIZE_PX} />
      <dl className="grid min-w-0 flex-1 grid-cols-1 gap-2">
        {lines.map(({ label, text, copy, look }) => (
          <div key={label} className="grid grid-cols-1">
            <dt className="text-xs text-muted">{label}</dt>
            <dd className="flex min-h-7 items-center gap-1">
              <span className={cx("min-w-0 truncate", look)}>{text}</span>
              <CopyButton text={text} label={copy} copiedLabel={t("copy_success")} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** What came of a link, step by step; each is a part of the one before but for the visits, which are estimated. */
function Funnel({ link: { visits, registered, deposited, active } }: { link: AgentLink }) {
  const t = useT();
  const steps = [
    { label: t("agents.visits"), count: visits },
    { label: t("agents.registered"), count: registered },
    { label: t("agents.deposited"), count: deposited },
    { label: t("agents.active"), count: active },
  ];
  const most = Math.max(1, ...steps.map(({ count }) => count));
  return (
    <dl
      aria-label={t("agents.funnel")}
      className="grid grid-cols-[repeat(4,minmax(min-content,1fr))] gap-px overflow-hidden rounded-sm border border-line bg-line"
    >
      {steps.map(({ label, count }, at) => (
        <div key={label} className="grid content-between gap-2 bg-field px-2 py-2.5 sm:px-3">
          <dt className="flex items-start justify-between gap-1 text-xs leading-tight text-muted">
            {label}
            {at > 0 && <ChevronRight aria-hidden="true" className="size-3.5 shrink-0 max-sm:hidden" />}
          </dt>
          <dd className="grid gap-1.5">
            <span className="figures text-base font-semibold">{at === 0 || count < LINK_COUNT_MAX ? count : `${LINK_COUNT_MAX - 1}+`}</span>
            <span aria-hidden="true" className="h-1 overflow-hidden rounded-pill bg-text/8">
              <span className="block h-full rounded-pill bg-action" style={{ width: `${(count / most) * 100}%` }} />
            </span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function CloseLink({ link: { code, label }, onDone }: { link: AgentLink; onDone: () => void }) {
  const t = useT();
  const faultOf = useFault();
  const close = useCloseLink();
  const done = {
    onSuccess: () => {
      showToast(t("agents.linkClosed", { label }), "success");
      onDone();
    },
    onError: (error: Error) => {
      showToast(faultOf(error).text, "problem");
      onDone();
    },
  };
  return (
    <ConfirmDialog
      open
      title={t("agents.closeOf", { label })}
      body={t("agents.closeText")}
      confirmLabel={t("agents.close")}
      cancelLabel={t("ui.cancel")}
      tone="danger"
      busy={close.isPending}
      onConfirm={() => close.mutate({ code }, done)}
      onCancel={onDone}
    />
  );
}
