import type { OutputOf } from "@laro/contract/core/endpoint";
import { sessions } from "@laro/contract/sessions";
import { History, Laptop, QrCode as QrCodeIcon, Smartphone } from "lucide-react";
import { useState } from "react";
import { faceOf, useRefusal } from "../../api/faces.ts";
import { type Key, useSpeech, useT } from "../../api/language.ts";
import { useApiCommand, useFault } from "../../api/query.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Button } from "../../ui/Button.tsx";
import { DateTime } from "../../ui/DateTime.tsx";
import { ConfirmDialog, Dialog } from "../../ui/Dialog.tsx";
import { RefusedState } from "../../ui/Faces.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { More } from "../../ui/More.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { HandOver } from "./HandOver.player.tsx";
import { useLoginHistory, useMySessions } from "./sessions.api.ts";

type Opened = OutputOf<typeof sessions.mine>["list"][number];
type Entry = OutputOf<typeof sessions.history>["list"][number];

const phones = new Set(["Android", "iPhone"]);

/** A device as people call it. */
function useDeviceName(): (device: Pick<Opened, "browser" | "system">) => string {
  const t = useT();
  return ({ browser, system }) => {
    if (browser !== null && system !== null) return t("sessions.deviceOf", { browser, system });
    return browser ?? system ?? t("sessions.deviceUnknown");
  };
}

/** Where an address stands, as far as the network's registered country says. */
function usePlaceName(): (place: Pick<Opened, "country" | "address">) => string {
  const { language } = useSpeech();
  return ({ country, address }) => {
    const name = country === null ? undefined : new Intl.DisplayNames([language === "TY" ? "fil" : "en"], { type: "region" }).of(country);
    return name === undefined ? address : `${name} · ${address}`;
  };
}

/** Where the account is open now; each session can be ended, or all but this one. */
export function MySessions() {
  const t = useT();
  const refusal = useRefusal();
  const faultOf = useFault();
  const { data, error, refetch } = useMySessions();
  const [isEnding, setEnding] = useState(false);
  const [isHistory, setHistory] = useState(false);
  const [isHandingOver, setHandingOver] = useState(false);
  const endOthers = useApiCommand(sessions.endOthers, { stale: [sessions.mine] });
  const others = data?.list.filter(({ isThis }) => !isThis).length ?? 0;
  const end = () =>
    endOthers.mutate(
      {},
      {
        onSuccess: ({ ended }) => showToast(t("sessions.othersEnded", { count: ended }), "success"),
        onError: (refused) => showToast(faultOf(refused).text, "problem"),
        onSettled: () => setEnding(false),
      },
    );
  return (
    <Panel title={t("sessions.mine")} text={t("sessions.mineText")}>
      {data === undefined && error !== null && <RefusedState {...refusal({ error, refetch })} />}
      {data === undefined && error === null && <Skeleton className="h-32 w-full" />}
      {data !== undefined && (
        <ul className="grid">
          {data.list.map((one) => (
            <SessionRow key={one.id} session={one} />
          ))}
        </ul>
      )}
      <div className="mt-4 flex flex-wrap gap-3">
        <Button size="sm" tone="secondary" icon={<History />} onClick={() => setHistory(true)}>
          {t("sessions.history")}
        </Button>
        <Button size="sm" tone="secondary" icon={<QrCodeIcon />} onClick={() => setHandingOver(true)}>
          {t("sessions.handOver")}
        </Button>
        {others > 0 && (
          <Button size="sm" tone="secondary" onClick={() => setEnding(true)}>
            {t("sessions.endOthers")}
          </Button>
        )}
      </div>
      <ConfirmDialog
        open={isEnding}
        title={t("sessions.endOthers")}
        body={t("sessions.endOthersText")}
        confirmLabel={t("sessions.endOthers")}
        cancelLabel={t("ui.cancel")}
        busy={endOthers.isPending}
        onConfirm={end}
        onCancel={() => setEnding(false)}
      />
      <Dialog open={isHistory} title={t("sessions.history")} onClose={() => setHistory(false)} closeLabel={t("ui.close")}>
        {isHistory && <LoginHistory />}
      </Dialog>
      <Dialog open={isHandingOver} title={t("sessions.handOver")} onClose={() => setHandingOver(false)} closeLabel={t("ui.close")}>
        {isHandingOver && <HandOver />}
      </Dialog>
    </Panel>
  );
}

function SessionRow({ session }: { session: Opened }) {
  const t = useT();
  const faultOf = useFault();
  const [deviceName, placeName] = [useDeviceName(), usePlaceName()];
  const command = useApiCommand(sessions.end, { stale: [sessions.mine] });
  const end = () => command.mutate({ id: session.id }, { onError: (error) => showToast(faultOf(error).text, "problem") });
  const name = deviceName(session);
  const Icon = phones.has(session.system ?? "") ? Smartphone : Laptop;
  return (
    <li className="flex items-center gap-3 border-t border-line py-3.5 first:border-t-0 first:pt-0">
      <span aria-hidden="true" className="grid size-10 shrink-0 place-items-center rounded-pill bg-text/6 text-muted">
        <Icon className="size-5" />
      </span>
      <span className="grid min-w-0 flex-1">
        <span className="text-sm font-semibold">{name}</span>
        <span className="text-xs text-muted">{placeName(session)}</span>
        <span className="text-xs text-muted">
          {t("sessions.since")} <DateTime at={session.since} />
        </span>
      </span>
      {session.isThis ? (
        <Badge tone="win">{t("sessions.this")}</Badge>
      ) : (
        <Button size="sm" tone="secondary" busy={command.isPending} aria-label={`${t("sessions.end")}: ${name}`} onClick={end}>
          {t("sessions.end")}
        </Button>
      )}
    </li>
  );
}

const outcomes = {
  entered: { tone: "win", label: "sessions.outcome.entered" },
  challenged: { tone: "primary", label: "sessions.outcome.challenged" },
  wrongPassword: { tone: "accent", label: "sessions.outcome.wrongPassword" },
  wrongFactor: { tone: "accent", label: "sessions.outcome.wrongFactor" },
  refused: { tone: "accent", label: "sessions.outcome.refused" },
} as const satisfies Record<Entry["outcome"], { tone: "win" | "primary" | "accent"; label: Key }>;

/** Who entered the account or tried to, the newest first. */
function LoginHistory() {
  const t = useT();
  const refusal = useRefusal();
  const [deviceName, placeName] = [useDeviceName(), usePlaceName()];
  const history = useLoginHistory();
  const face = faceOf(history, history.rows.length);
  if (face === "loading") return <Skeleton className="h-64 w-full" />;
  if (face === "refused") return <RefusedState {...refusal(history)} />;
  return (
    <div className="grid gap-4">
      <ul className="grid">
        {history.rows.map((entry) => (
          <li key={entry.id} className="flex items-start justify-between gap-3 border-t border-line py-3 first:border-t-0">
            <span className="grid min-w-0">
              <span className="text-sm font-semibold">{deviceName(entry)}</span>
              <span className="text-xs text-muted">{placeName(entry)}</span>
              <DateTime at={entry.at} className="text-xs text-muted" />
            </span>
            <Badge tone={outcomes[entry.outcome].tone}>{t(outcomes[entry.outcome].label)}</Badge>
          </li>
        ))}
      </ul>
      <More {...history} label={t("ui.more")} size="md" className="justify-self-center" />
    </div>
  );
}
