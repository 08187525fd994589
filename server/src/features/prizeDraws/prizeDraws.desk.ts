import { EGG_COST_MAX_MINOR } from "@laro/contract/core/campaignRules";
import type { OutputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import { PAGE_LIMIT_DEFAULT, type PageInput } from "@laro/contract/core/page";
import { EggPrize, type EggsProposal, type prizeDraws, type WantedEgg } from "@laro/contract/prizeDraws";
import { sql } from "kysely";
import { z } from "zod";
import { type Decision, decideProposal } from "../../core/approvals/proposals.ts";
import type { JurisdictionPack } from "../../core/settings/packs.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { newId } from "../../platform/ids.ts";
import { staleOnCommit } from "../../platform/live.ts";
import { cutPage, isNumberCursor } from "../../platform/pages.ts";
import { checkEggs, costOfEggs, getEggVersion, readEggs } from "./prizeDraws.eggs.ts";

const Kept = z.array(EggPrize.omit({ left: true }));
const readKept = (kept: unknown): z.output<typeof Kept> => z.decode(Kept, kept as z.input<typeof Kept>);

type Rules = Pick<JurisdictionPack, "twoOfficersFromMinor">;

async function findProposal(db: Db | Tx): Promise<EggsProposal | undefined> {
  const row = await (db as Db)
    .selectFrom("prize_egg_proposal")
    .select(["id", "prizes", "reason", "proposed_name as proposedBy", "proposed_at as proposedAt"])
    .where("state", "=", "proposed")
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const prizes = readKept(row.prizes);
  return { ...row, prizes, cost: costOfEggs(prizes).minor, proposedAt: row.proposedAt.toISOString() };
}

/** The table in force, what it costs, and what waits for another officer. */
export async function readEggDesk(db: Db): Promise<OutputOf<(typeof prizeDraws)["eggTable"]>> {
  const version = await getEggVersion(db);
  const [eggs, table, proposal] = [await readEggs(db, version), await getTable(db, version), await findProposal(db)];
  return {
    version,
    since: sinceOf(table),
    prizes: eggs.map(({ place: _, ...prize }) => prize),
    cost: costOfEggs(eggs).minor,
    costMax: EGG_COST_MAX_MINOR,
    proposal: proposal ?? null,
  };
}

const getTable = (db: Db, version: number) =>
  db.selectFrom("prize_egg_table").select(["since", "proposal_id as proposalId"]).where("version", "=", version).executeTakeFirstOrThrow();

/** The shipped table holds since ever. */
const sinceOf = ({ since, proposalId }: { since: Date; proposalId: string | null }): string | null => (proposalId === null ? null : since.toISOString());

/** The tables there were, newest first, with what their tickets gave. */
export async function listEggVersions(db: Db, { cursor, limit = PAGE_LIMIT_DEFAULT }: PageInput): Promise<OutputOf<(typeof prizeDraws)["eggVersions"]>> {
  const rows = await db
    .selectFrom("prize_egg_table as t")
    .innerJoin("prize_egg as g", "g.version", "t.version")
    .select(["t.version", "t.since", "t.proposal_id as proposalId"])
    .select(sql<number>`sum(g.given)::float8`.as("drawn"))
    .select(sql<number>`coalesce(sum(g.given * g.points), 0)::float8`.as("points"))
    .select(sql<bigint>`coalesce(sum(g.given * g.cash), 0)::bigint`.as("amount"))
    .select(
      sql<
        CountedEgg[]
      >`json_agg(json_build_object('points', coalesce(g.points, 0), 'amount', coalesce(g.cash, 0)::text, 'weight', g.weight, 'stock', g.stock) order by g.place)`.as(
        "eggs",
      ),
    )
    .$if(isNumberCursor(cursor), (query) => query.where("t.version", "<", sql<number>`${cursor}::bigint`))
    .groupBy("t.version")
    .orderBy("t.version", "desc")
    .limit(limit + 1)
    .execute();
  return cutPage(rows, {
    limit,
    describe: ({ version, drawn, points, amount, eggs, ...row }) => ({
      version,
      since: sinceOf(row),
      drawn,
      points,
      amount,
      cost: costOfEggs(eggs.map((egg) => ({ ...egg, amount: BigInt(egg.amount) }))).minor,
    }),
    cursorOf: ({ version }) => version,
  });
}

/** A prize as the database writes it down whole. */
interface CountedEgg {
  readonly points: number;
  readonly amount: string;
  readonly weight: number;
  readonly stock: number | null;
}

/** Has a table wait for another officer. Refuses with `prizeDraws.eggs_wrong`, `prizeDraws.eggs_too_dear` or `prizeDraws.already_proposed`. */
export async function proposeEggs(
  tx: Tx,
  { prizes, pack, reason, by, now }: Omit<Decision, "id"> & { readonly prizes: readonly WantedEgg[]; readonly pack: Rules },
): Promise<EggsProposal> {
  checkEggs(prizes, pack);
  const isNew = await tx
    .insertInto("prize_egg_proposal")
    .values({ id: newId(now), prizes: JSON.stringify(z.encode(Kept, [...prizes])), reason, proposed_by: by.id, proposed_name: by.name, proposed_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  if (isNew === undefined) refuse("prizeDraws.already_proposed");
  tellDesk(tx);
  return (await findProposal(tx))!;
}

/**
 * Decides a table that waits and answers the version in force; confirmed, tickets that are given from now on are for it. Refuses with `prizeDraws.proposal_not_found`,
 * `prizeDraws.not_proposed`, `prizeDraws.own_proposal`, and what may not be any more as `proposeEggs` does.
 */
export async function decideEggs(tx: Tx, to: "confirmed" | "declined", { pack, ...decision }: Decision & { readonly pack: Rules }): Promise<number> {
  const isMoved = await decideProposal(tx, "prize_egg_proposal", to, decision);
  const row = await tx.selectFrom("prize_egg_proposal").select(["state", "prizes"]).where("id", "=", decision.id).executeTakeFirst();
  if (row === undefined) refuse("prizeDraws.proposal_not_found", { field: "id" });
  if (!isMoved) refuse(row.state === "proposed" ? "prizeDraws.own_proposal" : "prizeDraws.not_proposed");
  if (to === "confirmed") {
    const prizes = readKept(row.prizes);
    checkEggs(prizes, pack);
    await putInForce(tx, prizes, decision);
  }
  tellDesk(tx);
  return getEggVersion(tx);
}

async function putInForce(tx: Tx, prizes: readonly WantedEgg[], { id, now }: Decision): Promise<void> {
  const version = (await getEggVersion(tx)) + 1;
  await tx.insertInto("prize_egg_table").values({ version, since: now, proposal_id: id }).execute();
  await tx
    .insertInto("prize_egg")
    .values(
      prizes.map(({ points, amount, weight, stock }, place) => ({
        version,
        place,
        points: points === 0 ? null : points,
        cash: points === 0 ? amount : null,
        weight,
        stock,
      })),
    )
    .execute();
  staleOnCommit(tx, ["prizeDraws.eggs"], ["everyone"]);
}

const tellDesk = (tx: Tx): void => staleOnCommit(tx, ["prizeDraws.eggTable", "prizeDraws.eggVersions"], ["operators"]);
