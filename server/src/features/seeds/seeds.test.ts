import { createHash, randomBytes } from "node:crypto";
import { rounds } from "@laro/contract/rounds";
import { seeds } from "@laro/contract/seeds";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sealOpenSeeds } from "../../core/wallet/seeds.sealed.ts";
import { asOwner } from "../../testing/owner.ts";
import { readCsv } from "../../platform/csv.ts";
import { newId } from "../../platform/ids.ts";
import { enterAgain } from "../../testing/cashier.ts";
import { getWalletId } from "../../core/wallet/wallet.ts";
import type { Person } from "../../testing/person.ts";
import { plantSeed } from "../../testing/jackpots.ts";
import { createWorld, type World } from "../../testing/world.ts";

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());

const sha256 = (hex: string): string => createHash("sha256").update(Buffer.from(hex, "hex")).digest("hex");

test("a client seed with a space, of 65 signs or none is refused and changes nothing; a visitor has no seed", async () => {
  const ann = await world.player();
  const before = await ann.call(seeds.mine, {});
  for (const clientSeed of ["", "two words", "x".repeat(65), "ñ", "\u200b", 7, null]) {
    const { answer } = await ann.request("POST", "/api/seeds.rotate", JSON.stringify({ clientSeed }));
    expect(answer).toMatchObject({ message: "request.invalid", value: { field: "clientSeed" } });
  }
  expect(await ann.call(seeds.mine, {})).toEqual(before);
  expect(await world.guest().refused(seeds.mine, {})).toBe("sessions.required");
});

test("the seed that comes next is promised before its client seed is chosen, for every rotation, and the promise is kept", async () => {
  const ann = await world.player({ balance: 10_00n });
  let { nextServerSeedHash: promised, serverSeedHash: inForce } = await ann.call(seeds.mine, {});
  for (const clientSeed of ["first", "second", "third"]) {
    const { nonce } = await ann.call(rounds.play, {
      requestId: newId(world.clock.now()),
      gameCode: "DICE",
      stake: 1_00n,
      choice: { target: 5000, side: "under" },
    });
    expect(nonce).toBe("0");
    world.clock.advance(10_000);
    const { revealed, commitment } = await ann.call(seeds.rotate, { clientSeed });
    expect(sha256(revealed.serverSeed)).toBe(inForce);
    expect(commitment).toMatchObject({ serverSeedHash: promised, clientSeed, nextNonce: "0" });
    expect(commitment.nextServerSeedHash).not.toBe(promised);
    expect(await ann.call(seeds.mine, {})).toEqual(commitment);
    ({ nextServerSeedHash: promised, serverSeedHash: inForce } = commitment);
  }
  const kept = await asOwner<{ next: boolean; revealed: boolean }>(
    world.open.url,
    "select is_next as next, revealed_at is not null as revealed from seed where wallet_id = (select id from wallet where account_id = $1 and kind = 1) order by id",
    [String(ann.id)],
  );
  expect(kept).toEqual([
    ...Array.from({ length: 3 }, () => ({ next: false, revealed: true })),
    { next: false, revealed: false },
    { next: true, revealed: false },
  ]);
  expect(await world.audit()).toEqual([]);
});

const playDice = (who: Person) =>
  who.call(rounds.play, { requestId: newId(world.clock.now()), gameCode: "DICE", stake: 1_00n, choice: { target: 5000, side: "under" } });

const keptOf = (accountId: bigint) =>
  asOwner<{ open: Buffer | null; sealed: Buffer | null; hash: Buffer }>(
    world.open.url,
    `select server_seed as open, seed_sealed as sealed, server_seed_hash as hash
     from seed where wallet_id = (select id from wallet where account_id = $1 and kind = 1) order by id`,
    [String(accountId)],
  );

test("whoever reads the database, or a backup of it, finds no seed that is in force or to come: it lies there open from the moment it is shown", async () => {
  const ann = await world.player({ balance: 10_00n });
  await playDice(ann);
  for (const { open, sealed } of await keptOf(ann.id)) expect([open, sealed?.length]).toEqual([null, 12 + 64 + 16]);
  const { revealed } = await ann.call(seeds.rotate, { clientSeed: "mine" });
  const kept = await keptOf(ann.id);
  expect(kept.map(({ open, sealed }) => [open?.toString("hex"), sealed === null])).toEqual([
    [revealed.serverSeed, true],
    [undefined, false],
    [undefined, false],
  ]);
});

