import { audit } from "@laro/contract/audit";
import { games } from "@laro/contract/games";
import { house } from "@laro/contract/house";
import { messages } from "@laro/contract/messages";
import { rounds, type SteppedRound } from "@laro/contract/rounds";
import { tables } from "@laro/contract/tables";
import { wallet } from "@laro/contract/wallet";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { addToRound, findOpenRound, lockWallet } from "../../core/wallet/entries.ts";
import { getWalletId } from "../../core/wallet/wallet.ts";
import { newId } from "../../platform/ids.ts";
import type { Person } from "../../testing/person.ts";
import { asOwner } from "../../testing/owner.ts";
import { openSister } from "../../testing/sister.ts";
import { leadTables } from "../../testing/tables.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { soon } from "../../testing/soon.ts";

const reason = "As agreed with the owner";
const CYCLE_MS = 1_000;

let world: World;
let [first, second]: Person[] = [];
beforeAll(async () => {
  world = await createWorld();
  [first, second] = [await world.operator("risk"), await world.operator("risk")];
});
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(() => world.close());

const fresh = (): string => newId(world.clock.now());
const dice = (stake: bigint, target = 5_000) => ({ requestId: fresh(), gameCode: "DICE", stake, choice: { target, side: "under" } });
const balanceOf = async (person: Person): Promise<bigint> => (await person.call(wallet.balance, {})).balance;
const play = async (person: Person, input: ReturnType<typeof dice>) => {
  world.clock.advance(CYCLE_MS);
  return (await person.send(rounds.play, input)).answer;
};
const open = async (person: Person, gameCode = "BLACKJACK"): Promise<SteppedRound> => {
  world.clock.advance(CYCLE_MS);
  return person.call(rounds.open, { requestId: fresh(), gameCode, stake: 10_00n, choice: gameCode === "MINES" ? { mines: 3 } : {} });
};
/** A change of stakes is known everywhere within a second, mostly at once. */
const waiting = async () => (await first!.call(house.proposals, { state: "proposed" })).list;
const recorded = async (endpoint: string) =>
  (await (await world.operator("auditor")).call(audit.list, { limit: 50 })).list.find((entry) => entry.endpoint === endpoint && entry.kind === "command");

test("who is no officer of risk changes nothing of the house's games, and the auditor reads", async () => {
  const [support, auditor] = [await world.operator("support"), await world.operator("auditor")];
  const stakes = { gameCode: "DICE", stakeMin: null, stakeMax: 5_00n, reason };
  expect(await world.guest().refused(house.setStakes, stakes)).toBe("sessions.required");
  expect(await support.refused(house.setStakes, stakes)).toBe("sessions.forbidden");
  expect(await auditor.refused(house.setStakes, stakes)).toBe("sessions.forbidden");
  expect(await auditor.refused(house.confirm, { id: fresh(), reason })).toBe("sessions.forbidden");
  expect((await auditor.call(house.proposals, { state: "proposed" })).list).toEqual([]);
  expect((await auditor.call(tables.desk, {})).list.length).toBeGreaterThan(0);
  expect(await first!.refused(house.setStakes, { ...stakes, gameCode: "CHESS" })).toBe("games.not_found");
  expect(await first!.refusal(house.setStakes, { ...stakes, stakeMax: 5_50n })).toMatchObject({ code: "rounds.stake_step", values: { field: "stakeMax" } });
  expect(await first!.refused(house.setStakes, { ...stakes, stakeMax: 99_999_00n })).toBe("house.stakes_wrong");
  expect(await first!.refused(house.setStakes, { ...stakes, stakeMax: null })).toBe("house.as_it_is");
  expect(await first!.refused(house.confirm, { id: fresh(), reason })).toBe("house.proposal_not_found");
});

