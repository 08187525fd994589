import { site } from "@laro/contract/site";
import { useT } from "../../api/language.ts";
import { useApiQuery } from "../../api/query.ts";
import { useRow } from "../../features/games/games.api.ts";
import { GameCard } from "../../features/games/GameCard.tsx";
import { Contact } from "../../features/site/Contact.tsx";
import { SleepingParol } from "../../ui/art/scenes.tsx";
import { Button } from "../../ui/Button.tsx";
import { DateTime } from "../../ui/DateTime.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { ClosedSite, LOOK_EVERY_MS } from "./ClosedSite.tsx";

const SHOWN_MAX = 6;

/** When the site is said to open again, where somebody said so. */
function Until() {
  const t = useT();
  const until = useApiQuery(site.status, {}, { everyMs: LOOK_EVERY_MS }).data?.until;
  if (until === undefined || until === null) return null;
  return (
    <p className="rounded-pill border border-line bg-raised px-4 py-2 text-sm">
      {t("site.maintenanceUntil")} <DateTime at={until} />
    </p>
  );
}

/** The second root view: the site rests, and shows what is popular when it is open (SITE-24, SITE-25). */
export function MaintenanceView() {
  const t = useT();
  const { games = [] } = useRow("ALL");
  return (
    <ClosedSite art={<SleepingParol className="w-52" />} title={t("site.game_maintenance")} text={t("site.info_maintenance")}>
      <Until />
      <Button onClick={() => location.reload()}>{t("ui.retry")}</Button>
      <section aria-label={t("site.customerService")} className="mt-4 grid gap-2 text-muted">
        <h2 className="text-sm font-semibold text-text">{t("site.customerService")}</h2>
        <Contact />
      </section>
      {games.length > 0 && (
        <section className="mt-8 grid w-full gap-4">
          <h2 className="text-base font-bold">{t("site.maintenanceGames")}</h2>
          <ul className="flex flex-wrap justify-center gap-4 text-start">
            {games.slice(0, SHOWN_MAX).map((game) => (
              <li key={game.nodeId} className="w-34">
                <GameCard game={game} onPlay={() => showToast(t("errors.games.closed"))} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </ClosedSite>
  );
}