test("seeds from before they were sealed are played with, sealed by a job, played with again and shown as they were", async () => {
  const ann = await world.player({ balance: 10_00n });
  const [inForce, next] = [randomBytes(32), randomBytes(32)];
  const { platform, url } = world.open;
  const walletId = await getWalletId(platform.database.db, { accountId: ann.id, kind: "main" });
  await plantSeed(url, { walletId, serverSeed: inForce });
  await asOwner(url, "delete from seed where is_next and wallet_id = $1", [String(walletId)]);
  const promise = "insert into seed (wallet_id, server_seed, server_seed_hash, client_seed, is_next, created_at) values ($1, $2, sha256($2), '', true, now())";
  await asOwner(url, promise, [String(walletId), next]);
  await playDice(ann);
  await Promise.all([sealOpenSeeds(platform, "seed"), sealOpenSeeds(platform, "seed")]);
  for (const { open, sealed } of await keptOf(ann.id)) expect([open, sealed?.length]).toEqual([null, 12 + 64 + 16]);
  for (const [place, serverSeed] of [inForce, next].entries()) {
    world.clock.advance(10_000);
    platform.ledger.forgetSeed(walletId);
    await playDice(ann);
    const { revealed } = await ann.call(seeds.rotate, { clientSeed: "mine" });
    expect(revealed).toMatchObject({ serverSeed: serverSeed.toString("hex"), rounds: place === 0 ? "2" : "1" });
  }
  expect(await world.audit()).toEqual([]);
});

test("a run of the job seals so many seeds and leaves the others to the next", async () => {
  const ann = await world.player();
  const { platform, url } = world.open;
  const walletId = await getWalletId(platform.database.db, { accountId: ann.id, kind: "main" });
  const plant =
    "insert into seed (wallet_id, server_seed, server_seed_hash, client_seed, created_at) select $1, sha256(s), sha256(sha256(s)), 'old', now() from unnest($2::bytea[]) s";
  await asOwner(url, plant, [String(walletId), [randomBytes(32), randomBytes(32), randomBytes(32)]]);
  const countOpen = async () => (await keptOf(ann.id)).filter(({ sealed }) => sealed === null).length;
  for (const left of [1, 0, 0]) {
    await sealOpenSeeds(platform, "seed", { atMost: 2 });
    expect(await countOpen()).toBe(left);
  }
});

test("the services' role changes no seed that was promised, none that rounds are drawn from, and nothing of one that was shown", async () => {
  const ann = await world.player({ balance: 10_00n });
  await playDice(ann);
  const { revealed, commitment } = await ann.call(seeds.rotate, { clientSeed: "mine" });
  const asServer = (id: string, change: string) => asOwner(world.open.url, `set role laro_app; update seed set ${change} where id = ${id}`);
  for (const change of ["server_seed_hash = sha256('')", "wallet_id = 1", "created_at = now()"])
    await expect(asServer(commitment.seedId, change)).rejects.toThrow(/permission denied/);
  for (const change of ["server_seed = sha256('')", "server_seed = sha256(''), seed_sealed = null", "seed_sealed = sha256('')"])
    await expect(asServer(commitment.seedId, change)).rejects.toThrow("another seed was promised");
  await expect(asServer(commitment.seedId, "client_seed = 'theirs'")).rejects.toThrow("rounds are drawn from it");
  await expect(asServer(commitment.seedId, "is_next = true")).rejects.toThrow("it was in force");
  for (const change of ["rounds = 0", "client_seed = 'theirs'", "revealed_at = null", `server_seed = '\\x${revealed.serverSeed}'`])
    await expect(asServer(revealed.seedId, change)).rejects.toThrow("it was shown");
  await expect(asOwner(world.open.url, "set role laro_app; delete from seed")).rejects.toThrow(/permission denied/);
});

