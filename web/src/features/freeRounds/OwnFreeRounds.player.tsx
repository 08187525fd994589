import type { FreeRoundState, OwnFreeRounds as Own } from "@laro/contract/freeRounds";
import { Play } from "lucide-react";
import { faceOf, useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { Badge, type BadgeTone } from "../../ui/Badge.tsx";
import { Button } from "../../ui/Button.tsx";
import { DateTime } from "../../ui/DateTime.tsx";
import { RefusedState } from "../../ui/Faces.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { Money } from "../../ui/Money.tsx";
import { More } from "../../ui/More.tsx";
import { useOwnFreeRounds } from "./freeRounds.api.ts";

const tones = {
  issuing: "neutral",
  issued: "primary",
  active: "primary",
  held: "info",
  finished: "win",
  cancelled: "neutral",
  expired: "neutral",
  failed: "neutral",
} as const satisfies Record<FreeRoundState, BadgeTone>;

/** The member's free rounds; nothing where there are none. */
export function OwnFreeRounds({ onPlay }: { onPlay: (game: { nodeId: string }) => void }) {
  const t = useT();
  const refusal = useRefusal();
  const asked = useOwnFreeRounds();
  const face = faceOf(asked, asked.rows.length);
  if (face === "empty") return null;
  return (
    <section aria-labelledby="free-rounds" className="grid gap-3">
      <h2 id="free-rounds" className="text-lg font-semibold">
        {t("freeRounds.own")}
      </h2>
      {face === "loading" && <Skeleton className="h-32 w-full" />}
      {face === "refused" && <RefusedState {...refusal(asked)} />}
      {face === "ready" && (
        <ul className="grid gap-3 xl:grid-cols-2">
          {asked.rows.map((row) => (
            <li key={row.id} className="grid">
              <Card row={row} onPlay={onPlay} />
            </li>
          ))}
        </ul>
      )}
      <More {...asked} label={t("ui.more")} size="md" className="justify-self-center" />
    </section>
  );
}

function Card({ row, onPlay }: { row: Own; onPlay: (game: { nodeId: string }) => void }) {
  const t = useT();
  const { reference, nodeId, gameName, vendorName, rounds, stake, wagering, until, state, won, playable } = row;
  return (
    <article aria-label={`${gameName} ${reference}`} className="grid content-start gap-3 rounded-md border border-line bg-card p-4 sm:p-5">
      <header className="flex items-start justify-between gap-3">
        <div className="grid min-w-0 gap-0.5">
          <h3 className="text-base font-semibold">{gameName}</h3>
          <p className="text-xs text-muted">
            {vendorName} · <span className="figures">{reference}</span>
          </p>
        </div>
        <Badge tone={tones[state]}>{t("freeRounds.state", { state })}</Badge>
      </header>
      <p className="text-sm">
        {t("freeRounds.count", { count: rounds })} · <Money minor={stake} />
      </p>
      {state === "held" && <p className="text-sm text-muted">{t("freeRounds.heldText")}</p>}
      {state === "finished" ? (
        <p className="flex flex-wrap items-baseline gap-2">
          <span className="text-sm text-muted">{t("freeRounds.won")}</span>
          <Money minor={won} className="font-display text-xl font-bold" />
        </p>
      ) : (
        <p className="text-xs text-muted">
          {t("freeRounds.until")} <DateTime at={until} />
        </p>
      )}
      <p className="text-xs text-muted">{t("freeRounds.wageringText", { times: wagering })}</p>
      {playable && (
        <Button icon={<Play />} className="justify-self-start" aria-label={t("freeRounds.playIn", { game: gameName })} onClick={() => onPlay({ nodeId })}>
          {t("freeRounds.play")}
        </Button>
      )}
    </article>
  );
}
