import { partners } from "@laro/contract/partners";
import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { engineOf } from "./partners.rounds.ts";
import { redrawBounds, redrawPartnerRounds } from "../../core/draws/redraw.ts";
import { streamOf } from "../../core/wallet/chance.ts";
import { hashSeed, sealOpenSeeds } from "../../core/wallet/seeds.sealed.ts";
import type { OperatorProcess } from "../../testing/operator.ts";
import { asOwner } from "../../testing/owner.ts";
import { createPartnerWorld, sitDown, type TestPartner } from "../../testing/partners.ts";
import type { World } from "../../testing/world.ts";

const choice = { target: 5_000, side: "under" } as const;
const stake = 10_00n;

let world: World;
let operator: OperatorProcess;
let partner: TestPartner;
beforeAll(async () => {
  ({ world, operator, partner } = await createPartnerWorld(["DICE", "LIMBO"]));
});
afterAll(async () => {
  expect(await world.audit()).toEqual([]);
  await operator.stop();
  await world.close();
});

let players = 0;
/** A player of the partner's with money there, in the page of a game. */
async function sit() {
  players++;
  const [account, guest] = [`cea ${players}`, world.guest()];
  await operator.openAccount(account, 100_00n);
  const token = await sitDown(world.address, partner, guest, { account });
  const play = (more: object = {}) => guest.call(partners.play, { token, requestId: randomUUID(), stake, choice, ...more });
  return { account, guest, token, play };
}

test("a round is computed again from the seed that its player's change shows, whose hash was promised", async () => {
  const { guest, token, play } = await sit();
  const { commitment: before } = await guest.call(partners.fairness, { token });
  const { round } = await play();
  const { revealed, commitment } = await guest.call(partners.rotate, { token, clientSeed: "mine" });
  expect(revealed).toMatchObject({ serverSeedHash: before!.serverSeedHash, clientSeed: before!.clientSeed, rounds: "1" });
  expect(commitment).toMatchObject({ serverSeedHash: before!.nextServerSeedHash, clientSeed: "mine", nextNonce: "0" });
  const serverSeed = Buffer.from(revealed.serverSeed, "hex");
  expect(hashSeed(serverSeed).toString("hex")).toBe(before!.serverSeedHash);
  const again = engineOf("DICE").play({ stakeMinor: stake, choice, stream: streamOf({ serverSeed, clientSeed: revealed.clientSeed }, BigInt(round.nonce)) });
  expect(again).toMatchObject({ winMinor: round.win, outcome: round.outcome });
  expect((await guest.call(partners.fairness, { token })).rounds).toEqual([round]);
});

test("the audit draws rounds of partners' players again once their seed is shown, and names one that does not follow from it", async () => {
  const { guest, token, play } = await sit();
  const db = world.open.platform.database.db;
  const before = await redrawPartnerRounds(db);
  const { round } = await play();
  await world.pass(10_000);
  await play();
  expect(await redrawPartnerRounds(db)).toEqual(before);
  await guest.call(partners.rotate, { token, clientSeed: "mine" });
  const small = { ...redrawBounds, readAtOnce: 1 };
  expect(await redrawPartnerRounds(db, small)).toEqual({ drawn: before.drawn + 2, wrong: [] });
  const rewrite = (by: number) =>
    asOwner(world.open.url, `set session_replication_role = replica; update partner_round set win = win + ${by} where id = '${round.id}'`);
  await rewrite(1);
  expect((await redrawPartnerRounds(db, small)).wrong).toEqual([round.id]);
  await rewrite(-1);
});

test("no seed of a partner's player lies open before it is shown; one from before seeds were sealed is sealed by a job and keeps its promise", async () => {
  const { account, guest, token, play } = await sit();
  const seed = randomBytes(32);
  const keptOf = () =>
    asOwner<{ open: Buffer | null; isSealed: boolean }>(
      world.open.url,
      `select s.server_seed as open, s.seed_sealed is not null as "isSealed" from partner_seed s
       join partner_player p on p.id = s.player_id where p.foreign_id = $1 order by s.id`,
      [account],
    );
  const sealed = { open: null, isSealed: true };
  expect(await keptOf()).toEqual([sealed, sealed]);
  const plant = `with made as (
      insert into partner_seed (player_id, server_seed, server_seed_hash, client_seed, created_at) select id, $1, sha256($1), 'old', now() from partner_player where foreign_id = $2 returning id
    ) update partner_player set seed_id = (select id from made) where foreign_id = $2`;
  await asOwner(world.open.url, plant, [seed, account]);
  await play();
  await sealOpenSeeds(world.open.platform, "partner_seed");
  expect(await keptOf()).toEqual([sealed, sealed, sealed]);
  const { revealed } = await guest.call(partners.rotate, { token, clientSeed: "mine" });
  expect(revealed).toMatchObject({ serverSeed: seed.toString("hex"), rounds: "1" });
  expect(await keptOf()).toEqual([sealed, sealed, { open: seed, isSealed: false }, sealed]);
});

test("a partner's player changes a seed without a round twenty times a day, and again after a round", async () => {
  const { guest, token, play } = await sit();
  const rotate = { token, clientSeed: "mine" };
  for (let change = 0; change < 20; change++) await guest.call(partners.rotate, rotate);
  expect(await guest.refused(partners.rotate, rotate)).toBe("seeds.unused");
  await play();
  await guest.call(partners.rotate, rotate);
});

test("the services' role changes no seed that was promised to a partner's player", async () => {
  await sit();
  const asServer = (change: string) => asOwner(world.open.url, `set role laro_app; update partner_seed set ${change} where revealed_at is null`);
  for (const change of ["server_seed_hash = sha256('')", "player_id = 1", "created_at = now()"])
    await expect(asServer(change)).rejects.toThrow(/permission denied/);
  for (const change of ["server_seed = sha256('')", "seed_sealed = sha256('')"]) await expect(asServer(change)).rejects.toThrow("another seed was promised");
});
