import { AUTO_RECEIPT_MINUTES_MAX, AUTO_RECEIPT_MINUTES_MIN, SESSIONS_PER_MEMBER_MAX, type settings } from "@laro/contract/settings";
import type { OutputOf } from "@laro/contract/core/endpoint";
import type { FlagName } from "@laro/contract/site";
import { useState } from "react";
import { useRefusal } from "../../api/faces.ts";
import { useAsking } from "../../api/asking.tsx";
import { useT, type Key } from "../../api/language.ts";
import { Badge } from "../../ui/Badge.tsx";
import { ChangeDialog } from "../../ui/ChangeDialog.tsx";
import { RefusedState } from "../../ui/Faces.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { CountriesOperator } from "./Countries.operator.tsx";
import { FigureCardOperator } from "./FigureCard.operator.tsx";
import { flagWords } from "./flagWords.ts";
import { useSetCashier, useSetFlag, useSetSessions, useSetStatus, useSiteSettings } from "./settings.api.ts";
import { SwitchRowOperator } from "./SwitchRow.operator.tsx";

type SiteSettings = OutputOf<typeof settings.site>;
type Status = Pick<SiteSettings, "maintenance" | "regionRestriction">;

/** What an officer is about to switch. */
type Switching = { kind: "flag"; name: string; modId: string; enabled: boolean } | { kind: "status"; name: string; part: keyof Status; enabled: boolean };

export interface SettingsProps {
  canSetFlag: boolean;
  canSetStatus: boolean;
  canSetCashier: boolean;
  canSetSessions: boolean;
  canReadCountries: boolean;
}

export function SettingsOperator({ canSetFlag, canSetStatus, canSetCashier, canSetSessions, canReadCountries }: SettingsProps) {
  const t = useT();
  const refusal = useRefusal();
  const { data, error, refetch } = useSiteSettings();
  const [switching, setSwitching] = useState<Switching>();
  return (
    <div className="grid grid-cols-1 gap-5">
      <header className="grid gap-1">
        <h1 className="text-xl font-bold">{t("settings.title")}</h1>
        <p className="text-muted">{t(canSetFlag || canSetStatus ? "settings.text" : "settings.readOnly")}</p>
      </header>
      {error && (
        <section className="rounded-md border border-line bg-card">
          <RefusedState {...refusal({ error, refetch })} />
        </section>
      )}
      {!error && data === undefined && <Skeleton className="h-96" />}
      {data && (
        <>
          <StatusCard status={data} disabled={!canSetStatus} onSwitch={setSwitching} />
          <ReceiptCard minutes={data.cashier.autoReceiptMinutes} disabled={!canSetCashier} />
          <SessionsCard perMember={data.sessions.perMember} disabled={!canSetSessions} />
          <CountriesOperator isShown={canReadCountries} />
          <Features nodes={data.whitelabel} packClosed={data.packClosed} portMissing={data.portMissing} disabled={!canSetFlag} onSwitch={setSwitching} />
        </>
      )}
      {switching && data && <SwitchDialog switching={switching} status={data} onDone={() => setSwitching(undefined)} />}
    </div>
  );
}

/** After how long a member's silence counts as receipt. */
function ReceiptCard({ minutes, disabled }: { minutes: number; disabled: boolean }) {
  const t = useT();
  const [minimum, maximum] = [AUTO_RECEIPT_MINUTES_MIN, AUTO_RECEIPT_MINUTES_MAX];
  const figure = {
    heading: t("settings.cashier"),
    name: t("settings.autoReceipt"),
    text: t("settings.autoReceiptText"),
    verb: t("settings.autoReceiptChange"),
    field: t("settings.autoReceiptMinutes"),
    range: t("settings.autoReceiptRange", { minimum, maximum }),
    minimum,
    maximum,
    now: minutes,
    say: (count: number) => t("settings.minutes", { count }),
  };
  const inputOf = (autoReceiptMinutes: number, reason: string) => ({ autoReceiptMinutes, reason });
  return <FigureCardOperator figure={figure} disabled={disabled} change={useSetCashier()} inputOf={inputOf} />;
}

/** On how many devices a member may be logged in at once. */
function SessionsCard({ perMember, disabled }: { perMember: number; disabled: boolean }) {
  const t = useT();
  const [minimum, maximum] = [1, SESSIONS_PER_MEMBER_MAX];
  const figure = {
    heading: t("settings.sessions"),
    name: t("settings.perMember"),
    text: t("settings.perMemberText"),
    verb: t("settings.perMemberChange"),
    field: t("settings.perMemberField"),
    range: t("settings.perMemberRange", { minimum, maximum }),
    minimum,
    maximum,
    now: perMember,
    say: (count: number) => t("settings.perMemberFigure", { count }),
  };
  const inputOf = (wanted: number, reason: string) => ({ perMember: wanted, reason });
  return <FigureCardOperator figure={figure} disabled={disabled} change={useSetSessions()} inputOf={inputOf} />;
}

interface Part {
  disabled: boolean;
  onSwitch: (switching: Switching) => void;
}

