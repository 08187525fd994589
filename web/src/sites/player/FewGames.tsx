import type { Game } from "@laro/contract/games";
import { BadgeCheck, Play } from "lucide-react";
import { useT } from "../../api/language.ts";
import { gamePages, linkOf, typeNameOf, useRow } from "../../features/games/games.api.ts";
import { GameFacts } from "../../features/games/GameFacts.player.tsx";
import { GameRow } from "../../features/games/GameRow.player.tsx";
import { useGameInfo } from "../../features/games/info.api.ts";
import { Tiles } from "../../features/games/Tiles.player.tsx";
import { Button, ButtonLink } from "../../ui/Button.tsx";
import { LazyImage } from "../../ui/LazyImage.tsx";
import { usePlay } from "./play.ts";

/** So many games have room to speak for themselves. */
const SPEAKING_MAX = 4;

/** All games there are, each once: a few with what can be known of them, more side by side. */
export function FewGames() {
  const t = useT();
  const play = usePlay();
  const { games = [] } = useRow("ALL");
  if (games.length === 0) return null;
  return (
    <section aria-labelledby="fewGames" className="grid gap-3">
      <h2 id="fewGames" className="flex min-h-10 items-center text-lg font-bold">
        {t("site.games")}
      </h2>
      {games.length > SPEAKING_MAX ? (
        <Tiles games={games} onPlay={play} />
      ) : (
        <ul className="grid gap-4 lg:grid-cols-2">
          {games.map((game) => (
            <SpeakingCard key={game.nodeId} game={game} onPlay={play} />
          ))}
        </ul>
      )}
    </section>
  );
}

/** A game with its return, stakes and largest win, before anyone plays it. */
function SpeakingCard({ game, onPlay }: { game: Game; onPlay: (game: Game) => void }) {
  const t = useT();
  const { data } = useGameInfo(game.nodeId);
  return (
    <li className="grid grid-cols-[6.5rem_minmax(0,1fr)] items-start gap-4 rounded-md border border-line bg-raised p-4 sm:grid-cols-[9rem_minmax(0,1fr)]">
      <span className="relative aspect-3/4 overflow-hidden rounded-md bg-card">
        <LazyImage src={game.iconUrl} alt="" fallback={null} className="absolute inset-0 size-full object-cover" />
      </span>
      <div className="grid min-h-64 content-start gap-4">
        <h3 className="text-lg font-bold">{game.displayName}</h3>
        {data && <GameFacts info={data} />}
        <div className="mt-auto flex flex-wrap gap-2">
          <Button icon={<Play />} disabled={game.state !== "open"} onClick={() => onPlay(game)}>
            {t("games.play")}
          </Button>
          <ButtonLink to="/fair" tone="ghost" icon={<BadgeCheck />}>
            {t("site.helpFair")}
          </ButtonLink>
        </div>
      </div>
    </li>
  );
}

const NO_GAMES: readonly Game[] = [];
const NO_NAMES: readonly string[] = [];

interface JoinedRowProps {
  /** The lists that share the row, by their game types. */
  lists: readonly string[];
  before?: readonly Game[];
  names?: readonly string[];
}

/** Lists with too few games for rows of their own in one; the way to all leads to the last. */
export function JoinedRow({ lists: [list = "", ...rest], before = NO_GAMES, names = NO_NAMES }: JoinedRowProps) {
  const t = useT();
  const play = usePlay();
  const page = gamePages.find(({ gameType }) => gameType === list) ?? gamePages[0];
  const { games = [] } = useRow(page.gameType);
  const all = [...before, ...games.filter(({ nodeId }) => before.every((one) => one.nodeId !== nodeId))];
  const titles = [...names, t("games.type", { type: typeNameOf(page.gameType) })];
  if (rest.length > 0) return <JoinedRow lists={rest} before={all} names={titles} />;
  return <GameRow title={titles.join(" · ")} to={linkOf(page.path)} games={all} onPlay={play} />;
}
