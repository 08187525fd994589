import { type ContractKind, contractKinds } from "@laro/contract/core/contractKinds";
import { sql } from "kysely";
import type { Tx } from "../../platform/db.ts";
import { tellAll } from "../../platform/outbox.ts";
import type { Platform } from "../../platform/routes.ts";
import { isKindOpen } from "./agentContracts.gates.ts";

const TOLD_AT_ONCE = 500;
const ROUNDS_MAX = 10_000;

/**
 * Keeps down when a kind is closed: running periods are settled and paid, those that begin from tomorrow on pay nobody until it is open again. Whoever holds or gave a contract
 * of the kind is told, once for each time it closes.
 */
export async function attendClosedKinds(platform: Platform): Promise<void> {
  const { database } = platform;
  for (const kind of contractKinds) {
    const isOpen = await isKindOpen(database.db, platform, kind);
    await database.begin((tx) => (isOpen ? openAgain(tx, platform, kind) : closeKind(tx, platform, kind)));
    for (let rounds = 0; rounds < ROUNDS_MAX && (await database.begin((tx) => tellSome(tx, kind))); rounds++);
  }
}

const tomorrow = ({ clock, timeZone }: Platform) => sql`((${clock.now()}::timestamptz at time zone ${timeZone})::date + 1)`;

async function closeKind(tx: Tx, platform: Platform, kind: ContractKind): Promise<void> {
  await sql`
    insert into agent_contract_rest (kind, from_day) select ${kind}, ${tomorrow(platform)}
    where not exists (select from agent_contract_rest r where r.kind = ${kind} and r.until_day is null)
    on conflict (kind, from_day) do update set until_day = null, told_to = 0`.execute(tx);
}

async function openAgain(tx: Tx, platform: Platform, kind: ContractKind): Promise<void> {
  await sql`update agent_contract_rest set until_day = ${tomorrow(platform)}, told_to = null where kind = ${kind} and until_day is null`.execute(tx);
}

/** Tells some of those who are not told yet; answers whether there may be more. */
async function tellSome(tx: Tx, kind: ContractKind): Promise<boolean> {
  const { rows: due } = await sql<{ fromDay: string; toldTo: bigint }>`
    select from_day::text as "fromDay", told_to as "toldTo" from agent_contract_rest
    where kind = ${kind} and until_day is null and told_to is not null for update skip locked`.execute(tx);
  const [rest] = due;
  if (rest === undefined) return false;
  const { rows: people } = await sql<{ id: bigint }>`
    select distinct p.id from agent_contract c cross join lateral (values (c.agent_id), (c.upline_id)) p(id)
    where c.kind = ${kind} and c.state in ('active', 'endRequested') and p.id > ${rest.toldTo} order by p.id limit ${TOLD_AT_ONCE}`.execute(tx);
  await tellAll(
    tx,
    "agentContracts.closed",
    people.map(({ id }) => ({ closedId: `${kind} ${rest.fromDay}`, accountId: String(id), kind })),
  );
  const isMore = people.length === TOLD_AT_ONCE;
  await sql`update agent_contract_rest set told_to = ${isMore ? people.at(-1)!.id : null}::bigint where kind = ${kind} and from_day = ${rest.fromDay}::date`.execute(
    tx,
  );
  return isMore;
}