test("one officer lowers a stake at once, in every process; raising it waits for another, and of two who confirm one wins", async () => {
  const ann = await world.player({ balance: 10_000_00n });
  const sister = await openSister(world);
  const early = dice(50_00n);
  const { id: earlyId } = await ann.call(rounds.play, early);
  expect(await first!.call(house.setStakes, { gameCode: "DICE", stakeMin: 5_00n, stakeMax: 20_00n, reason })).toEqual({ proposal: null });
  await soon(async () => {
    expect(await play(ann, dice(21_00n))).toMatchObject({ success: false, message: "rounds.above_maximum" });
    expect(await sister.meet(ann).refused(rounds.play, dice(21_00n))).toBe("rounds.above_maximum");
  });
  expect(await play(ann, dice(4_00n))).toMatchObject({ success: false, message: "rounds.below_minimum" });
  expect(await play(ann, dice(20_00n))).toMatchObject({ success: true });
  // What was played before is answered whatever holds now.
  expect((await ann.call(rounds.play, early)).id).toBe(earlyId);
  await soon(async () => expect(await world.guest().call(games.room, { gameCode: "DICE" })).toMatchObject({ stakeMin: 5_00n, stakeMax: 20_00n }));

  const { proposal } = await first!.call(house.setStakes, { gameCode: "DICE", stakeMin: 5_00n, stakeMax: 100_00n, reason });
  expect(proposal).toMatchObject({ kind: "stakes", subject: "DICE", detail: { stakeMin: "5.00", stakeMax: "100.00" }, state: "proposed" });
  expect(await first!.refused(house.setStakes, { gameCode: "DICE", stakeMin: null, stakeMax: null, reason })).toBe("house.already_proposed");
  const id = proposal!.id;
  expect(await first!.refused(house.confirm, { id, reason })).toBe("house.own_proposal");
  expect(await play(ann, dice(21_00n))).toMatchObject({ success: false, message: "rounds.above_maximum" });
  const third = await world.operator("risk");
  const confirmed = await Promise.all([second!, third].map(async (officer) => (await officer.send(house.confirm, { id, reason })).answer));
  expect(confirmed.map(({ success }) => success).toSorted()).toEqual([false, true]);
  expect(confirmed.find(({ success }) => !success)).toMatchObject({ message: "house.not_proposed" });
  await soon(async () => expect(await play(ann, dice(100_00n))).toMatchObject({ success: true }));
  expect(await play(ann, dice(101_00n))).toMatchObject({ success: false, message: "rounds.above_maximum" });
  expect(await recorded("house.confirm")).toMatchObject({ input: { id, reason } });
  await expect(asOwner(world.open.url, "update house_proposal set state = 'confirmed', decided_by = proposed_by where id = $1", [id])).rejects.toThrow(
    /two_persons/,
  );
  await sister.close();
});

test("wider stakes that waited while an officer narrowed them are not carried out any more: what was narrowed stands", async () => {
  const of = (stakeMax: bigint) => ({ gameCode: "KENO", stakeMin: null, stakeMax, reason });
  await first!.call(house.setStakes, of(50_00n));
  world.clock.advance(1_000);
  const { proposal } = await first!.call(house.setStakes, of(80_00n));
  world.clock.advance(1_000);
  await first!.call(house.setStakes, of(10_00n));
  expect(await second!.refused(house.confirm, { id: proposal!.id, reason })).toBe("house.stakes_changed");
  await soon(async () => expect(await world.guest().call(games.room, { gameCode: "KENO" })).toMatchObject({ stakeMax: 10_00n }));
  await second!.call(house.decline, { id: proposal!.id, reason });
});

test("the bound of a shared table is lifted by two, though its figure is the game's own: with it all tickets of a draw together are bounded, without it each", async () => {
  const gameCode = "ROULETTE_1";
  const { stakeMax } = await world.guest().call(games.room, { gameCode });
  expect(await first!.call(house.setStakes, { gameCode, stakeMin: null, stakeMax, reason })).toEqual({ proposal: null });
  const { proposal } = await first!.call(house.setStakes, { gameCode, stakeMin: null, stakeMax: null, reason });
  expect(proposal).toMatchObject({ kind: "stakes", subject: gameCode, state: "proposed" });
  await second!.call(house.confirm, { id: proposal!.id, reason });
  const stakes = async () => (await first!.call(games.switches, {})).list.find((game) => game.gameCode === gameCode)!.stakes;
  expect(await stakes()).toMatchObject({ setMax: null, stakeMax });
});