test("rotations at once take one promised seed each, and no answer shows a seed that is in force or to come", async () => {
  const ann = await world.player();
  const { nextServerSeedHash: promised } = await ann.call(seeds.mine, {});
  const rotated = await Promise.all(["a", "b", "c", "d"].map((clientSeed) => ann.call(seeds.rotate, { clientSeed })));
  const used = rotated.map(({ commitment }) => commitment.serverSeedHash);
  expect(new Set(used).size).toBe(4);
  expect(used).toContain(promised);
  const shown = new Set(rotated.map(({ revealed }) => sha256(revealed.serverSeed)));
  const { serverSeedHash, nextServerSeedHash } = await ann.call(seeds.mine, {});
  expect([shown.has(serverSeedHash), shown.has(nextServerSeedHash)]).toEqual([false, false]);
});

test("a seed that nobody played with is changed twenty times a day at most; a round, or a day, makes room", async () => {
  const ann = await world.player({ balance: 10_00n });
  const rotate = { clientSeed: "again" };
  const play = () => ann.call(rounds.play, { requestId: newId(world.clock.now()), gameCode: "DICE", stake: 1_00n, choice: { target: 5000, side: "under" } });
  for (let times = 0; times < 20; times += 1) await ann.call(seeds.rotate, rotate);
  const before = await ann.call(seeds.mine, {});
  expect(await ann.refused(seeds.rotate, rotate)).toBe("seeds.unused");
  expect(await ann.call(seeds.mine, {})).toEqual(before);
  await play();
  expect((await ann.call(seeds.rotate, rotate)).revealed.rounds).toBe("1");
  expect(await ann.refused(seeds.rotate, rotate)).toBe("seeds.unused");
  world.clock.advance(24 * 60 * 60_000);
  await enterAgain(ann);
  expect((await ann.call(seeds.rotate, rotate)).revealed.rounds).toBe("0");
});

test("a wallet from before there were promises gets its first when it is looked at, and keeps it", async () => {
  const ann = await world.player();
  await asOwner(world.open.url, "delete from seed where is_next and wallet_id = (select id from wallet where account_id = $1 and kind = 1)", [String(ann.id)]);
  const looks = await Promise.all([ann.call(seeds.mine, {}), ann.call(seeds.mine, {})]);
  expect(looks[0]).toEqual(looks[1]);
  expect((await ann.call(seeds.rotate, { clientSeed: "mine" })).commitment.serverSeedHash).toBe(looks[0]!.nextServerSeedHash);
});

test("a member's seeds come as a file, newest first: only a retired one shows its server seed, and the promised one is not in it; nobody else's are", async () => {
  const [ann, ben] = [await world.player({ balance: 10_00n }), await world.player()];
  const play = async () => {
    world.clock.advance(10_000);
    await ann.call(rounds.play, { requestId: newId(world.clock.now()), gameCode: "DICE", stake: 1_00n, choice: { target: 5000, side: "under" } });
  };
  expect(await world.guest().refused(seeds.export, {})).toBe("sessions.required");
  for (let round = 0; round < 3; round += 1) await play();
  const { revealed } = await ann.call(seeds.rotate, { clientSeed: "=a;-'b" });
  const second = (await ann.call(seeds.rotate, { clientSeed: "last" })).revealed;
  await play();
  const { serverSeedHash, seedId, nextServerSeedHash } = await ann.call(seeds.mine, {});
  const { text, headers } = await ann.download(seeds.export, {});
  const [heading, ...lines] = [...readCsv(text)].map(({ cells }) => cells!);
  expect(heading!.join()).toBe("Seed,Hash,Server seed,Client seed,Client seed (hex),First number,Last number");
  const hex = (words: string): string => Buffer.from(words).toString("hex");
  expect(lines).toEqual([
    [seedId, serverSeedHash, "", "last", hex("last"), "0", "0"],
    [second.seedId, second.serverSeedHash, second.serverSeed, "'=a;'-'b", hex("=a;-'b"), "", ""],
    [revealed.seedId, revealed.serverSeedHash, revealed.serverSeed, revealed.clientSeed, hex(revealed.clientSeed), "0", "2"],
  ]);
  expect([headers.get("x-rows"), text.includes(nextServerSeedHash)]).toEqual(["3", false]);
  expect((await ben.download(seeds.export, {})).text).not.toContain(revealed.serverSeed);
});
