import type { OutputOf } from "@laro/contract/core/endpoint";
import { type gateway, type GatewayRound, stepTypes } from "@laro/contract/gateway";
import { sql } from "kysely";
import { nameGames } from "../../core/catalogue/named.ts";
import { entryTypes } from "../../core/wallet/vendorCalls.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { contentDigest } from "../../platform/ids.ts";
import { describeFault, selectFaults } from "./gateway.faults.ts";

const ROUNDS_MAX = 20;
const FAULTS_MAX = 20;
const STEPS_MAX = 500;
const HITS_MAX = 1_000;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-([0-9a-f])[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;
/** An id of ours with a time in it was made at most so long before its entry was dated. */
const DATED_WITHIN = "10 minutes";

type Found = OutputOf<(typeof gateway)["search"]>;

/** Rounds and faults by any id of either side. A request id is known of calls that went wrong; it leads to their rounds. */
export async function search(db: Db, id: string): Promise<Found> {
  const faultRows = await selectFaults(db)
    .where((where) => where.or([where("f.request_id", "=", id), where("f.their_request_id", "=", id), where("f.their_id", "=", id)]))
    .orderBy("f.id", "desc")
    .limit(FAULTS_MAX)
    .execute();
  const theirs = faultRows.flatMap(({ theirId }) => theirId ?? []);
  const ids = [...new Set([id, ...theirs])];
  const places = await findPlaces(db, ids);
  return { rounds: await describeRounds(db, places, ids), faults: faultRows.map(describeFault) };
}

/** A round of a wallet by the id of its first entry, or a transaction that moved nothing. */
interface Place {
  readonly walletId: bigint;
  readonly part: string | null;
  readonly ref: string | null;
}

async function findPlaces(db: Db, ids: readonly string[]): Promise<readonly Place[]> {
  const uuids = ids.map((id) => id.toLowerCase()).filter((id) => UUID.test(id));
  const dated = uuids.filter((id) => UUID.exec(id)![1] === "7").map((id) => new Date(Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16)));
  const digests = ids.map((id) => String(contentDigest(id)));
  const { rows } = await sql<Place>`
    with hit as (
      (select wallet_id, ref, round_id from vendor_entry where foreign_id = any(${ids}::text[]) limit ${HITS_MAX})
      union (select wallet_id, ref, round_id from vendor_entry where ref = any(${uuids}::uuid[]) limit ${HITS_MAX})
      union (select wallet_id, ref, round_id from vendor_entry where digest = any(${digests}::bigint[]) limit ${HITS_MAX})
      union (select e.wallet_id, e.ref, e.round_id from unnest(${dated}::timestamptz[]) made(at)
             join vendor_entry e on e.at between made.at - ${DATED_WITHIN}::interval and made.at + ${DATED_WITHIN}::interval and e.round_id = any(${uuids}::uuid[]))
    )
    select h.wallet_id as "walletId", coalesce(r.part_of, r.id) as part, case when r.id is null then h.ref end as ref
    from hit h left join round r on r.wallet_id = h.wallet_id and r.id = h.round_id
    union
    select wallet_id, round_id, null from vendor_round where foreign_id = any(${ids}::text[])
    union
    select wallet_id, round_id, null from vendor_round where key = any(${uuids}::uuid[])
    order by part desc nulls last limit ${ROUNDS_MAX}`.execute(db as Tx);
  return rows;
}

interface StepRow extends Place {
  readonly type: number;
  readonly amount: bigint;
  readonly balanceAfter: bigint;
  readonly theirId: string;
  readonly ourId: string;
  readonly ofTheirId: string | null;
  readonly digest: bigint;
  readonly gameId: number;
  readonly vendorId: number;
  readonly contribution: bigint | null;
  readonly jackpotWin: bigint | null;
  readonly at: Date;
}

/** The transactions of places, in the order they were written. */
async function readSteps(db: Db, places: readonly Place[]): Promise<readonly StepRow[]> {
  const [wallets, parts, refs] = [places.map(({ walletId }) => String(walletId)), places.map(({ part }) => part), places.map(({ ref }) => ref)];
  const { rows } = await sql<StepRow>`
    select p.wallet_id as "walletId", p.part, p.ref, s.* from unnest(${wallets}::bigint[], ${parts}::uuid[], ${refs}::uuid[]) p(wallet_id, part, ref)
    cross join lateral (
      select e.type, e.amount, e.balance_after as "balanceAfter", e.foreign_id as "theirId", e.ref as "ourId", o.foreign_id as "ofTheirId", e.digest,
             e.game_id as "gameId", e.vendor_id as "vendorId", e.at, j.contribution, j.win as "jackpotWin"
      from (
        select e.*, e.ctid as place from round r join vendor_entry e on e.wallet_id = r.wallet_id and e.round_id = r.id and e.at = r.at
        where r.wallet_id = p.wallet_id and (r.id = p.part or r.part_of = p.part)
        union all
        select e.*, e.ctid from vendor_entry e where e.wallet_id = p.wallet_id and e.ref = p.ref
      ) e left join vendor_entry o on o.wallet_id = e.wallet_id and o.ref = e.original
      left join vendor_jackpot j on j.wallet_id = e.wallet_id and j.ref = e.ref
      order by e.at, e.place limit ${STEPS_MAX}
    ) s`.execute(db as Tx);
  return rows;
}