const statusOf = ({ maintenance, regionRestriction }: Status): { word: Key; tone: "accent" | "win" } =>
  maintenance
    ? { word: "settings.statusMaintenance", tone: "accent" }
    : regionRestriction
      ? { word: "settings.statusRegion", tone: "accent" }
      : { word: "settings.statusOpen", tone: "win" };

function StatusCard({ status: { maintenance, regionRestriction }, disabled, onSwitch }: Part & { status: Status }) {
  const t = useT();
  const { word, tone } = statusOf({ maintenance, regionRestriction });
  const turn = (name: string, part: keyof Status, enabled: boolean) => onSwitch({ kind: "status", name, part, enabled });
  return (
    <section aria-labelledby="status" className="overflow-clip rounded-md border border-line bg-card">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-raised px-4 py-3">
        <h2 id="status" className="text-base font-bold">
          {t("settings.status")}
        </h2>
        <Badge tone={tone}>{t(word)}</Badge>
        <p className="text-xs text-muted">{t(tone === "win" ? "settings.statusOpenText" : "settings.statusClosedText")}</p>
      </header>
      <SwitchRowOperator
        label={t("settings.maintenance")}
        text={t("settings.maintenanceText")}
        isOn={maintenance}
        isGrave
        disabled={disabled}
        onPress={() => turn(t("settings.maintenance"), "maintenance", !maintenance)}
      />
      <SwitchRowOperator
        label={t("settings.region")}
        text={t("settings.regionText")}
        isOn={regionRestriction}
        isGrave
        disabled={disabled}
        onPress={() => turn(t("settings.region"), "regionRestriction", !regionRestriction)}
      />
    </section>
  );
}

type FeaturesProps = Part & Pick<SiteSettings, "packClosed" | "portMissing"> & { nodes: SiteSettings["whitelabel"] };

function Features({ nodes, packClosed, portMissing, disabled, onSwitch }: FeaturesProps) {
  const t = useT();
  /** Why a switch cannot be turned on. */
  const lackOf = (modId: string): Key | undefined => {
    const port = portMissing.find((lacking) => lacking.modId === modId)?.port;
    if (port !== undefined) return port === "sms" ? "settings.portSms" : "settings.portEmail";
    return packClosed.includes(modId) ? "settings.packClosed" : undefined;
  };
  const nameOf = (modId: string) => t(flagWords[modId as FlagName]);
  return (
    <section className="grid grid-cols-1 gap-3">
      <h2 className="text-lg font-bold">{t("settings.whitelabel")}</h2>
      <div className="columns-1 gap-4 md:columns-2 xl:columns-3">
        {nodes.map((group) => (
          <section key={group.modId} aria-label={nameOf(group.modId)} className="mb-4 break-inside-avoid overflow-clip rounded-md border border-line bg-card">
            <h3 className="border-b border-line bg-raised px-4 py-3 text-sm font-bold">{nameOf(group.modId)}</h3>
            {group.childrenNodes.map(({ modId, enabled }) => {
              const lack = lackOf(modId);
              return (
                <SwitchRowOperator
                  key={modId}
                  label={nameOf(modId)}
                  text={
                    <>
                      <code>{modId}</code>
                      {lack && <> · {t(lack)}</>}
                    </>
                  }
                  isOn={enabled}
                  disabled={disabled || (lack !== undefined && !enabled)}
                  onPress={() => onSwitch({ kind: "flag", name: nameOf(modId), modId, enabled: !enabled })}
                />
              );
            })}
          </section>
        ))}
      </div>
    </section>
  );
}

interface SwitchDialogProps {
  switching: Switching;
  /** How the site stands now, whoever changed it since. */
  status: Status;
  onDone: () => void;
}

function SwitchDialog({ switching, status: { maintenance, regionRestriction }, onDone }: SwitchDialogProps) {
  const t = useT();
  const asking = useAsking();
  const [setFlag, setStatus] = [useSetFlag(), useSetStatus()];
  const { kind, name, enabled } = switching;
  const stateOf = (isOn: boolean) => t(isOn ? "settings.on" : "settings.off");
  const done = {
    onSuccess: () => {
      showToast(t("settings.changed", { name, state: stateOf(enabled) }), "success");
      onDone();
    },
  };
  const seen = { maintenance, regionRestriction };
  const confirm = (reason: string) => {
    if (switching.kind === "flag") setFlag.mutate({ modId: switching.modId, enabled, reason }, done);
    else setStatus.mutate({ ...seen, [switching.part]: enabled, seen, reason }, done);
  };
  const isGrave = kind === "status" && enabled;
  return (
    <ChangeDialog
      title={t(enabled ? "settings.turnOn" : "settings.turnOff", { name })}
      changes={[{ label: name, before: stateOf(switching.kind === "status" ? seen[switching.part] : !enabled), after: stateOf(enabled) }]}
      warning={isGrave && t("settings.closeWarning")}
      tone={isGrave ? "danger" : "primary"}
      {...asking(kind === "flag" ? setFlag : setStatus, { verb: t("settings.confirm"), hint: t("settings.reasonHint") })}
      onConfirm={confirm}
      onCancel={onDone}
    />
  );
}
