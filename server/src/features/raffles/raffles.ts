import { Gift } from "@laro/contract/core/campaignRules";
import type { InputOf, OutputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import { PAGE_LIMIT_DEFAULT } from "@laro/contract/core/page";
import type { Raffle, raffles } from "@laro/contract/raffles";
import { sql } from "kysely";
import { z } from "zod";
import { maskName } from "../../core/accounts/faces.ts";
import { type CampaignMoment, readRule } from "../../core/campaigns/campaigns.facts.ts";
import { join } from "../../core/campaigns/campaigns.parts.ts";
import { listByTrigger, type Looker } from "../../core/campaigns/campaigns.read.ts";
import { ticketsSql } from "../../core/campaigns/raffles.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { cutPage } from "../../platform/pages.ts";

const RAFFLES_MAX = 10;

/** Raffles that run, are to come or were drawn lately, or the one of a code; each with what was promised of it and the looker's tickets. */
export async function listRaffles(db: Db | Tx, looker: Looker, code?: string): Promise<readonly Raffle[]> {
  const cards = await listByTrigger(db, looker, { triggers: ["drawn"], limit: RAFFLES_MAX, after: true, ...(code === undefined ? {} : { code }) });
  if (cards.length === 0) return [];
  const { rows } = await sql<{
    code: string;
    rule: unknown;
    endsAt: Date;
    commitment: Buffer;
    listHash: Buffer | null;
    entries: number;
    tickets: bigint;
    drawnAt: Date | null;
    mine: number | null;
  }>`
    select c.code, f.rule, c.ends_at as "endsAt", r.server_seed_hash as commitment, r.list_hash as "listHash", r.entries, r.tickets, r.drawn_at as "drawnAt",
      coalesce(e.tickets, case when r.frozen_at is not null and p.id is not null then 0 else ${ticketsSql} end) as mine
    from campaign c join raffle r on r.campaign_id = c.id join campaign_version f on f.campaign_id = c.id and f.version = c.version
    left join participation p on p.campaign_id = c.id and p.account_id = ${looker.accountId ?? null}::bigint and p.state <> 'left'
    left join campaign_version v on v.campaign_id = p.campaign_id and v.version = p.version
    left join raffle_entry e on e.campaign_id = c.id and e.account_id = ${looker.accountId ?? null}::bigint
    where c.code = any(${cards.map((card) => card.code)}::text[])`.execute(db as Tx);
  return cards.flatMap((card) => {
    const row = rows.find((one) => one.code === card.code);
    if (row === undefined) return [];
    return {
      ...card,
      prizes: readRule(row.rule).prizes,
      drawAt: row.endsAt.toISOString(),
      commitment: row.commitment.toString("hex"),
      listHash: row.listHash?.toString("hex") ?? null,
      entries: row.entries,
      tickets: Number(row.tickets),
      drawnAt: row.drawnAt?.toISOString() ?? null,
      mine: row.mine,
    };
  });
}

/** Lets a member into a raffle, once, and answers what they hold. Refuses with `raffles.none`. */
export async function joinRaffle(
  tx: Tx,
  { looker, moment, accountId }: { looker: Looker; moment: CampaignMoment; accountId: bigint },
  code: string | undefined,
): Promise<Raffle> {
  const known = await listRaffles(tx, looker, code);
  const open = known.filter(({ label }) => label !== "close" && label !== "comingSoon").toSorted((one, other) => (one.drawAt < other.drawAt ? -1 : 1));
  const raffle = code === undefined ? open[0] : known[0];
  if (raffle === undefined) refuse("raffles.none", { field: "code" });
  if (raffle.mine !== null) return raffle;
  await join(tx, moment, { accountId, code: raffle.code });
  return (await listRaffles(tx, looker, raffle.code))[0]!;
}

async function getRaffle(db: Db, code: string) {
  const { rows } = await sql<{ id: string; serverSeed: Buffer | null; listHash: Buffer | null; drawnAt: Date | null }>`
    select r.campaign_id as id, r.server_seed as "serverSeed", r.list_hash as "listHash", r.drawn_at as "drawnAt" from campaign c join raffle r on r.campaign_id = c.id
    where c.code = ${code.toUpperCase()}`.execute(db as unknown as Tx);
  return rows[0] ?? refuse("raffles.none", { field: "code" });
}

/** What was drawn in turn, page by page; the seed is told once it was. */
export async function readResult(
  db: Db,
  { code, cursor, limit = PAGE_LIMIT_DEFAULT, accountId }: InputOf<(typeof raffles)["result"]> & { readonly accountId: bigint | undefined },
): Promise<OutputOf<(typeof raffles)["result"]>> {
  const { id, serverSeed, listHash } = await getRaffle(db, code);
  const { rows } = await sql<{ turn: number; ticket: bigint; entry: number; place: number | null; name: string; accountId: bigint; gift: unknown }>`
    select d.turn, d.ticket, d.entry, d.place, a.name, e.account_id as "accountId", w.gift from raffle_drawn d join raffle_entry e on e.campaign_id = d.campaign_id and e.entry = d.entry
    join account a on a.id = e.account_id left join reward w on w.campaign_id = d.campaign_id and w.account_id = e.account_id and w.occasion = 'once' and d.place is not null
    where d.campaign_id = ${id} and d.turn > ${afterOf(cursor)} order by d.turn limit ${limit + 1}`.execute(db as unknown as Tx);
  return {
    serverSeed: serverSeed?.toString("hex") ?? null,
    listHash: listHash?.toString("hex") ?? null,
    ...cutPage(rows, {
      limit,
      describe: ({ ticket, entry, place, name, gift, accountId: owner }) => ({
        ticket: Number(ticket),
        entry,
        place,
        isMine: owner === accountId,
        name: place === null ? null : maskName(name),
        gift: gift === null ? null : z.decode(Gift, gift as z.input<typeof Gift>),
      }),
      cursorOf: ({ turn }) => turn,
    }),
  };
}

/** The place after which a page begins; any other text is the beginning. */
const afterOf = (cursor: string | undefined): number => (/^[0-9]{1,9}$/.test(cursor ?? "") ? Number(cursor) : 0);

/** The frozen list, entry by entry. */
export async function listEntries(
  db: Db,
  { code, cursor, limit = PAGE_LIMIT_DEFAULT }: InputOf<(typeof raffles)["entries"]>,
): Promise<OutputOf<(typeof raffles)["entries"]>> {
  const { id } = await getRaffle(db, code);
  const after = afterOf(cursor);
  const rows = await db
    .selectFrom("raffle_entry")
    .select(["entry", "tickets"])
    .where("campaign_id", "=", id)
    .where("entry", ">", after)
    .orderBy("entry")
    .limit(limit + 1)
    .execute();
  return cutPage(rows, { limit, describe: (row) => row, cursorOf: ({ entry }) => entry });
}
