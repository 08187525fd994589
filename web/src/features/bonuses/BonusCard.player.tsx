import type { Bonus } from "@laro/contract/bonuses";
import { useState } from "react";
import { FormFault } from "../../api/FormFault.tsx";
import { useT } from "../../api/language.ts";
import { Badge, type BadgeTone } from "../../ui/Badge.tsx";
import { Button } from "../../ui/Button.tsx";
import { DateTime } from "../../ui/DateTime.tsx";
import { ConfirmDialog } from "../../ui/Dialog.tsx";
import { Meter } from "../../ui/Meter.tsx";
import { Money } from "../../ui/Money.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { OnlyThis, Waits } from "./BonusLines.player.tsx";
import { useBonusName, useForfeit, useRelease } from "./bonuses.api.ts";

const tones = { waiting: "info", active: "primary", released: "win", forfeited: "neutral", expired: "neutral" } as const satisfies Record<
  Bonus["state"],
  BadgeTone
>;

/** One bonus: what it gave, how much of it is staked, and its ends while it waits or runs. */
export function BonusCard({ bonus }: { bonus: Bonus }) {
  const t = useT();
  const { reference, amount, turnoverNeeded, turnoverDone, state, at, expiresAt, closedAt } = bonus;
  const name = useBonusName()(bonus);
  const end = closedAt ?? expiresAt;
  const done = (
    <>
      <Money minor={turnoverDone} /> / <Money minor={turnoverNeeded} />
    </>
  );
  return (
    <article aria-label={`${name} ${reference}`} className="grid content-start gap-4 rounded-md border border-line bg-card p-4 sm:p-5">
      <header className="flex items-start justify-between gap-3">
        <div className="grid min-w-0 gap-0.5">
          <h2 className="text-base font-semibold">{name}</h2>
          <p className="text-xs text-muted">
            <span className="figures">{reference}</span> · <DateTime at={at} />
          </p>
        </div>
        <Badge tone={tones[state]}>{t(`bonuses.state.${state}`)}</Badge>
      </header>
      <Money minor={amount} className="font-display text-xl font-bold" />
      <Meter label={t("bonuses.turnover")} value={Number(turnoverDone)} max={Number(turnoverNeeded)} text={done} tone={state === "released" ? "win" : "info"} />
      {end !== null && (
        <p className="text-xs text-muted">
          {t(closedAt === null ? "bonuses.until" : "bonuses.closed")} <DateTime at={end} />
        </p>
      )}
      {closedAt === null && <Actions bonus={bonus} />}
    </article>
  );
}

function Actions({ bonus }: { bonus: Bonus }) {
  const t = useT();
  const { id, state, turnoverNeeded, turnoverDone } = bonus;
  const name = useBonusName()(bonus);
  const release = useRelease();
  const forfeit = useForfeit();
  const [isAsking, setAsking] = useState(false);
  const isMet = turnoverDone >= turnoverNeeded;
  return (
    <div className="grid gap-3 border-t border-line pt-4">
      {state === "waiting" ? <Waits bonus={bonus} /> : <p className="text-sm text-muted">{t(isMet ? "bonuses.met" : "bonuses.open")}</p>}
      {state === "active" && !isMet && <OnlyThis bonus={bonus} />}
      <div className="flex flex-wrap gap-3">
        {state === "active" && (
          <Button
            disabled={!isMet}
            busy={release.isPending}
            onClick={() => release.mutate({ id }, { onSuccess: () => showToast(t("bonuses.releasedToast", { name }), "success") })}
          >
            {t("bonuses.release")}
          </Button>
        )}
        <Button tone="secondary" disabled={release.isPending} onClick={() => setAsking(true)}>
          {t("bonuses.forfeit")}
        </Button>
      </div>
      <FormFault error={release.error ?? forfeit.error} />
      <ConfirmDialog
        open={isAsking}
        title={t("bonuses.forfeit.title")}
        body={t("bonuses.forfeit.text")}
        confirmLabel={t("bonuses.forfeit")}
        cancelLabel={t("ui.cancel")}
        tone="danger"
        busy={forfeit.isPending}
        onConfirm={() => forfeit.mutate({ id }, { onSettled: () => setAsking(false) })}
        onCancel={() => setAsking(false)}
      />
    </div>
  );
}
