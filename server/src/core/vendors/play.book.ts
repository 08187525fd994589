import { sql } from "kysely";
import type { Db } from "../../platform/db.ts";
import { contentDigest } from "../../platform/ids.ts";
import { staleOnCommit } from "../../platform/live.ts";
import type { Platform } from "../../platform/routes.ts";
import { openWallet } from "../wallet/funds.ts";
import { bookPulled, type ByNet, type Odd, type PulledRecord } from "../wallet/pulled.ts";
import { roomForUnmatched } from "../wallet/unmatched.ts";
import { noteFault } from "./faults.ts";
import { transactionId, undoingId } from "./ids.ts";
import { playerFinder, type VendorPlayer } from "./players.ts";
import type { PlayRecord } from "./protocol.ts";
import { recallOfShutOut } from "./purses.ts";
import type { GatewayVendor } from "./view.ts";
import { roundOf } from "./wallet.ts";

/** So many records of a member are booked in one transaction. */
const RECORDS_AT_ONCE = 200;
/** What is odd is told again as long as its window is read: within this time it is the same. */
const NOTED_FOR_MINUTES = 60;
const ID_KEPT_MAX = 255;

interface Noted {
  readonly id: string;
  readonly kind: string;
  readonly accountId?: bigint;
}

/** Tells officers of what was told and cannot be booked, each once while it is told again and again. */
export async function noteOdd(platform: Platform, vendor: Pick<GatewayVendor, "id">, odd: readonly Noted[]): Promise<void> {
  if (odd.length === 0) return;
  const { rows } = await sql<{ id: string; kind: string }>`
    select their_id as id, code as kind from vendor_fault where vendor_id = ${vendor.id} and action = 'play' and direction = 'out'
      and id >= uuid_floor(${platform.clock.now()}::timestamptz - ${NOTED_FOR_MINUTES} * interval '1 minute')`.execute(platform.database.db);
  const known = new Set(rows.map(({ id, kind }) => `${kind} ${id}`));
  for (const { id, kind, accountId } of odd) {
    const name = `${kind} ${id.slice(0, ID_KEPT_MAX)}`;
    if (known.has(name)) continue;
    known.add(name);
    const about = { action: "play", kind, direction: "out", theirId: id, ...(accountId === undefined ? {} : { accountId }) } as const;
    noteFault({ platform, vendor, requestId: null }, about);
  }
}

interface Told {
  readonly walletKind: number;
  readonly records: readonly PlayRecord[];
  readonly order?: ByNet;
}

/**
 * Books what a vendor tells of play, member by member, each record once. What names nobody or nothing of ours, another currency, or contradicts what was told before is
 * told to officers, and nothing of it moves; so is whose records could not be booked now, and the answer is then false.
 */
export async function bookRecords(platform: Platform, vendor: GatewayVendor, { walletKind, records, order }: Told): Promise<boolean> {
  const { byMember, odd } = await sortOut(platform, vendor, records);
  await noteOdd(platform, vendor, odd);
  const failed: Noted[] = [];
  for (const { player, own } of byMember)
    for (let from = 0; from < own.length; from += RECORDS_AT_ONCE) {
      const part = own.slice(from, from + RECORDS_AT_ONCE);
      await bookOwn(platform, vendor, { player, walletKind, records: part, ...(order === undefined ? {} : { order }) }).catch((error: Error) => {
        platform.log.error({ err: error, vendor: vendor.code, account: String(player.accountId) }, "a member's play in a purse waits");
        failed.push({ id: theirIdOf(part[0]!), kind: "not_booked", accountId: player.accountId });
      });
    }
  await noteOdd(platform, vendor, failed);
  return failed.length === 0;
}

const theirIdOf = (record: PulledRecord): string => ("step" in record ? record.step.foreignId : record.undo.foreignId);

interface Own {
  readonly player: VendorPlayer;
  readonly walletKind: number;
  readonly records: readonly PulledRecord[];
  readonly order?: ByNet;
}

/** What changes for a member whose play was booked. */
const MOVED = ["transfers.wallets", "wallet.balance", "wallet.history", "rounds.mine", "bonuses.rewards", "rewards.summary"] as const;

async function bookOwn(platform: Platform, vendor: GatewayVendor, { player, walletKind, ...booking }: Own): Promise<void> {
  const { database, clock, timeZone } = platform;
  const { accountId, walletId } = player;
  const now = clock.now();
  const odd = await database.begin(async (tx) => {
    const purseId = await openWallet(tx, { accountId, kind: walletKind });
    const own = { purse: { accountId, vendorId: vendor.id, walletId, purseId }, room: () => roomForUnmatched(tx, vendor.id) };
    const pulled = await bookPulled(tx, { now, timeZone }, { ...booking, ...own });
    if (pulled.isNew) staleOnCommit(tx, MOVED, [`member:${accountId}`]);
    if (pulled.isNew && pulled.purseMinor > 0n) await recallOfShutOut(tx, { accountId, now });
    return pulled.odd;
  });
  await noteOdd(
    platform,
    vendor,
    odd.map(({ theirId: id, kind }: Odd) => ({ id, kind, accountId })),
  );
}

const finders = new WeakMap<Db, ReturnType<typeof playerFinder>>();

function finderOf(db: Db): ReturnType<typeof playerFinder> {
  const known = finders.get(db) ?? playerFinder(db);
  finders.set(db, known);
  return known;
}

interface Sorted {
  readonly byMember: readonly { readonly player: VendorPlayer; readonly own: readonly PulledRecord[] }[];
  readonly odd: readonly Noted[];
}

async function sortOut({ database }: Platform, vendor: GatewayVendor, records: readonly PlayRecord[]): Promise<Sorted> {
  const find = finderOf(database.db);
  const players = new Map(await Promise.all([...new Set(records.map(({ player }) => player))].map(async (ref) => [ref, await find(vendor.id, ref)] as const)));
  const members = new Map<bigint, { player: VendorPlayer; own: PulledRecord[] }>();
  const odd: Noted[] = [];
  for (const record of records) {
    const player = players.get(record.player);
    const kind = whyOdd(vendor, record, player);
    if (kind !== undefined || player === undefined) {
      odd.push({ id: record.id, kind: kind ?? "player_unknown", ...(player === undefined ? {} : { accountId: player.accountId }) });
      continue;
    }
    const known = members.get(player.accountId) ?? { player, own: [] };
    members.set(player.accountId, known);
    known.own.push(describe(vendor, player, record));
  }
  return { byMember: [...members.values()], odd };
}

function whyOdd(vendor: GatewayVendor, { game, currency }: PlayRecord, player: VendorPlayer | undefined): string | undefined {
  if (player === undefined) return "player_unknown";
  if (player.currency !== currency) return "currency_other";
  return vendor.games.has(game) ? undefined : "game_unknown";
}

function describe(vendor: GatewayVendor, player: VendorPlayer, { id, type, round, game, amountMinor, playedAt }: PlayRecord): PulledRecord {
  const where = { code: vendor.code, walletId: player.walletId };
  const about = { round: roundOf(vendor, player, { game: vendor.games.get(game), foreignId: round }), playedAt };
  const ref = transactionId(where, id);
  if (type === "undo") return { ...about, undo: { ref: undoingId(where, id), foreignId: id, original: ref, originalForeignId: id } };
  return { ...about, step: { ref, type, amountMinor, digest: contentDigest(JSON.stringify([round, game])), foreignId: id } };
}