test("a least stake above the most closes a game; what is declined changes nothing", async () => {
  const ann = await world.player({ balance: 1_000_00n });
  await first!.call(house.setStakes, { gameCode: "LIMBO", stakeMin: 50_00n, stakeMax: 10_00n, reason });
  const limbo = (stake: bigint) => ({ requestId: fresh(), gameCode: "LIMBO", stake, choice: { target: 200 } });
  await soon(async () => expect(await ann.refused(rounds.play, limbo(20_00n))).toBe("games.closed"));
  await soon(async () => expect((await world.guest().call(games.info, { code: "LIMBO" })).game.state).toBe("closed"));
  expect((await first!.call(games.switches, {})).list.find(({ gameCode }) => gameCode === "LIMBO")).toMatchObject({ isOpen: true, takesStakes: false });
  const { proposal } = await first!.call(house.setStakes, { gameCode: "LIMBO", stakeMin: null, stakeMax: null, reason });
  expect((await first!.call(house.decline, { id: proposal!.id, reason })).state).toBe("declined");
  expect(await second!.refused(house.confirm, { id: proposal!.id, reason })).toBe("house.not_proposed");
  expect(await ann.refused(rounds.play, limbo(20_00n))).toBe("games.closed");
});

test("a closing game takes no new round, an open one is finished with what its steps add, and with the last one it is closed by itself", async () => {
  const [ann, ben] = [await world.player({ balance: 1_000_00n }), await world.player({ balance: 1_000_00n })];
  const double = { act: "double" };
  let round = await open(ann);
  for (let tries = 0; tries < 30 && !round.legal.some((legal) => legal["act"] === "double"); tries += 1) {
    while (round.round === null)
      round = await ann.call(rounds.act, { roundId: round.id, step: round.step, action: round.legal.find((legal) => legal["act"] !== "double")! });
    round = await open(ann);
  }
  const stateOf = async () => (await first!.call(games.switches, {})).list.find(({ gameCode }) => gameCode === "BLACKJACK");
  expect(await first!.refused(games.setOpen, { isOpen: false, reason })).toBe("games.not_found");
  expect(await first!.refused(games.setOpen, { gameType: "CHESS", isOpen: false, reason })).toBe("games.not_found");
  await first!.call(games.setOpen, { gameCode: "BLACKJACK", isOpen: false, reason });
  expect(await stateOf()).toMatchObject({ state: "closing", openRounds: 1, oldestAt: round.at, stops: [{ scope: "game", reason }] });
  expect(await ben.refused(rounds.open, { requestId: fresh(), gameCode: "BLACKJACK", stake: 10_00n, choice: {} })).toBe("games.closed");
  const ended = await ann.call(rounds.act, { roundId: round.id, step: round.step, action: double });
  expect(ended).toMatchObject({ stake: 20_00n, round: { state: "settled" } });
  expect(await stateOf()).toMatchObject({ state: "closed", openRounds: 0, oldestAt: null });
  world.clock.advance(CYCLE_MS);
  expect(await ann.refused(rounds.open, { requestId: fresh(), gameCode: "BLACKJACK", stake: 10_00n, choice: {} })).toBe("games.closed");
  await first!.call(games.setOpen, { gameCode: "BLACKJACK", isOpen: true, reason });
  expect(await stateOf()).toMatchObject({ state: "open", stops: [] });
  expect(await recorded("games.setOpen")).toMatchObject({ input: { gameCode: "BLACKJACK", isOpen: true, reason } });
});

