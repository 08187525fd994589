import type { CountedGame } from "@laro/contract/rebates";
import { useT } from "../../api/language.ts";

/** As many as are read at a glance, the house's own among them; makers of games have dozens more. */
const SHOWN = 16;

/** The games of which only a part of each bet counts. */
export function ThinGames({ text, games }: { text: string; games: readonly CountedGame[] }) {
  const t = useT();
  const [first, rest] = [games.slice(0, SHOWN), games.slice(SHOWN)];
  if (games.length === 0) return null;
  return (
    <div className="grid gap-1 text-sm">
      <p>{text}</p>
      <Games games={first} />
      {rest.length > 0 && (
        <details className="grid gap-1">
          <summary className="py-1 font-semibold">{t("rebates.moreGames", { count: rest.length })}</summary>
          <Games games={rest} />
        </details>
      )}
    </div>
  );
}

function Games({ games }: { games: readonly CountedGame[] }) {
  const t = useT();
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-muted">
      {games.map(({ game, percent }, place) => (
        // Two makers may have games of one name.
        <li key={place}>{t("rebates.gameCounts", { game, percent })}</li>
      ))}
    </ul>
  );
}
