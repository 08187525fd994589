import { accountTypes } from "@laro/contract/core/accountTypes";
import { pvp } from "@laro/contract/pvp";
import { rounds } from "@laro/contract/rounds";
import { wallet } from "@laro/contract/wallet";
import { deckOf, hashOfHex } from "@laro/engines/pvp/cardGame";
import { BANK_MS, OPEN_MS, READY_MS, TURN_MS } from "@laro/contract/core/cardRoomTimes";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hmacSha256 } from "../../platform/hmac.ts";
import { GONE_MS } from "./pvp.table.ts";
import { CardWindow, dealAgain, dealTo, playOn, until } from "../../testing/cards.ts";
import type { Person } from "../../testing/person.ts";
import { soon } from "../../testing/soon.ts";
import { createWorld, type World } from "../../testing/world.ts";

let world: World;
beforeAll(async () => void (world = await createWorld({ rooms: true })));
afterAll(async () => world.close());

const ROOM = "TONGITS-1";
type Member = Person & { readonly id: bigint };
const newMembers = (count: number, balance = 100_00n): Promise<Member[]> => Promise.all(Array.from({ length: count }, () => world.player({ balance })));
const windowsOf = (members: readonly Member[]): Promise<CardWindow[]> => Promise.all(members.map((member) => CardWindow.open(world, member)));
const balanceOf = async (member: Person): Promise<bigint> => (await member.call(wallet.balance, {})).balance;
const roomNow = async (roomId = ROOM) => (await world.guest().call(pvp.rooms, {})).list.find((room) => room.roomId === roomId)!;
/** The list is shared for a second, and a seat is told before it stands in it. */
const roomShows = (what: object) => soon(async () => expect(await roomNow()).toMatchObject(what));
const leaveAll = async (windows: readonly CardWindow[]): Promise<void> => {
  for (const window of windows) window.say({ say: "leave" });
  await until(() => windows.every(({ heard }) => heard.some((message) => "free" in message)), "to be free");
  windows.forEach((window) => window.close());
};

test("a guest sees the card rooms: what a unit is, what is held for a hand, what the house takes and how many people sit there now [CALL-64]", async () => {
  const room = await roomNow();
  expect(room).toMatchObject({ gameCode: "TONGITS", kind: "money", unit: 1_00n, hold: 8_00n, seats: 3, tables: 0, seated: 0, waiting: 0, rakePercent: 5 });
  expect(await roomNow("TONGITS-FREE")).toMatchObject({ kind: "practice", unit: null, hold: null });
  const [window] = await windowsOf(await newMembers(1));
  await window!.sit(ROOM);
  await roomShows({ tables: 1, seated: 1, waiting: 1 });
  await leaveAll([window!]);
  await roomShows({ tables: 0, seated: 0, waiting: 0 });
});

test("who closes their last window while a table waits keeps the seat for half a minute, and then the list shows it empty; whoever comes back in time has it", async () => {
  const members = await newMembers(2);
  const [gone, back] = await windowsOf(members);
  for (const window of [gone!, back!]) await window.sit(ROOM);
  for (const window of [gone!, back!]) {
    window.close();
    await window.closed;
  }
  await new Promise((wait) => setTimeout(wait, 500));
  world.clock.advance(GONE_MS - 1_000);
  const again = await CardWindow.open(world, members[1]!);
  await roomShows({ tables: 1, seated: 2, waiting: 2 });
  // That a window opened is heard a moment later: what it is told of its seat says that it was.
  again.say({ say: "join", room: ROOM });
  await until(() => again.heard.some((message) => "view" in message), "the seat");
  world.clock.advance(2_000);
  await roomShows({ tables: 1, seated: 1, waiting: 1 });
  await leaveAll([again]);
  await roomShows({ tables: 0, seated: 0 });
});