test("a family and the whole house are stopped by one word each; a game opens when nothing stops it any more", async () => {
  const ann = await world.player({ balance: 1_000_00n });
  const stateOf = async (code: string) => (await first!.call(games.switches, {})).list.find(({ gameCode }) => gameCode === code)!.state;
  await first!.call(games.setOpen, { gameCode: "COIN_FLIP", isOpen: false, reason });
  const { families } = await first!.call(games.setOpen, { gameType: "BGS", isOpen: false, reason });
  expect(families).toContainEqual(expect.objectContaining({ gameType: "BGS", isOpen: false }));
  world.clock.advance(CYCLE_MS);
  expect(await ann.refused(rounds.play, dice(10_00n))).toBe("games.closed");
  expect(await stateOf("MANGO_RUSH")).toBe("open");
  const { isHouseOpen } = await first!.call(games.setOpen, { gameType: "ALL", isOpen: false, reason });
  expect(isHouseOpen).toBe(false);
  expect(await stateOf("MANGO_RUSH")).toBe("closed");
  await first!.call(games.setOpen, { gameType: "BGS", isOpen: true, reason });
  expect(await stateOf("DICE")).toBe("closed");
  await first!.call(games.setOpen, { gameType: "ALL", isOpen: true, reason });
  expect([await stateOf("DICE"), await stateOf("COIN_FLIP"), await stateOf("MANGO_RUSH")]).toEqual(["open", "closed", "open"]);
  await first!.call(games.setOpen, { gameCode: "COIN_FLIP", isOpen: true, reason });
  expect((await play(ann, dice(10_00n))).success).toBe(true);
});

test("bets in the instant of the closing are taken whole or refused whole", async () => {
  const people = await Promise.all(Array.from({ length: 12 }, () => world.player({ balance: 100_00n })));
  world.clock.advance(CYCLE_MS);
  const asked = people.map(
    async (person) => (await person.send(rounds.open, { requestId: fresh(), gameCode: "MINES", stake: 10_00n, choice: { mines: 3 } })).answer,
  );
  const closed = first!.call(games.setOpen, { gameCode: "MINES", isOpen: false, reason });
  const answers = await Promise.all(asked);
  await closed;
  const taken = answers.filter(({ success }) => success).length;
  for (const answer of answers) expect(answer.success || answer.message).toBe(answer.success ? true : "games.closed");
  expect((await Promise.all(people.map(balanceOf))).filter((balance) => balance === 90_00n)).toHaveLength(taken);
  const { list } = await first!.call(games.switches, {});
  expect(list.find(({ gameCode }) => gameCode === "MINES")).toMatchObject({ state: taken === 0 ? "closed" : "closing", openRounds: taken });
  await first!.call(games.setOpen, { gameCode: "MINES", isOpen: true, reason });
});

test("a round that waits is given back by two officers: never by one, never twice, and not after its player ended it; the member is told", async () => {
  const ann = await world.player({ balance: 100_00n });
  const round = await open(ann, "MINES");
  const ask = { memberId: ann.id, roundId: round.id, reason };
  expect((await first!.call(house.rounds, { gameCode: "MINES", limit: 100 })).list).toContainEqual(
    expect.objectContaining({ id: round.id, memberId: ann.id, memberName: ann.name, stake: 10_00n, step: 0, at: round.at }),
  );
  expect(await first!.refused(house.rounds, { gameCode: "CHESS" })).toBe("games.not_found");
  const other = await world.player({});
  expect(await first!.refused(house.voidRound, { ...ask, memberId: other.id })).toBe("rounds.not_found");
  const { id } = await first!.call(house.voidRound, ask);
  expect(await second!.refused(house.voidRound, ask)).toBe("house.already_proposed");
  expect(await first!.refused(house.confirm, { id, reason })).toBe("house.own_proposal");
  expect(await balanceOf(ann)).toBe(90_00n);
  const third = await world.operator("superadmin");
  const confirmed = await Promise.all([second!, third, second!].map(async (officer) => (await officer.send(house.confirm, { id, reason })).answer.success));
  expect(confirmed.filter(Boolean)).toHaveLength(1);
  expect(await balanceOf(ann)).toBe(100_00n);
  expect(await ann.call(rounds.get, { id: round.id })).toMatchObject({ state: "void", stake: 0n, win: 0n });
  expect(await ann.refused(rounds.act, { roundId: round.id, step: 0, action: { act: "pick", tile: 1 } })).toBe("rounds.not_open");
  await world.work();
  expect((await ann.call(messages.mine, {})).list).toContainEqual(
    expect.objectContaining({ template: "roundVoided", values: expect.arrayContaining(["10.00", "round"]) }),
  );

  const again = await open(ann, "BLACKJACK");
  if (again.round !== null) return;
  const late = await first!.call(house.voidRound, { memberId: ann.id, roundId: again.id, reason });
  let seen = again;
  while (seen.round === null) seen = await ann.call(rounds.act, { roundId: seen.id, step: seen.step, action: seen.legal[0]! });
  expect(await second!.refused(house.confirm, { id: late.id, reason })).toBe("rounds.not_open");
  expect((await waiting()).map(({ subject }) => subject)).toContain(again.id);
  await second!.call(house.decline, { id: late.id, reason });
});

