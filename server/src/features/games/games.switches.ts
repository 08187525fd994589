import type { InputOf, OutputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import type { games, GameSwitch } from "@laro/contract/games";
import { type CatalogueGame, engineOf, findGameByCode, listHouseGames } from "../../core/catalogue/catalogue.ts";
import { listChanged } from "../../core/catalogue/digests.ts";
import { readSetStakes, type SetStakes, stakesInForce, takesStakes } from "../../core/catalogue/stakes.ts";
import { readStops, readUnfinished, setGamesOpen, type Stop, type StopScope, type Unfinished } from "../../core/catalogue/stops.ts";
import type { JurisdictionPack } from "../../core/settings/packs.ts";
import type { Db, Tx } from "../../platform/db.ts";

type Switches = OutputOf<(typeof games)["switches"]>;

interface Standing {
  readonly stops: readonly Stop[];
  readonly unfinished: Unfinished | undefined;
  readonly set: SetStakes | undefined;
}

/** A stopped game closes for as long as something of it is open, and then is closed by itself. */
function describe(game: CatalogueGame, pack: JurisdictionPack, { stops, unfinished, set }: Standing): GameSwitch {
  const engine = engineOf(game);
  const limits = stakesInForce(engine, pack, set);
  return {
    gameCode: game.gameCode,
    displayName: game.displayName,
    gameType: engine.gameType,
    isOpen: stops.length === 0,
    state: stops.length === 0 ? "open" : unfinished === undefined ? "closed" : "closing",
    stoppedAt: stops[0]?.at.toISOString() ?? null,
    stops: stops.map(({ scope, at, reason, by }) => ({ scope, at: at.toISOString(), reason, by })),
    openRounds: unfinished?.rounds ?? 0,
    oldestAt: unfinished?.oldestAt?.toISOString() ?? null,
    stakes: { ...limits, engineMin: engine.stakeMin, engineMax: engine.stakeMax, setMin: set?.stakeMin ?? null, setMax: set?.stakeMax ?? null },
    takesStakes: takesStakes(limits),
  };
}

/** The house games in the order they were added, with what stops each, what of it is open and what may be staked. */
export async function listSwitches(db: Db | Tx, pack: JurisdictionPack): Promise<Switches> {
  const [stops, unfinished, set] = [await readStops(db), await readUnfinished(db), await readSetStakes(db)];
  const list = listHouseGames().map((game) =>
    describe(game, pack, { stops: stops.get(game.gameId) ?? [], unfinished: unfinished.get(game.gameId), set: set.get(game.gameId) }),
  );
  const isStoppedBy = (scope: StopScope) => (one: GameSwitch) => one.stops.some((stop) => stop.scope === scope);
  const families = [...Map.groupBy(list, ({ gameType }) => gameType)].map(([gameType, of]) => ({
    gameType,
    games: of.length,
    isOpen: !of.some(isStoppedBy("family")),
  }));
  return { list, families, isHouseOpen: !list.some(isStoppedBy("house")) };
}

type Wanted = Pick<InputOf<(typeof games)["setOpen"]>, "gameCode" | "gameType" | "isOpen" | "reason">;

/**
 * Stops a game, a family or all games, or opens them again. Refuses with `games.not_found`, and with `games.version_differs` to open a game that has other mathematics
 * than its version had: that stop is the game's own, so neither its family's opening nor the house's takes it back.
 */
export async function switchGames(tx: Tx, pack: JurisdictionPack, { gameCode, gameType, ...rest }: Wanted & { by: string; now: Date }): Promise<Switches> {
  const [scope, named] = namedBy(gameCode, gameType);
  if (named.length === 0) refuse("games.not_found", { field: gameType === undefined ? "gameCode" : "gameType" });
  const [changed] = scope === "game" && rest.isOpen ? await listChanged(tx, named) : [];
  if (changed !== undefined) refuse("games.version_differs", { field: "gameCode", game: changed.displayName });
  await setGamesOpen(tx, { scope, gameIds: named.map(({ gameId }) => gameId), ...rest });
  return listSwitches(tx, pack);
}

function namedBy(gameCode: string | undefined, gameType: string | undefined): readonly [StopScope, readonly CatalogueGame[]] {
  if (gameCode !== undefined) return ["game", [findGameByCode(gameCode)].filter((game) => game !== undefined)];
  if (gameType === "ALL") return ["house", listHouseGames()];
  return ["family", listHouseGames().filter((game) => engineOf(game).gameType === gameType)];
}