test("three members play a hand for money: each hold is a stake, losers get the rest back, the winner the gain less 5 %, and the deck is what seed and bytes say", async () => {
  const members = await newMembers(3);
  const windows = await windowsOf(members);
  await dealTo(windows, ROOM);
  expect(await Promise.all(members.map(balanceOf))).toEqual([92_00n, 92_00n, 92_00n]);
  const promised = windows[0]!.view.seedHash;
  const dealt = windows.map(({ hand }) => [...hand.hand]);
  await playOn(windows);
  const { end, paid, rake, reveal, handId } = windows[0]!.view;
  const sum = end!.units.reduce((all, one) => all + one, 0);
  expect(sum).toBe(0);
  expect(windows.map(({ view }) => view.end)).toEqual([end, end, end]);
  expect(hashOfHex(reveal!.seed)).toBe(promised);
  reveal!.bytes.forEach((bytes, seat) => expect(hashOfHex(bytes!)).toBe(reveal!.hashes[seat]));
  const deck = deckOf({ hmac: hmacSha256, seed: reveal!.seed, bytes: reveal!.bytes.map((one) => one!), nonce: reveal!.nonce });
  const cut = [0, 1, 2].map((step) => deck.slice(step === 0 ? 0 : 13 + (step - 1) * 12, 13 + step * 12).toSorted((one, other) => one - other));
  expect(cut[0]).toEqual(dealt[windows.findIndex(({ view }) => view.seat === reveal!.hitter)]);
  for (const [place, member] of members.entries()) {
    const { seat } = windows[place]!.view;
    expect(await balanceOf(member)).toBe(100_00n + paid![seat]!);
    const { list } = await member.call(rounds.mine, {});
    expect(list[0]).toMatchObject({ gameCode: "TONGITS", displayName: "Tongits", vendor: null, state: end!.winner === null ? "void" : "settled" });
    expect(list[0]!.choice).toEqual({ room: ROOM, hand: handId });
    expect(list[0]!.win - list[0]!.stake).toBe(paid![seat]);
  }
  expect(paid!.reduce((all, one) => all + one, 0n)).toBe(-rake!);
  expect(await world.audit()).toEqual([]);
  await leaveAll(windows);
});

test("a second hand at the table begins with the last winner, and a seat whose hold is refused stands up with its reason while nobody is debited", async () => {
  const members = [...(await newMembers(2)), await world.player({ balance: 9_00n })];
  const windows = await windowsOf(members);
  await dealTo(windows, ROOM);
  await playOn(windows);
  const balances = await Promise.all(members.map(balanceOf));
  const poor = members.findIndex((_, at) => balances[at]! < 8_00n);
  if (poor < 0) {
    await dealAgain(windows);
    const { end } = windows[0]!.view;
    expect(end).toBeNull();
    await playOn(windows);
  } else {
    await until(() => windows.every(({ view }) => view.state === "ready"), "a full table");
    windows.forEach((window) => window.ready());
    await until(() => windows[poor]!.refusals.includes("stood wallet.insufficient_funds"), "to stand up");
    expect(await Promise.all(members.map(balanceOf))).toEqual(balances);
    await until(() => windows[(poor + 1) % 3]!.view.state === "waits", "to wait");
  }
  expect(await world.audit()).toEqual([]);
  await leaveAll(windows.filter((_, at) => poor !== at));
});

test("a trial is refused for money and may practise; an unknown room, a foreign hand, an act out of turn and a card not held are refused, and nothing moves", async () => {
  const trial = await world.member({ type: accountTypes.trial });
  const guest = await CardWindow.open(world, trial);
  guest.say({ say: "seat", room: ROOM });
  await until(() => guest.refusals.includes("sessions.real_account_needed"), "a refusal");
  guest.say({ say: "seat", room: "TONGITS-FREE", computers: true });
  await until(() => guest.heard.some((message) => "view" in message && message.view.state === "ready"), "a practice table");
  expect(guest.view.seats.filter(({ isComputer }) => isComputer)).toHaveLength(2);
  guest.say({ say: "seat", room: "TONGITS-7" });
  await until(() => guest.refusals.includes("pvp.room_unknown"), "a refusal");
  guest.close();
  const windows = await windowsOf(await newMembers(3));
  await dealTo(windows, ROOM);
  const turn = windows.find(({ view, hand }) => view.seat === hand.turn)!;
  const other = windows.find(({ view, hand }) => view.seat !== hand.turn)!;
  other.act({ kind: "draw" });
  await until(() => other.refusals.includes("pvp.not_your_turn"), "a refusal");
  turn.act({ kind: "discard", card: other.hand.hand[0]! });
  await until(() => turn.refusals.includes("pvp.card_not_held"), "a refusal");
  turn.act({ kind: "draw" });
  await until(() => turn.refusals.includes("pvp.act_invalid"), "a refusal");
  turn.act({ kind: "discard", card: turn.hand.hand[0]! }, { hand: crypto.randomUUID() });
  await until(() => turn.refusals.includes("pvp.hand_over"), "a refusal");
  expect(turn.view.seq).toBe(0);
  const before = turn.refusals.length;
  turn.act({ kind: "discard", card: turn.hand.hand[0]! });
  turn.act({ kind: "discard", card: turn.hand.hand[1]! }, { seq: 0 });
  await until(() => turn.refusals.length > before, "a refusal of the repeat");
  expect(turn.view.seq).toBe(1);
  await playOn(windows);
  expect(await world.audit()).toEqual([]);
  await leaveAll(windows);
});

