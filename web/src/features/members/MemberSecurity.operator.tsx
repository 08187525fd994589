import type { MemberView } from "@laro/contract/members";
import { useT } from "../../api/language.ts";
import { Anchor } from "../../ui/Anchor.tsx";
import { Badge } from "../../ui/Badge.tsx";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { DataTable } from "../../ui/DataTable.tsx";
import { DateTime } from "../../ui/DateTime.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { Facts, Nothing, Titled } from "./memberWords.operator.tsx";

interface Browser {
  readonly browser: string | null;
  readonly system: string | null;
}

/** How a member enters, from where and with whom they share a browser. */
export function MemberSecurityOperator({ member }: { member: MemberView }) {
  const t = useT();
  const { factors } = member;
  const facts = [
    { label: t("members.authenticator"), value: factors.totpSince === null ? t("members.none") : <DateTime at={factors.totpSince} /> },
    { label: t("members.recoveryLeft"), value: <span className="figures">{factors.recoveryLeft}</span> },
    { label: t("members.passkeys"), value: <span className="figures">{factors.passkeys}</span> },
    { label: t("members.paymentPassword"), value: t(factors.paymentPassword ? "members.bound" : "members.none") },
  ];
  return (
    <div className="grid gap-4">
      <div className="grid gap-4 lg:grid-cols-2">
        <Panel title={t("members.factors")}>
          <Facts facts={facts} />
        </Panel>
        <Devices member={member} />
      </div>
      <Sessions member={member} />
      <Logins member={member} />
    </div>
  );
}

function useBrowserWord(): (of: Browser) => string {
  const t = useT();
  return ({ browser, system }) => [browser, system].filter((word) => word !== null).join(", ") || t("members.unknownBrowser");
}

/** By what somebody entered, and what they showed besides. */
function useMethodWord(): (by: { readonly method: string; readonly factor: string | null }) => string {
  const t = useT();
  return ({ method, factor }) => [method, factor].flatMap((one) => (one === null ? [] : [t("members.methodWord", { method: one })])).join(" + ");
}

function Devices({ member: { devices } }: { member: MemberView }) {
  const t = useT();
  const browserWord = useBrowserWord();
  return (
    <Panel title={t("members.devices")} text={t("members.devicesText")}>
      {devices.length === 0 && <Nothing text={t("members.noDevices")} />}
      {devices.map(({ device, lastAt, sharedWith, ...of }) => (
        <div key={device} className="grid gap-1 text-sm">
          <span className="flex items-center justify-between gap-2">
            <span className="font-medium">{browserWord(of)}</span>
            <span className="flex items-center gap-2 text-xs text-muted">
              <DateTime at={lastAt} />
              <CopyButton text={device} label={t("members.copyDevice")} copiedLabel={t("copy_success")} />
            </span>
          </span>
          {sharedWith.length > 0 && (
            <span className="flex flex-wrap items-center gap-2">
              <Badge tone="accent">{t("members.sharedWith")}</Badge>
              {sharedWith.map(({ id, name }) => (
                <Anchor key={String(id)} to={`/members?open=${id}`} className="underline underline-offset-4">
                  {name}
                </Anchor>
              ))}
            </span>
          )}
        </div>
      ))}
    </Panel>
  );
}

function Sessions({ member: { sessions } }: { member: MemberView }) {
  const t = useT();
  const browserWord = useBrowserWord();
  const methodWord = useMethodWord();
  return (
    <Titled title={t("members.sessions")}>
      <DataTable
        caption={t("members.sessions")}
        columns={[
          { key: "seen", label: t("members.seen"), primary: true, render: ({ seenAt }) => <DateTime at={seenAt} shape="exact" /> },
          {
            key: "state",
            label: t("members.state"),
            render: ({ isOpen }) => <Badge tone={isOpen ? "win" : "neutral"}>{t(isOpen ? "members.sessionOpen" : "members.sessionOver")}</Badge>,
          },
          { key: "browser", label: t("members.browser"), render: browserWord },
          { key: "address", label: t("members.address"), render: ({ address }) => <span className="figures">{address}</span> },
          { key: "method", label: t("members.method"), render: methodWord },
        ]}
        rows={sessions}
        rowKey={({ openedAt, seenAt, address }) => `${openedAt}${seenAt}${address}`}
        face={sessions.length === 0 ? "empty" : "ready"}
        empty={<p className="px-4 py-3 text-sm text-muted">{t("members.noSessions")}</p>}
        refused={null}
      />
    </Titled>
  );
}

function Logins({ member: { logins } }: { member: MemberView }) {
  const t = useT();
  const methodWord = useMethodWord();
  return (
    <Titled title={t("members.logins")}>
      <DataTable
        caption={t("members.logins")}
        columns={[
          { key: "at", label: t("members.at"), primary: true, render: ({ at }) => <DateTime at={at} shape="exact" /> },
          {
            key: "outcome",
            label: t("members.outcome"),
            render: ({ outcome }) => <Badge tone={outcome === "entered" ? "win" : "neutral"}>{t("members.outcomeWord", { outcome })}</Badge>,
          },
          { key: "method", label: t("members.method"), render: methodWord },
          {
            key: "address",
            label: t("members.address"),
            render: ({ address, country }) => <span className="figures">{[address, country].filter((word) => word !== null).join(" ")}</span>,
          },
        ]}
        rows={logins}
        rowKey={({ at, outcome, address }) => `${at}${outcome}${address}`}
        face={logins.length === 0 ? "empty" : "ready"}
        empty={<p className="px-4 py-3 text-sm text-muted">{t("members.noLogins")}</p>}
        refused={null}
      />
    </Titled>
  );
}