test("a round whose player went on since it was proposed is not given back; proposed as it stands, all its stakes come back", async () => {
  const ann = await world.player({ balance: 100_00n });
  const { id: roundId } = await open(ann, "MINES");
  const ask = { memberId: ann.id, roundId, reason };
  const seen = await first!.call(house.voidRound, ask);
  expect(seen.detail).toMatchObject({ stake: "10.00", step: "0" });
  const { database, timeZone } = world.open.platform;
  await database.begin(async (tx) => {
    const walletId = await getWalletId(tx, { accountId: ann.id, kind: "main" });
    await lockWallet(tx, walletId);
    const { gameId, step, state, dueAt } = (await findOpenRound(tx, { walletId, id: roundId }))!;
    await addToRound(tx, { now: world.clock.now(), timeZone }, { id: roundId, walletId, gameId, step, state, dueAt, stakeMinor: 5_00n, digest: 1n });
  });
  expect(await balanceOf(ann)).toBe(85_00n);
  expect(await second!.refusal(house.confirm, { id: seen.id, reason })).toMatchObject({ code: "rounds.step_taken", values: { step: 1 } });
  expect(await balanceOf(ann)).toBe(85_00n);
  await second!.call(house.decline, { id: seen.id, reason });
  const again = await first!.call(house.voidRound, ask);
  expect(again.detail).toMatchObject({ stake: "15.00", step: "1" });
  await second!.call(house.confirm, { id: again.id, reason });
  expect(await balanceOf(ann)).toBe(100_00n);
  expect(await ann.call(rounds.get, { id: roundId })).toMatchObject({ state: "void", stake: 0n, win: 0n });
  await world.work();
  expect((await ann.call(messages.mine, {})).list).toContainEqual(
    expect.objectContaining({ template: "roundVoided", values: expect.arrayContaining(["15.00", "round"]) }),
  );
});

test("a draw is ended by two officers before its result, its tickets come back and the next one begins; one that was drawn stands", async () => {
  const series = "ROULETTE_1";
  const leader = leadTables(world, series);
  const ann = await world.player({ balance: 100_00n });
  await leader.look();
  const look = async () => (await world.guest().call(tables.get, { series })).phase!;
  const { drawId, number, closesAt } = await look();
  await ann.call(tables.bet, { requestId: fresh(), series, drawId, bets: { red: "40.00" } });
  expect(await first!.refused(house.voidDraw, { drawId: 999_999n, reason })).toBe("draws.not_found");
  const desk = (await first!.call(tables.desk, {})).list.find((table) => table.series === series)!;
  expect(desk).toMatchObject({ draw: { id: drawId, number, state: "open", tickets: 1, members: 1, staked: 40_00n } });
  expect(desk.leader).toMatchObject({ name: `laro-tables-${process.pid}`, since: expect.any(String) });
  await soon(async () => {
    const { worstCase, margin, liabilityMax } = (await first!.call(tables.desk, {})).list.find((table) => table.series === series)!;
    expect([worstCase, margin]).toEqual([80_00n, liabilityMax - 80_00n]);
  });
  const { id } = await first!.call(house.voidDraw, { drawId, reason });
  expect(await first!.refused(house.confirm, { id, reason })).toBe("house.own_proposal");
  expect((await look()).state).toBe("open");
  await second!.call(house.confirm, { id, reason });
  expect(await ann.refused(tables.bet, { requestId: fresh(), series, drawId, bets: { red: "1.00" } })).toBe("draws.closed");
  await world.work();
  expect(await balanceOf(ann)).toBe(100_00n);
  await world.work();
  expect((await ann.call(messages.mine, {})).list).toContainEqual(
    expect.objectContaining({ template: "roundVoided", values: expect.arrayContaining(["40.00", "draw"]) }),
  );
  // The leader hears of it and does not wait for the close.
  await soon(async () => {
    await leader.look();
    expect((await look()).drawId).not.toBe(drawId);
  });
  expect(world.clock.now().toISOString() < closesAt).toBe(true);
  expect((await first!.call(tables.draws, { series })).list.find((draw) => draw.id === drawId)).toMatchObject({ state: "void", voidReason: reason });

  const next = await look();
  const late = await first!.call(house.voidDraw, { drawId: next.drawId, reason });
  for (const durationMs of [20_000, 1_000]) {
    world.clock.advance(durationMs);
    await leader.look();
  }
  expect((await look()).state).toBe("drawn");
  expect(await second!.refused(house.confirm, { id: late.id, reason })).toBe("draws.over");
  expect(await first!.refused(house.voidDraw, { drawId: next.drawId, reason })).toBe("draws.over");
  await second!.call(house.decline, { id: late.id, reason });
  await leader.close();
});

