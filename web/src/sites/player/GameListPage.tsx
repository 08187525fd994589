import { useSearchParams } from "wouter";
import { useT } from "../../api/language.ts";
import { type GamePageType, typeNameOf, useGamePages, openCategories, useMenu } from "../../features/games/games.api.ts";
import { GameGrid } from "../../features/games/GameGrid.player.tsx";
import { Chip } from "../../ui/AmountField.tsx";
import type { GlyphName } from "../../ui/art/glyphs.tsx";
import { CardCorners } from "./CardCorner.tsx";
import { usePlay } from "./play.ts";
import { TitleBanner } from "./TitleBanner.tsx";

const glyphOf = {
  BGS: "die",
  HOT: "sun",
  ALL: "parol",
  ELOTT: "ticket",
  LOTT: "ticket",
  LIVE: "roulette",
  SPORTS: "ball",
  FISH: "fish",
  RNG: "seven",
  PVP: "cards",
  ESPORTS: "rocket",
  COCKFIGHT: "sun",
} as const satisfies Record<GamePageType, GlyphName>;

/** Which games of the lobby a page is about, before its queries narrow it. */
const spansTypes: readonly GamePageType[] = ["BGS", "HOT", "ALL"];
const EVERY_CLASS = "ALL";

/** One list of games; the queries `vassalage` and `gameClassify` narrow it (ROUTE-25). */
export function GameListPage({ gameType }: { gameType: GamePageType }) {
  const t = useT();
  const play = usePlay();
  const [query] = useSearchParams();
  const [vassalage, gameClassify] = [query.get("vassalage"), query.get("gameClassify")];
  const type = typeNameOf(gameType);
  const pages = useGamePages({ gameType, ...(vassalage === null ? {} : { vassalage }), ...(gameClassify === null ? {} : { gameClassify }) });
  return (
    <div className="flex flex-col gap-6">
      <TitleBanner title={t("games.type", { type })} text={t("games.typeText", { type })} glyph={glyphOf[gameType]} />
      {spansTypes.includes(gameType) && <Classes />}
      <CardCorners>
        <GameGrid pages={pages} onPlay={play} />
      </CardCorners>
    </div>
  );
}

/** The kinds of games there are, as a choice the address keeps. */
function Classes() {
  const t = useT();
  const [query, setQuery] = useSearchParams();
  const menu = useMenu();
  const kinds = ["BGS", ...openCategories(menu).map((category) => category.gameType)];
  if (kinds.length < 2) return null;
  const selected = query.get("gameClassify") ?? EVERY_CLASS;
  const select = (kind: string) =>
    setQuery((current) => {
      current.set("gameClassify", kind);
      return current;
    });
  return (
    <div role="group" aria-label={t("games.classify")} className="flex flex-wrap gap-2">
      {[EVERY_CLASS, ...kinds].map((kind) => (
        <Chip key={kind} selected={kind === selected} onPress={() => select(kind)}>
          {t("games.type", { type: kind })}
        </Chip>
      ))}
    </div>
  );
}
