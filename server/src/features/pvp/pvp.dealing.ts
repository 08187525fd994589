import { Refusal } from "@laro/contract/core/errors";
import { cardGameOf } from "../../core/catalogue/cardGames.ts";
import { checkGameOpen } from "../../core/catalogue/stops.ts";
import type { JurisdictionPack } from "../../core/settings/packs.ts";
import { HoldRefused } from "../../core/wallet/handStakes.ts";
import { getMainWalletId } from "../../core/wallet/wallet.ts";
import type { Database } from "../../platform/db.ts";
import type { Platform } from "../../platform/routes.ts";
import { type BookedSeat, dealHand } from "./pvp.books.ts";
import { checkMayPlay, findCardplayer } from "./pvp.people.ts";
import { isMoney, people, type Place, type seedsOf, type Table } from "./pvp.table.ts";

interface House {
  readonly platform: Platform;
  readonly pack: JurisdictionPack;
  /** Writes as whoever leads the tables. */
  readonly begin: Database["begin"];
  readonly isAbroad: (accountId: bigint) => boolean;
}

type Refused = ReadonlyMap<Place, Refusal>;
const NOBODY: Refused = new Map();

const refusedAll = (table: Table, refusal: Refusal): Refused => new Map(people(table).map((place) => [place, refusal]));

/** Whether a refusal says of the house, and not of one seat, that nothing is played. */
const isOfHouse = ({ code }: Refusal): boolean => code === "games.closed" || code.startsWith("site.");

/** Has the next hand begin: for money every hold is taken in one transaction. Answers who may not play and why; nobody is debited then. */
export async function bookHand(table: Table, id: string, seeds: ReturnType<typeof seedsOf>, house: House): Promise<Refused> {
  const closed = await refusalOf(checkGameOpen(house.platform.database.db, cardGameOf(table.room.gameCode).gameId));
  if (closed !== undefined) return refusedAll(table, closed);
  return isMoney(table) ? takeHolds(table, id, seeds, house) : NOBODY;
}

async function takeHolds(table: Table, id: string, { seed, seedHash, nonce, hitter }: ReturnType<typeof seedsOf>, house: House): Promise<Refused> {
  const { keys, timeZone, clock } = house.platform;
  const asked = await Promise.all(table.places.map((place, seat) => askSeat(place!, seat, house)));
  const refused = new Map(asked.flatMap(({ place, refusal }) => (refusal === undefined ? [] : [[place, refusal] as const])));
  if (refused.size > 0) return refused;
  const seats = asked.flatMap(({ booked }) => booked ?? []);
  const dealt = { id, tableId: table.id, room: table.room, number: nonce, hitter, seed, seedHash, seats };
  try {
    await house.begin((tx) => dealHand(tx, keys, { now: clock.now(), timeZone }, dealt));
    return NOBODY;
  } catch (error) {
    if (!(error instanceof HoldRefused)) throw error;
    const { refusal, walletId } = error;
    if (isOfHouse(refusal)) return refusedAll(table, refusal);
    return new Map([[table.places[seats.find((one) => one.walletId === walletId)!.seat]!, refusal]]);
  }
}

interface Asked {
  readonly place: Place;
  readonly booked?: BookedSeat;
  readonly refusal?: Refusal;
}

/** A seat as it is written down, or why its member may not play. */
async function askSeat(place: Place, seat: number, { platform, pack, isAbroad }: House): Promise<Asked> {
  const { db } = platform.database;
  const accountId = place.accountId!;
  const who = await findCardplayer(db, accountId);
  if (who === undefined) return { place, refusal: new Refusal("sessions.required") };
  const refusal = await refusalOf(checkMayPlay(db, who, { pack, now: platform.clock.now(), isAbroad: isAbroad(accountId) }));
  if (refusal !== undefined) return { place, refusal };
  return { place, booked: { seat, accountId, walletId: await getMainWalletId(db, accountId), bytes: place.bytes! } };
}

const refusalOf = (check: Promise<void>): Promise<Refusal | undefined> =>
  check.then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof Refusal) return error;
      throw error;
    },
  );