test("a chain is made by an officer, shows its anchor and draws nothing until a second officer confirmed a public salt", { timeout: 30_000 }, async () => {
  const series = "SIC_BO_1";
  expect(await first!.refused(house.makeChain, { series: "DICE", reason })).toBe("games.not_found");
  const chain = await first!.call(house.makeChain, { series, reason });
  expect(chain).toMatchObject({
    series,
    length: 1_000_000,
    used: 0,
    left: 1_000_000,
    salt: null,
    state: "unsalted",
    anchor: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  expect(await second!.refused(house.makeChain, { series, reason })).toBe("house.chain_waits");
  // A million hashes are drawn by one at a time, whoever asks how often.
  const asked = await Promise.all(Array.from({ length: 12 }, () => first!.send(house.makeChain, { series: "SIC_BO_1", reason })));
  expect(asked.filter(({ answer }) => !answer.success && answer.message === "server.busy").length).toBeGreaterThan(0);
  const salting = { chainId: chain.id, salt: "000000000000000000021e1b7c9c", source: "Hash of Bitcoin block 900,000", reason };
  expect(await first!.refused(house.saltChain, { ...salting, chainId: 999_999 })).toBe("draws.not_found");
  const { id } = await first!.call(house.saltChain, salting);
  expect(await first!.refused(house.confirm, { id, reason })).toBe("house.own_proposal");
  expect((await first!.call(house.chains, {})).list.find((one) => one.id === chain.id)!.state).toBe("unsalted");
  await second!.call(house.confirm, { id, reason });
  expect((await first!.call(house.chains, {})).list.find((one) => one.id === chain.id)).toMatchObject({
    state: expect.stringMatching(/^(inUse|next)$/),
    salt: salting.salt,
    saltSource: salting.source,
  });
  expect(await first!.refused(house.saltChain, salting)).toBe("house.salted");
});

test("however many chains a series has had, each series has its newest in the list", async () => {
  const before = new Set((await first!.call(house.chains, {})).list.map(({ series }) => series));
  await asOwner(
    world.open.url,
    `insert into draw_chain (series, length, anchor, top_sealed, created_at, salt, salt_source, salted_at)
     select 'AAA', 10, sha256(('AAA ' || n)::bytea), 'x', now(), 's', 'a test', now() from generate_series(1, 250) n`,
    [],
  );
  const { list } = await first!.call(house.chains, {});
  expect(new Set(list.map(({ series }) => series))).toEqual(new Set([...before, "AAA"]));
  const ids = list.filter(({ series }) => series === "AAA").map(({ id }) => id);
  expect(ids).toEqual(ids.toSorted((one, other) => other - one));
  expect(ids.length).toBeLessThanOrEqual(20);
});