interface Sums {
  readonly walletId: bigint;
  readonly memberId: bigint;
  readonly memberName: string;
  readonly vendorCode: string;
  readonly vendorName: string;
  readonly part: string | null;
  readonly ref: string | null;
  readonly stake: bigint;
  readonly win: bigint;
  readonly theirRound: string | null;
  readonly isOpen: boolean;
}

/** Whose a round is, what it came to, and what its vendor calls it. */
async function readSums(db: Db, places: readonly Place[], vendors: readonly number[]): Promise<readonly Sums[]> {
  const [wallets, parts, refs] = [places.map(({ walletId }) => String(walletId)), places.map(({ part }) => part), places.map(({ ref }) => ref)];
  const { rows } = await sql<Sums>`
    select p.wallet_id as "walletId", p.part, p.ref, a.id as "memberId", a.name as "memberName", v.code as "vendorCode", v.name as "vendorName",
           coalesce(s.stake, 0)::bigint as stake, coalesce(s.win, 0)::bigint as win, n.foreign_id as "theirRound",
           exists (select from open_round o where o.wallet_id = p.wallet_id and o.id = p.part) as "isOpen"
    from unnest(${wallets}::bigint[], ${parts}::uuid[], ${refs}::uuid[], ${[...vendors]}::integer[]) p(wallet_id, part, ref, vendor_id)
    join wallet w on w.id = p.wallet_id join account a on a.id = w.account_id join vendor v on v.id = p.vendor_id
    left join lateral (select sum(r.stake) as stake, sum(r.win) as win from round r where r.wallet_id = p.wallet_id and (r.id = p.part or r.part_of = p.part)) s on true
    left join lateral (select r.foreign_id from vendor_round r where r.wallet_id = p.wallet_id and r.round_id = p.part limit 1) n on true`.execute(db as Tx);
  return rows;
}

const keyOf = ({ walletId, part, ref }: Place): string => `${walletId} ${part ?? ref}`;

async function describeRounds(db: Db, places: readonly Place[], ids: readonly string[]): Promise<GatewayRound[]> {
  if (places.length === 0) return [];
  const steps = Map.groupBy(await readSteps(db, places), keyOf);
  const known = places.filter((place) => steps.has(keyOf(place)));
  const firstOf = (place: Place): StepRow => steps.get(keyOf(place))![0]!;
  const [sums, names] = await Promise.all([
    readSums(
      db,
      known,
      known.map((place) => firstOf(place).vendorId),
    ),
    nameGames(
      db,
      known.map((place) => firstOf(place).gameId),
    ),
  ]);
  // A round of one call is kept under the digest of its name alone: who asks by the name knows it.
  const nameByDigest = new Map(ids.map((id) => [contentDigest(id), id]));
  return sums.map((sum): GatewayRound => {
    const [first, own] = [firstOf(sum), steps.get(keyOf(sum))!];
    const { gameCode, displayName } = names.get(first.gameId)!;
    const { vendorCode, vendorName, memberId, memberName, stake, win, part } = sum;
    return {
      vendorCode,
      vendorName,
      gameCode,
      displayName,
      memberId,
      memberName,
      roundId: part,
      theirRound: sum.theirRound ?? own.map(({ digest }) => nameByDigest.get(digest)).find((name) => name !== undefined) ?? null,
      state: part !== null ? (sum.isOpen ? "open" : "closed") : first.type === entryTypes.prize || first.type === entryTypes.freeBet ? "given" : "nothing",
      at: first.at.toISOString(),
      stake,
      win,
      steps: own.map(({ type, amount, balanceAfter, theirId, ourId, ofTheirId, contribution, jackpotWin, at }) => ({
        type: typeOf(type),
        amount,
        balanceAfter,
        theirId,
        ourId,
        ofTheirId,
        jackpot: contribution === null && jackpotWin === null ? null : { contribution: partText(contribution), win: partText(jackpotWin) },
        at: at.toISOString(),
      })),
    };
  });
}

/** 1 to 5 as `vendor_entry` has them; 9 never came. */
const typeOf = (type: number): GatewayRound["steps"][number]["type"] => stepTypes[type - 1] ?? "never";

/** Millionths of the smallest unit as a decimal number of whole ones, as fine as it is. */
function partText(parts: bigint | null): string | null {
  if (parts === null) return null;
  const digits = parts.toString().padStart(9, "0");
  return `${digits.slice(0, -8)}.${digits.slice(-8).replace(/0{1,6}$/, "")}`;
}
