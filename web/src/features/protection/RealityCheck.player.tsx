import { protection, type NetPosition } from "@laro/contract/protection";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { FormFault } from "../../api/FormFault.tsx";
import { useT } from "../../api/language.ts";
import { markStale } from "../../api/query.ts";
import { useOnRefusal } from "../../api/refusals.ts";
import { Button } from "../../ui/Button.tsx";
import { nowMs } from "../../api/clock.ts";
import { useNow } from "../../ui/DateTime.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Money } from "../../ui/Money.tsx";
import { BreakForm } from "./BreakForm.player.tsx";
import { Helpline } from "./Helpline.player.tsx";
import { useAnswerReality, useProtection } from "./protection.api.ts";

const MINUTE_MS = 60_000;
/** A timer of the browser cannot wait longer. */
const WAIT_MAX_MS = 2 ** 31 - 1;

/** True from the moment the check falls due, by this clock or because the server refused a stake for it, until it is answered. */
function useIsDue(dueAt: string | undefined): boolean {
  const client = useQueryClient();
  const [dueFor, setDueFor] = useState<string>();
  const dueAtMs = dueAt === undefined ? undefined : Date.parse(dueAt);
  useEffect(() => {
    if (dueAtMs === undefined) return;
    const timer = setTimeout(
      () => {
        markStale(client, [protection.mine.name]);
        setDueFor(dueAt);
      },
      Math.min(Math.max(0, dueAtMs - nowMs()), WAIT_MAX_MS),
    );
    return () => clearTimeout(timer);
  }, [client, dueAt, dueAtMs]);
  useOnRefusal("protection.reality_check", () => {
    markStale(client, [protection.mine.name]);
    setDueFor(dueAt);
  });
  return dueAt !== undefined && dueFor === dueAt;
}

/** Once it stands there it stays, whatever begins meanwhile. */
function useShown(isDue: boolean, isHeld: boolean): boolean {
  const [isShown, setShown] = useState(false);
  if (isShown !== isDue && (isShown || !isHeld)) setShown(isDue);
  return isShown && isDue;
}

interface RealityCheckProps {
  onSignOut: () => void;
  /** A round is under way that it waits for. */
  isHeld?: boolean;
  onShown?: (isShown: boolean) => void;
}

/** Stands in the way of play when it is time to look up: how long, at what cost, and what now. */
export function RealityCheck({ onSignOut, isHeld = false, onShown }: RealityCheckProps) {
  const t = useT();
  const { data } = useProtection();
  const isDue = useIsDue(data?.reality.dueAt) && data?.exclusion === null;
  const isShown = useShown(isDue, isHeld);
  const tellShown = useEffectEvent((shown: boolean) => onShown?.(shown));
  useEffect(() => tellShown(isShown), [isShown]);
  if (data === undefined) return null;
  const { reality, timeouts } = data;
  return (
    <Dialog open={isShown} title={t("protection.check.title")} closeLabel={t("ui.close")}>
      <Check since={reality.since} position={reality.position} timeouts={timeouts} onSignOut={onSignOut} />
    </Dialog>
  );
}

interface CheckProps {
  since: string;
  position: NetPosition;
  timeouts: readonly string[];
  onSignOut: () => void;
}

function Check({ since, position, timeouts, onSignOut }: CheckProps) {
  const t = useT();
  const answer = useAnswerReality();
  const [isResting, setResting] = useState(false);
  if (isResting) return <BreakForm periods={timeouts} onDone={() => undefined} onCancel={() => setResting(false)} />;
  return (
    <div className="grid gap-5">
      <Played since={since} />
      <dl className="grid gap-2 rounded-sm border border-line bg-card px-4 py-3 text-sm">
        {(["staked", "won", "net"] as const).map((figure) => (
          <Figure key={figure} label={t(`protection.figure.${figure}`)}>
            <Money minor={position[figure]} signed={figure === "net"} className={figure === "net" ? "text-base" : undefined} />
          </Figure>
        ))}
      </dl>
      <FormFault error={answer.error} />
      <div className="grid gap-3">
        <Button size="lg" block busy={answer.isPending} onClick={() => answer.mutate({})}>
          {t("protection.check.playOn")}
        </Button>
        <Button size="lg" block tone="secondary" onClick={() => setResting(true)}>
          {t("protection.break.take")}
        </Button>
        <Button size="lg" block tone="ghost" onClick={onSignOut}>
          {t("protection.check.logOut")}
        </Button>
      </div>
      <Helpline />
    </div>
  );
}

function Played({ since }: { since: string }) {
  const t = useT();
  const minutes = Math.max(0, Math.floor((useNow() - Date.parse(since)) / MINUTE_MS));
  return <p className="text-base">{t("protection.check.played", { hours: Math.floor(minutes / 60), minutes: minutes % 60 })}</p>;
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="text-muted">{label}</dt>
      <dd className="font-semibold">{children}</dd>
    </div>
  );
}