test("what is no message, too long or too much closes the socket the second time, and a ticket opens it once", async () => {
  const [member] = await newMembers(1);
  for (const bad of ["{", JSON.stringify({ say: "seat", room: "x".repeat(900) }), JSON.stringify({ say: "act", hand: "x", seq: -1, act: {} })]) {
    const window = await CardWindow.open(world, member!);
    window.say(bad);
    window.say(bad);
    expect(await window.closed).toBe(4400);
  }
  const long = await CardWindow.open(world, member!);
  long.say("x".repeat(10_000));
  expect(await long.closed).toBe(1009);
  const fast = await CardWindow.open(world, member!);
  await new Promise((wait) => setTimeout(wait, 200));
  for (let said = 0; said < 40; said += 1) fast.say({ say: "join", room: ROOM });
  expect(await fast.closed).toBe(4400);
});

test("what a member says in a second counts over all of their windows", async () => {
  const [member] = await newMembers(1);
  const windows = await windowsOf(Array.from({ length: 6 }, () => member!));
  await new Promise((wait) => setTimeout(wait, 200));
  for (const window of windows) for (let said = 0; said < 9; said += 1) window.say({ say: "join", room: ROOM });
  expect(await Promise.race(windows.map(({ closed }) => closed))).toBe(4400);
  windows.forEach((window) => window.close());
});

test("nobody sees a card that is another's: no message to a seat names one before the hand is over", async () => {
  const windows = await windowsOf(await newMembers(3));
  await dealTo(windows, ROOM);
  const hands = new Map(windows.map((window) => [window, new Set(window.hand.hand)]));
  await playOn(windows, 12);
  for (const window of windows) {
    const views = window.heard.flatMap((message) => ("view" in message && message.view.hand !== null ? [message.view.hand] : []));
    for (const view of views) {
      expect(view.hands).toBeNull();
      for (const [other, held] of hands) if (other !== window) expect(view.hand.filter((card) => held.has(card) && !hands.get(window)!.has(card))).toEqual([]);
    }
    for (const text of window.texts) expect(text.includes('"stock":[')).toBe(false);
    expect(window.texts.some((text) => text.includes('"seed":"'))).toBe(false);
  }
  await playOn(windows);
  await leaveAll(windows);
  expect(await world.audit()).toEqual([]);
});

