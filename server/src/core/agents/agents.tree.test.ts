import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Tx } from "../../platform/db.ts";
import { newId } from "../../platform/ids.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { carryOutMoves } from "./agents.moves.ts";
import { below, joinTree } from "./agents.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const DEPTH_MAX = 6;
const NODES_MAX = 24;
const RUNS = 20;

/** Each run grows a forest of its own, of numbers no account has. */
let forests = 0;
const newForest = (): bigint => BigInt(++forests) * 1_000_000n;

type Parents = Map<bigint, bigint | null>;

function pathOf(parents: Parents, id: bigint): bigint[] {
  const parent = parents.get(id) ?? null;
  return [...(parent === null ? [] : pathOf(parents, parent)), id];
}
const isDeepEnough = (parents: Parents): boolean => [...parents.keys()].every((id) => pathOf(parents, id).length <= DEPTH_MAX);

/** A forest where each node hangs below one that was there before, or at the top; null where it would be too deep. */
async function grow(tx: Tx, choices: readonly number[]): Promise<{ parents: Parents; ids: bigint[] }> {
  const first = newForest();
  const [parents, ids]: [Parents, bigint[]] = [new Map(), []];
  for (const [at, choice] of choices.entries()) {
    const near = ids[choice % (at + 1)] ?? null;
    const parentId = near !== null && pathOf(parents, near).length >= DEPTH_MAX ? null : near;
    const accountId = first + BigInt(at);
    await joinTree(tx, { accountId, parentId, isAgent: true, depthMax: DEPTH_MAX, now: world.clock.now() });
    parents.set(accountId, parentId);
    ids.push(accountId);
  }
  return { parents, ids };
}

const dayOf = (at: number): string => new Date(Date.UTC(2026, 9, 10 + at)).toISOString().slice(0, 10);

/** A move that two officers decided, as the desk leaves it. */
const decide = (tx: Tx, { accountId, to, day }: { accountId: bigint; to: bigint | null; day: string }) =>
  tx
    .insertInto("agent_move")
    .values({
      id: newId(world.clock.now()),
      account_id: accountId,
      to_parent: to,
      from_day: day,
      depth_max: DEPTH_MAX,
      fingerprint: "",
      reason: "as agreed",
      state: "confirmed",
      proposed_by: 1n,
      proposed_name: "one",
      proposed_at: world.clock.now(),
      decided_by: 2n,
      decided_name: "two",
      decided_at: world.clock.now(),
    })
    .execute();

/** Of each node of a forest: whom the range of its path holds, and whom a walk from parent to child finds. */
async function readLines(tx: Tx, ids: readonly bigint[]) {
  const { rows } = await sql<{ id: bigint; ranged: bigint[]; walked: bigint[] }>`
    select up.account_id as id,
           array(select n.account_id from agent_node n where ${below(sql`n.path`, sql`up.path`)} order by n.account_id) as ranged,
           array(with recursive line as (select account_id from agent_node where parent_id = up.account_id
                   union all select n.account_id from line l join agent_node n on n.parent_id = l.account_id)
                 select account_id from line order by account_id) as walked
    from agent_node up where up.account_id = any(${[...ids]}::bigint[])`.execute(tx);
  return rows;
}

const readDay = async (tx: Tx, day: string, ids: readonly bigint[]) =>
  (
    await sql<{ id: bigint; parentId: bigint | null; path: bigint[] }>`
      select account_id as id, parent_id as "parentId", path from agent_of_day(${day}::date) where account_id = any(${[...ids]}::bigint[]) order by 1`.execute(
      tx,
    )
  ).rows;

test("after any moves a line's range of paths holds whom a walk finds, and each day keeps the tree it had; what no longer fits moves nobody [AGENT-14]", async () => {
  const moves = fc.array(fc.tuple(fc.nat(NODES_MAX), fc.option(fc.nat(NODES_MAX), { freq: 5 })), { maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(NODES_MAX), { minLength: 2, maxLength: NODES_MAX }), moves, async (choices, wanted) => {
      await world.open.platform.database.begin(async (tx) => {
        const { parents, ids } = await grow(tx, choices);
        const trees = [new Map(parents)];
        for (const [at, [who, where]] of wanted.entries()) {
          const [accountId, to] = [ids[who % ids.length]!, where === null ? null : ids[where % ids.length]!];
          const moved = new Map(parents).set(accountId, to);
          const fits = (to === null || !pathOf(parents, to).includes(accountId)) && isDeepEnough(moved);
          await decide(tx, { accountId, to, day: dayOf(at + 1) });
          expect(await carryOutMoves(tx, dayOf(at))).toBe(0);
          expect(await carryOutMoves(tx, dayOf(at + 1))).toBe(fits ? 1 : 0);
          if (fits) parents.set(accountId, to);
          trees.push(new Map(parents));
        }
        for (const { ranged, walked } of await readLines(tx, ids)) expect(ranged).toEqual(walked);
        for (const [at, tree] of trees.entries())
          expect(await readDay(tx, dayOf(at), ids)).toEqual(ids.map((id) => ({ id, parentId: tree.get(id) ?? null, path: pathOf(tree, id) })));
      });
    }),
    { numRuns: RUNS },
  );
});

test("a line begins after its agent and ends before the neighbour whose number is the next, however deep", async () => {
  await world.open.platform.database.begin(async (tx) => {
    const first = newForest();
    const join = (at: number, parent: number | null) =>
      joinTree(tx, {
        accountId: first + BigInt(at),
        parentId: parent === null ? null : first + BigInt(parent),
        isAgent: true,
        depthMax: DEPTH_MAX,
        now: world.clock.now(),
      });
    for (const [at, parent] of [null, null, 0, 1, 2, 3].entries()) await join(at, parent);
    const lines = new Map((await readLines(tx, [first, first + 1n])).map(({ id, ranged }) => [id, ranged]));
    expect(lines).toEqual(
      new Map([
        [first, [first + 2n, first + 4n]],
        [first + 1n, [first + 3n, first + 5n]],
      ]),
    );
    await join(6, 4);
    await join(7, 6);
    await join(8, 7);
    await expect(join(9, 8)).rejects.toMatchObject({ code: "agents.too_deep" });
  });
});
