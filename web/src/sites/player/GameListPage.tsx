import { Suspense } from "react";
import { useSearchParams } from "wouter";
import { area } from "../../api/area.ts";
import { useT } from "../../api/language.ts";
import { Narrow, type NarrowingProps, NothingLeft } from "../../features/games/Facets.player.tsx";
import { categories, type GamePageType, linkOf, openCategories, typeNameOf, useMenu, useRow } from "../../features/games/games.api.ts";
import { GameGrid } from "../../features/games/GameGrid.player.tsx";
import { Tiles } from "../../features/games/Tiles.player.tsx";
import { type Narrowing, readNarrowing, writeNarrowing } from "../../features/games/narrowing.ts";
import { useGamePages } from "../../features/games/pages.api.ts";
import { Chip } from "../../ui/AmountField.tsx";
import type { GlyphName } from "../../ui/art/glyphs.tsx";
import { VendorChips } from "../../features/games/VendorMenu.player.tsx";
import { VendorTiles } from "../../features/games/VendorTiles.player.tsx";
import { Banners } from "./Banners.tsx";
import { CardCorners } from "./CardCorner.tsx";
import { isOwn, type ListTab, ListTabs, listTabs } from "./ListTabs.tsx";
import { OwnList } from "./OwnGamesPage.tsx";
import { usePlay } from "./play.ts";
import { TitleBanner } from "./TitleBanner.tsx";

const VendorGames = area("lobby", () => import("./VendorGames.tsx").then((file) => file.VendorGames));
const LiveTables = area("liveTables", () => import("../../features/tables/LiveTables.player.tsx").then((file) => file.LiveTables));
const CardRooms = area("cardRooms", () => import("../../features/pvp/CardRooms.player.tsx").then((file) => file.CardRooms));
const JackpotStrip = area("jackpots", () => import("../../features/jackpots/JackpotStrip.player.tsx").then((file) => file.JackpotStrip));

/** The part of an address that names the vendor whose list is open over the page. */
const LIST = "list";

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
/** The class of the games with a jackpot (NAV-05). */
const JACKPOTS = "JP";
const EVERY_CLASS = "ALL";
const NO_CODES: readonly string[] = [];
const POPULAR_SHOWN = 6;

/** The lists of games with tabs above them; the others are pages of vendors. */
const hasTabs: readonly GamePageType[] = ["FISH", "RNG", "PVP", "BGS"];

/** One list of games; the queries `vassalage`, `gameClassify` and those of the sheet narrow it (ROUTE-25). */
export function GameListPage({ gameType }: { gameType: GamePageType }) {
  const t = useT();
  const type = typeNameOf(gameType);
  const [query, setQuery] = useSearchParams();
  const tab = listTabs.find((name) => name === query.get("tab")) ?? "ALL";
  const vendor = query.get(LIST);
  const play = usePlay();
  return (
    <div className="flex flex-col gap-6">
      <TitleBanner title={t("games.type", { type })} text={t("games.typeText", { type })} glyph={glyphOf[gameType]} />
      <Banners group="w_home" gameType={gameType} />
      {query.get("gameClassify") === JACKPOTS && (
        <Suspense fallback={<div aria-hidden="true" className="h-22 rounded-md bg-raised" />}>
          <JackpotStrip onPlay={play} />
        </Suspense>
      )}
      {gameType === "LIVE" && !query.has("vassalage") && (
        <Suspense fallback={<div aria-hidden="true" className="h-32 rounded-md bg-raised" />}>
          <LiveTables onPlay={play} />
        </Suspense>
      )}
      {gameType === "PVP" && !query.has("vassalage") && (
        <Suspense fallback={<div aria-hidden="true" className="h-64 rounded-md bg-raised" />}>
          <CardRooms />
        </Suspense>
      )}
      {gameType === "ALL" && !query.has("vassalage") && !query.has("gameClassify") && <VendorTiles />}
      {hasTabs.includes(gameType) && <ListTabs tab={tab} onChange={(next) => setQuery((current) => put(current, "tab", next === "ALL" ? undefined : next))} />}
      {isOwn(tab) && hasTabs.includes(gameType) ? <OwnList list={tab} gameType={gameType} /> : <FoundGames gameType={gameType} tab={tab} />}
      <Suspense fallback={null}>
        {vendor !== null && (
          <VendorGames gameType={gameType} vassalage={vendor} onClose={() => setQuery((current) => put(current, LIST, undefined), { replace: true })} />
        )}
      </Suspense>
    </div>
  );
}

