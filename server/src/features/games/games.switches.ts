import type { InputOf, OutputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import type { games, GameSwitch } from "@laro/contract/games";
import { findCardGameByCode, listCardGames } from "../../core/catalogue/cardGames.ts";
import { engineOf, findGameByCode, listHouseGames } from "../../core/catalogue/catalogue.ts";
import { listChanged } from "../../core/catalogue/digests.ts";
import { readSetStakes, type SetStakes, type StakeLimits, stakesInForce, takesStakes } from "../../core/catalogue/stakes.ts";
import { readStops, readUnfinished, setGamesOpen, type Stop, type StopScope, type Unfinished } from "../../core/catalogue/stops.ts";
import type { JurisdictionPack } from "../../core/settings/packs.ts";
import type { Db, Tx } from "../../platform/db.ts";

type Switches = OutputOf<(typeof games)["switches"]>;

interface Standing {
  readonly stops: readonly Stop[];
  readonly unfinished: Unfinished | undefined;
  readonly set: SetStakes | undefined;
}

/** What can be stopped: a game that an engine draws, or one that members play among themselves. */
interface Switched {
  readonly gameId: number;
  readonly gameCode: string;
  readonly displayName: string;
  readonly gameType: string;
  /** What the game itself allows to be staked, and what of it is in force. */
  readonly own: StakeLimits;
  readonly inForce: (pack: JurisdictionPack, set: SetStakes | undefined) => StakeLimits;
}

const houseSwitched = (): readonly Switched[] =>
  listHouseGames().map((game) => {
    const engine = engineOf(game);
    return { ...game, gameType: engine.gameType, own: engine, inForce: (pack, set) => stakesInForce(engine, pack, set) };
  });

/** A card game takes the holds of its rooms, as far as the market allows. */
const cardsSwitched = (): readonly Switched[] =>
  listCardGames().map((game) => ({
    ...game,
    own: game.holds,
    inForce: ({ play: { stakeMaxMinor } }) => ({ ...game.holds, stakeMax: stakeMaxMinor < game.holds.stakeMax ? stakeMaxMinor : game.holds.stakeMax }),
  }));

const listSwitched = (): readonly Switched[] => [...houseSwitched(), ...cardsSwitched()];

/** A stopped game closes for as long as something of it is open, and then is closed by itself. */
function describe({ gameCode, displayName, gameType, own, inForce }: Switched, pack: JurisdictionPack, { stops, unfinished, set }: Standing): GameSwitch {
  const limits = inForce(pack, set);
  return {
    gameCode,
    displayName,
    gameType,
    isOpen: stops.length === 0,
    state: stops.length === 0 ? "open" : unfinished === undefined ? "closed" : "closing",
    stoppedAt: stops[0]?.at.toISOString() ?? null,
    stops: stops.map(({ scope, at, reason, by }) => ({ scope, at: at.toISOString(), reason, by })),
    openRounds: unfinished?.rounds ?? 0,
    oldestAt: unfinished?.oldestAt?.toISOString() ?? null,
    stakes: { ...limits, engineMin: own.stakeMin, engineMax: own.stakeMax, setMin: set?.stakeMin ?? null, setMax: set?.stakeMax ?? null },
    takesStakes: takesStakes(limits),
  };
}

/** The house games in the order they were added and the card games after them, with what stops each, what of it is open and what may be staked. */
export async function listSwitches(db: Db | Tx, pack: JurisdictionPack): Promise<Switches> {
  const [stops, unfinished, set] = [await readStops(db), await readUnfinished(db), await readSetStakes(db)];
  const list = listSwitched().map((game) =>
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
  const drawn = listHouseGames().filter(({ gameId }) => named.includes(gameId));
  const [changed] = scope === "game" && rest.isOpen ? await listChanged(tx, drawn) : [];
  if (changed !== undefined) refuse("games.version_differs", { field: "gameCode", game: changed.displayName });
  await setGamesOpen(tx, { scope, gameIds: named, ...rest });
  return listSwitches(tx, pack);
}

/** By whose word it is, and the numbers of the games it is about. */
function namedBy(gameCode: string | undefined, gameType: string | undefined): readonly [StopScope, readonly number[]] {
  const idsOf = (games: readonly ({ readonly gameId: number } | undefined)[]): readonly number[] => games.flatMap((game) => game?.gameId ?? []);
  if (gameCode !== undefined) return ["game", idsOf([findGameByCode(gameCode) ?? findCardGameByCode(gameCode)])];
  if (gameType === "ALL") return ["house", idsOf(listSwitched())];
  return ["family", idsOf(listSwitched().filter((game) => game.gameType === gameType))];
}