test("who is silent loses the bank and then plays by the clock; after two turns the seat plays on by itself and is freed at the end, and who comes back has the same hand", async () => {
  const members = await newMembers(3);
  const windows = await windowsOf(members);
  await dealTo(windows, ROOM);
  const silent = windows.find(({ view, hand }) => view.seat === hand.turn)!;
  const others = windows.filter((window) => window !== silent);
  const who = members[windows.indexOf(silent)]!;
  const mine = [...silent.hand.hand];
  silent.close();
  world.clock.advance(TURN_MS + BANK_MS - 1_000);
  await new Promise((wait) => setTimeout(wait, 500));
  expect(others[0]!.view.seq).toBe(0);
  world.clock.advance(1_000);
  await until(() => others[0]!.view.last?.auto === true, "an act of the clock");
  const back = await CardWindow.open(world, who);
  back.say({ say: "join", room: ROOM });
  await until(() => back.heard.some((message) => "view" in message), "the same hand");
  expect(mine.filter((card) => !back.hand.hand.includes(card))).toEqual([
    back.view.last!.act.kind === "discard" && "card" in back.view.last!.act ? back.view.last!.act.card : -1,
  ]);
  const second = await CardWindow.open(world, who);
  second.say({ say: "join", room: ROOM });
  await until(() => back.view.isWatching, "to watch");
  back.act({ kind: "draw" });
  await until(() => back.refusals.includes("pvp.watching"), "a refusal");
  back.close();
  second.close();
  const one = others[0]!;
  while (one.view.state === "plays") {
    const { seq } = one.view;
    const actor = others.find(({ view, hand }) => view.seat === hand.turn);
    if (actor === undefined) world.clock.advance(one.view.seats[one.hand.turn]!.isAway ? 1_000 : TURN_MS + BANK_MS);
    else await playOn([actor], 1);
    await until(() => one.view.seq > seq || one.view.state !== "plays", "an act");
  }
  expect(others[0]!.view.end).not.toBeNull();
  await until(() => others[0]!.view.seats.filter(({ name }) => name !== null).length === 2, "a free seat");
  expect(await world.audit()).toEqual([]);
  await leaveAll(others);
});

test("who does not say yes, or does not open what was promised, stands up before any hold, and a seed that was promised with them is not used", async () => {
  const members = await newMembers(3);
  const windows = await windowsOf(members);
  for (const window of windows) {
    window.say({ say: "seat", room: ROOM });
    await until(() => window.heard.some((message) => "view" in message), "a seat");
  }
  await until(() => windows.every(({ view }) => view.state === "ready"), "a full table");
  windows[2]!.isHonest = false;
  const { seedHash } = windows[0]!.view;
  windows.forEach((window) => window.ready());
  await until(() => windows[0]!.view.state === "open", "to be asked");
  world.clock.advance(OPEN_MS + 1);
  await until(() => windows[2]!.refusals.includes("stood pvp.not_opened"), "to stand up");
  await until(() => windows[0]!.view.state === "waits" && windows[0]!.view.seedHash !== seedHash, "another seed");
  windows[2]!.isHonest = true;
  windows[2]!.say({ say: "seat", room: ROOM });
  await until(() => windows.every(({ view }) => view.state === "ready"), "a full table");
  windows[0]!.ready();
  world.clock.advance(READY_MS + 1);
  await until(() => windows[1]!.refusals.includes("stood pvp.not_ready") && windows[2]!.refusals.includes("stood pvp.not_ready"), "to stand up");
  expect(await Promise.all(members.map(balanceOf))).toEqual([100_00n, 100_00n, 100_00n]);
  await leaveAll([windows[0]!]);
});

test("nobody is put beside somebody on the own device or in the own line, and no computer sits for money", async () => {
  const [ann, ben] = await newMembers(2);
  const { database } = world.open.platform;
  await database.begin((tx) =>
    tx
      .updateTable("account_device")
      .set({ device: Buffer.alloc(16, 7) })
      .where("account_id", "in", [ann!.id, ben!.id])
      .execute(),
  );
  const windows = await windowsOf([ann!, ben!]);
  for (const window of windows) {
    window.say({ say: "seat", room: "TONGITS-5" });
    await until(() => window.heard.some((message) => "view" in message), "a seat");
  }
  expect(windows[0]!.view.table).not.toBe(windows[1]!.view.table);
  const seat = { table_id: crypto.randomUUID(), seat: 0, room: ROOM, account_id: null, is_practice: false, at: world.clock.now() };
  await expect(database.begin((tx) => tx.insertInto("pvp_seat").values(seat).execute())).rejects.toThrow("no_computer_for_money");
  await expect(
    database.begin((tx) =>
      tx
        .insertInto("pvp_seat")
        .values({ ...seat, is_practice: true })
        .execute(),
    ),
  ).rejects.toThrow("pvp_seat_practice");
  await leaveAll(windows);
});
