import { useT } from "../../api/language.ts";
import { DateTime } from "../../ui/DateTime.tsx";
import { Money } from "../../ui/Money.tsx";
import { ParolMark } from "../../ui/art/Parol.tsx";
import { useTaken } from "./jackpots.api.ts";

/** The jackpots that were taken, newest first; where none was, nothing. */
export function TakenList() {
  const t = useT();
  const taken = useTaken().data?.list ?? [];
  return (
    taken.length > 0 && (
      <section aria-labelledby="jackpotsTaken" className="grid gap-2">
        <h2 id="jackpotsTaken" className="text-lg font-bold">
          {t("jackpots.taken")}
        </h2>
        <ol className="grid gap-2">
          {taken.map(({ customerName, gameName, gameTime, winAmount }) => (
            <li key={`${gameTime} ${customerName}`} className="flex items-center gap-4 rounded-md border border-line bg-raised p-3 pe-4">
              <ParolMark className="size-9 shrink-0" />
              <span className="grid min-w-0 flex-1">
                <span className="truncate font-semibold">{t("jackpots.of", { game: gameName })}</span>
                <span className="truncate text-xs text-muted">
                  {customerName} · <DateTime at={gameTime} shape="date" />
                </span>
              </span>
              <Money minor={winAmount} className="font-bold text-win-text" />
            </li>
          ))}
        </ol>
      </section>
    )
  );
}