function put(query: URLSearchParams, name: string, value: string | undefined): URLSearchParams {
  if (value === undefined) query.delete(name);
  else query.set(name, value);
  return query;
}

/** What the address asks for, with the choices that narrow it. */
function FoundGames({ gameType, tab }: { gameType: GamePageType; tab: ListTab }) {
  const play = usePlay();
  const [query, setQuery] = useSearchParams();
  const narrowing = readNarrowing(query);
  const [vassalage, asked] = [query.get("vassalage"), query.get("gameClassify")];
  const category = categories.find((one) => one.gameType === gameType);
  const gameClassify = tab === "HOT" ? "HOT" : asked;
  const pages = useGamePages({
    gameType,
    narrowing,
    ...(vassalage === null ? {} : { vassalage }),
    ...(gameClassify === null ? {} : { gameClassify }),
    ...(tab === "NEW" ? { isNew: "1" } : {}),
  });
  const narrow = (next: Narrowing) => setQuery((current) => writeNarrowing(current, next));
  const isNarrowed = Object.keys(narrowing).length > 0;
  const nothing = isNarrowed ? <Nothing facets={pages.facets} narrowing={narrowing} onChange={narrow} /> : undefined;
  return (
    <>
      {category && <VendorChips {...category} path={linkOf(category.path)} selected={vassalage} />}
      {spansTypes.includes(gameType) ? <Classes /> : <OwnClasses codes={pages.facets?.classes.map(({ code }) => code) ?? NO_CODES} />}
      <Narrow facets={pages.facets} total={pages.total} narrowing={narrowing} onChange={narrow} />
      <CardCorners>
        <GameGrid pages={pages} empty={nothing} onPlay={play} />
      </CardCorners>
    </>
  );
}

/** No game fits all choices: what lifts one, and what others play. */
function Nothing(props: Omit<NarrowingProps, "total">) {
  const t = useT();
  const play = usePlay();
  const { games = [] } = useRow("ALL");
  return (
    <>
      <NothingLeft {...props} />
      {games.length > 0 && (
        <>
          <h2 className="mb-3 text-base font-bold">{t("site.notFoundGames")}</h2>
          <Tiles games={games.slice(0, POPULAR_SHOWN)} onPlay={play} />
        </>
      )}
    </>
  );
}

/** The classes of one type, such as baccarat and roulette of live tables (GAME-15). */
function OwnClasses({ codes }: { codes: readonly string[] }) {
  const t = useT();
  if (codes.length < 2) return null;
  return <Choice codes={codes} nameOf={(code) => t("games.class", { code })} />;
}

/** The kinds of games there are. */
function Classes() {
  const t = useT();
  const kinds = ["BGS", ...openCategories(useMenu()).map((category) => category.gameType)];
  if (kinds.length < 2) return null;
  return <Choice codes={kinds} nameOf={(type) => t("games.type", { type })} />;
}

/** A choice the address keeps. */
function Choice({ codes, nameOf }: { codes: readonly string[]; nameOf: (code: string) => string }) {
  const t = useT();
  const [query, setQuery] = useSearchParams();
  const selected = query.get("gameClassify") ?? EVERY_CLASS;
  return (
    <div role="group" aria-label={t("games.classify")} className="flex flex-wrap gap-2">
      {[EVERY_CLASS, ...codes].map((code) => (
        <Chip key={code} selected={code === selected} onPress={() => setQuery((current) => put(current, "gameClassify", code))}>
          {nameOf(code)}
        </Chip>
      ))}
    </div>
  );
}
