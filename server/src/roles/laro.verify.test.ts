import { spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { draws } from "@laro/contract/draws";
import { reports } from "@laro/contract/reports";
import { rounds } from "@laro/contract/rounds";
import { seeds } from "@laro/contract/seeds";
import { tables } from "@laro/contract/tables";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { TableLeader } from "../features/tables/tables.leader.ts";
import { projectRoot } from "../platform/config.ts";
import { newId } from "../platform/ids.ts";
import { VERIFY_FOLDER } from "../proofs/second.ts";
import { decision, isSplittable, leadHands, playHands, stackHands } from "../testing/liveBlackjack.ts";
import { createWorld, type World } from "../testing/world.ts";
import { verifyExports } from "./laro.verify.ts";

const CODE = "ROULETTE_1";
const HANDS = "BLACKJACK_1";
const SECOND_MS = 1_000;

let world: World;
let leader: TableLeader;
let exports: Record<"seeds" | "rounds" | "draws" | "chain" | "round" | "hands" | "hand", string>;

const fresh = (): string => newId(world.clock.now());
const check = (...texts: readonly string[]) => verifyExports(texts.map((text, at) => ({ name: `file ${at + 1}`, text })));

beforeAll(async () => {
  world = await createWorld();
  leader = new TableLeader(world.open.platform, world.open.url, { only: [CODE] });
  const ann = await world.player({ balance: 10_000_00n });
  const play = async (gameCode: string, choice: Record<string, unknown>) => {
    world.clock.advance(10 * SECOND_MS);
    return ann.call(rounds.play, { requestId: fresh(), gameCode, stake: 10_00n, choice });
  };
  await play("DICE", { target: 5_000, side: "under" });
  await play("KENO", { picks: [1, 2, 3] });
  const { id } = await play("MANGO_RUSH", {});
  // A round of steps that ends at once or after what the clock would do.
  const opened = await ann.call(rounds.open, { requestId: fresh(), gameCode: "MINES", stake: 10_00n, choice: { mines: 3 } });
  const picked = await ann.call(rounds.act, { roundId: opened.id, step: 0, action: { act: "pick", tile: 7 } });
  if (picked.round === null) await ann.call(rounds.act, { roundId: opened.id, step: 1, action: { act: "cashOut" } });
  await ann.call(seeds.rotate, { clientSeed: "=mine;-'x" });
  await play("DICE", { target: 5_000, side: "over" });
  await ticketAndDraw(ann);
  const handId = await splitHand(ann);
  const csv = async (endpoint: typeof seeds.export | typeof reports.roundsCsv): Promise<string> => (await ann.download(endpoint, {})).text;
  const json = async (path: string): Promise<string> => (await fetch(`${world.address}${path}`)).text();
  const roundOf = async (roundId: string): Promise<string> => JSON.stringify((await ann.request("GET", `/api/rounds.get?id=${roundId}`)).answer);
  exports = {
    seeds: await csv(seeds.export),
    rounds: await csv(reports.roundsCsv),
    draws: await json(`/api/draws.list?series=${CODE}`),
    chain: await json(`/api/draws.chain?series=${CODE}`),
    round: await roundOf(id),
    hands: await json(`/api/draws.list?series=${HANDS}`),
    hand: await roundOf(handId),
  };
});
afterAll(async () => {
  await leader.close();
  await world.close();
});

/** A ticket on a live table, and three draws of it. */
async function ticketAndDraw(ann: Awaited<ReturnType<World["player"]>>): Promise<void> {
  let isBought = false;
  for (let looks = 0; looks < 40; looks += 1) {
    await leader.look();
    const { phase } = await ann.call(tables.get, { series: CODE });
    if (!isBought && phase?.state === "open") {
      await ann.call(tables.bet, { requestId: fresh(), series: CODE, drawId: phase.drawId, bets: { red: "10.00", "17": "5.00" } });
      isBought = true;
    }
    if (phase?.state === "open" && phase.link > 3) return;
    world.clock.advance(5 * SECOND_MS);
  }
  throw new Error("The table did not go on.");
}

/** A ticket at live blackjack whose hand is split, doubled once and left to itself. */
async function splitHand(ann: Awaited<ReturnType<World["player"]>>): Promise<string> {
  const hands = leadHands(world);
  const { opened, buy, dealt, look, paid } = playHands(() => ({ world, leader: hands }));
  await stackHands(world, [isSplittable]);
  const { drawId } = await opened(isSplittable);
  const ticket = await buy(ann, drawId);
  await dealt();
  await ann.call(tables.act, decision(ticket, 0, 2, "split"));
  await vi.waitUntil(async () => (await hands.look(), (await look()).turn?.shown["turn"] === 3), { timeout: 5_000, interval: 50 });
  await ann.call(tables.act, decision(ticket, 1, 3, "double", 1));
  await paid(drawId);
  await hands.close();
  return ticket.id;
}

test("the draws of a table are listed and found by their number with what proves them, a live one without its seed; a number there is not is refused", async () => {
  const guest = world.guest();
  const { list, next } = await guest.call(draws.list, { series: CODE, limit: 2 });
  expect([list.length, list[0]!.seed, list[0]!.result]).toEqual([2, null, null]);
  const rest = await guest.call(draws.list, { series: CODE, cursor: next! });
  expect([...list, ...rest.list].map(({ link }) => link)).toEqual([4, 3, 2, 1]);
  const [oldest] = rest.list.slice(-1);
  expect(await guest.call(draws.get, { series: CODE, number: oldest!.number })).toEqual(oldest);
  expect(oldest).toMatchObject({ state: "settled", commitment: oldest!.anchor, result: { pocket: expect.any(Number) } });
  const chains = await guest.call(draws.chain, { series: CODE });
  expect(chains.list).toMatchObject([{ anchor: oldest!.anchor, used: 4, salt: oldest!.salt, length: expect.any(Number) }]);
  expect(JSON.stringify(chains)).not.toContain("sealed");
  for (const asked of [
    { series: CODE, number: "20261005-9999" },
    { series: "BACCARAT", number: oldest!.number },
  ])
    expect(await guest.refused(draws.get, asked)).toBe("draws.not_found");
  expect((await guest.call(draws.list, { series: "NOPE" })).list).toEqual([]);
});

test("exports of seeds, rounds and draws are computed again offline and hold, in every language of the heading; what waits for its seed is said [PROD-07]", () => {
  const { seeds: seedFile, rounds: roundFile, draws: drawFile, chain, hands } = exports;
  expect(check(seedFile, roundFile, drawFile, chain, hands)).toEqual({
    isSound: true,
    lines: [
      "Seeds: 1 hold, 0 do not, 1 in force, not shown yet",
      "Draws: 4 hold, 0 do not, 1 not drawn yet",
      "Rounds: 6 hold, 0 do not, 1 wait for the seed in force",
    ],
  });
  expect(check(roundFile).lines).toEqual(["Rounds: 0 hold, 0 do not, 7 have no seed in these files"]);
  for (const alone of [exports.round, exports.hand]) expect(check(alone)).toEqual({ isSound: true, lines: ["Rounds: 1 hold, 0 do not"] });
  const [heading, ...lines] = seedFile.split("\r\n");
  expect(heading).toContain("First number");
  const tagalog = ["Seed,Hash,Server seed,Client seed,Client seed (hex),Unang numero,Huling numero", ...lines].join("\r\n");
  expect(check(tagalog, roundFile, drawFile).isSound).toBe(true);
});

/** One cell of the line that holds a word. */
function alter(text: string, line: string, from: string | RegExp, to: string): string {
  const lines = text.split("\r\n");
  const at = lines.findIndex((one) => one.includes(line));
  const changed = lines[at]!.replace(from, to);
  expect(changed).not.toBe(lines[at]);
  return lines.with(at, changed).join("\r\n");
}

test("one altered row is found, whatever of it was altered, and the others still hold", () => {
  const { seeds: seedFile, rounds: roundFile, draws: drawFile, chain, hands } = exports;
  const ofRounds = (text: string) => check(seedFile, text, drawFile, chain, hands);
  for (const [line, from, to] of [
    ["KENO", /,10\.00,[^,]+,/, ",10.00,12.34,"],
    ["KENO", '""drawn"":[', '""drawn"":[41,'],
    ["MINES", '""tile"":7', '""tile"":8'],
    ["MANGO_RUSH,1,settled", /,settled,10.00,/, ",settled,20.00,"],
    [CODE, '""17"":""5.00""', '""17"":""6.00""'],
    [HANDS, '""act"":""double""', '""act"":""hit""'],
    [HANDS, '""double"",""hand"":1', '""double"",""hand"":0'],
    ["KENO", ",KENO,1,", ",KENO,2,"],
  ] as const) {
    const { isSound, lines } = ofRounds(alter(roundFile, line, from, to));
    expect([line, isSound, lines.filter((told) => told.startsWith("  file 2, line "))]).toEqual([line, false, [expect.any(String)]]);
    expect(lines).toContainEqual(expect.stringMatching(/^Rounds: \d hold, 1 do not/));
  }
  const doubled = `${roundFile}${roundFile.split("\r\n").find((one) => one.includes("KENO"))}\r\n`;
  expect(ofRounds(doubled).lines.at(-1)).toContain("the same seed and number");
  const seed = seedFile.split("\r\n")[2]!.split(",")[2]!;
  expect(
    check(
      seedFile.replace(
        seed,
        seed.replace(/^./, (sign) => (sign === "0" ? "1" : "0")),
      ),
      roundFile,
    ).isSound,
  ).toBe(false);
  const drawn = JSON.parse(drawFile) as { value: { list: { anchor: string; salt: string; result: { pocket: number } | null; link: number }[] } };
  const altered = (change: (draw: (typeof drawn.value.list)[number]) => void): string => {
    const copy = structuredClone(drawn);
    for (const draw of copy.value.list) if (draw.link === 2) change(draw);
    return JSON.stringify(copy);
  };
  for (const change of [
    (draw: (typeof drawn.value.list)[number]) => (draw.result = { pocket: (draw.result!.pocket + 1) % 37 }),
    (draw: (typeof drawn.value.list)[number]) => (draw.salt = "another"),
    (draw: (typeof drawn.value.list)[number]) => (draw.anchor = "00".repeat(32)),
  ])
    expect(check(altered(change), chain).lines[1]).toMatch(/^ {2}Draw ROULETTE_1 /);
});

test("a round that was left out of a record is missed by its number; a record that begins later or ends sooner says so and holds", () => {
  const { seeds: seedFile, rounds: roundFile, draws: drawFile, chain, hands } = exports;
  const without = (...games: readonly string[]) =>
    check(
      seedFile,
      roundFile
        .split("\r\n")
        .filter((line) => !games.some((game) => line.includes(`,${game},1,`)))
        .join("\r\n"),
      drawFile,
      chain,
      hands,
    );
  const one = without("KENO");
  expect([one.isSound, one.lines[2]]).toEqual([false, "Rounds: 5 hold, 0 do not, 1 wait for the seed in force, 1 are missing"]);
  expect(one.lines[3]).toMatch(/^ {2}Seed \d+: round 1 is missing between others of these files;/);
  const two = without("KENO", "MANGO_RUSH");
  expect([two.isSound, two.lines[3]]).toEqual([false, expect.stringMatching(/^ {2}Seed \d+: rounds 1 to 2 are missing between/)]);
  expect(without("MINES")).toEqual({
    isSound: true,
    lines: [expect.any(String), expect.any(String), "Rounds: 5 hold, 0 do not, 1 wait for the seed in force, 1 of these seeds are in other files"],
  });
  // One round by itself is no record.
  expect(check(seedFile, exports.round).isSound).toBe(true);
});

test("the command needs no database, ends with 1 on a fault, and says in one sentence what is no export", () => {
  const folder = mkdtempSync(join(tmpdir(), "laro-verify-"));
  const file = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const laro = (...paths: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(projectRoot, "server/src/roles/laro.ts"), "verify", ...paths], {
      encoding: "utf8",
      env: { ...process.env, DATABASE_URL: "postgresql://nobody@127.0.0.1:1/none" },
    });
    return { status, stdout, stderr };
  };
  const [seedFile, good] = [file("seeds.csv", exports.seeds), file("rounds.csv", exports.rounds)];
  const bad = file("altered.csv", alter(exports.rounds, "KENO", '""drawn"":[', '""drawn"":[41,'));
  expect(laro(seedFile, good)).toMatchObject({ status: 0, stderr: "" });
  const red = laro(seedFile, bad);
  expect([red.status, red.stdout]).toEqual([
    1,
    expect.stringMatching(/^ {2}altered\.csv, line \d+: the recorded result or win does not follow from the seeds\.$/m),
  ]);
  expect(laro(file("list.csv", "a,b\r\n1,2\r\n"))).toEqual({
    status: 1,
    stdout: "",
    stderr: "list.csv holds none of what is checked: give the CSV of your seeds or of your betting record, or the JSON of rounds, draws or chains.\n",
  });
  expect(laro(join(folder, "none.csv")).stderr).toMatch(/^There is no file .*none\.csv\.\n$/);
  rmSync(folder, { recursive: true });
});

test("a stranger's programs, alone in a folder, compute the exports again with plain node and nothing of the site, and find what was altered", () => {
  const folder = mkdtempSync(join(tmpdir(), "laro-stranger-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const name of readdirSync(VERIFY_FOLDER)) copyFileSync(join(VERIFY_FOLDER, name), join(folder, name));
  const verify = (files: Readonly<Record<string, string>>): { status: number | null; lines: readonly string[] } => {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    const { status, stdout, stderr } = spawnSync(process.execPath, ["verify.mjs", ...Object.keys(files)], { cwd: folder, env: {}, encoding: "utf8" });
    expect(stderr).toBe("");
    return { status, lines: stdout.trimEnd().split("\n") };
  };
  const files = {
    "seeds.csv": exports.seeds,
    "rounds.csv": exports.rounds,
    "draws.json": exports.draws,
    "chain.json": exports.chain,
    "hands.json": exports.hands,
  };
  expect(verify(files)).toEqual({
    status: 0,
    lines: ["Seeds: 1 shown, 1 in force", "Draws: 4 drawn, 1 not yet", "Rounds: 6 hold, 0 do not, 1 wait for the seed in force", "All of it holds."],
  });
  expect(verify({ "round.json": exports.round, "hand.json": exports.hand })).toMatchObject({
    status: 0,
    lines: expect.arrayContaining(["Rounds: 2 hold, 0 do not"]),
  });
  const altered: readonly Partial<typeof files>[] = [
    { "rounds.csv": alter(exports.rounds, "KENO", /,10\.00,[^,]+,/, ",10.00,12.34,") },
    { "rounds.csv": alter(exports.rounds, "MINES", '""tile"":7', '""tile"":8') },
    { "rounds.csv": alter(exports.rounds, CODE, '""17"":""5.00""', '""17"":""6.00""') },
    { "rounds.csv": alter(exports.rounds, HANDS, '""act"":""double""', '""act"":""hit""') },
    { "rounds.csv": alter(exports.rounds, HANDS, '""double"",""hand"":1', '""double"",""hand"":0') },
    { "hands.json": exports.hands.replace(/"second":\[/, '"second":[7,') },
    { "seeds.csv": alter(exports.seeds, exports.seeds.split("\r\n")[2]!, /,[0-9a-f]{64},/, `,${"0".repeat(64)},`) },
    { "draws.json": exports.draws.replace(/"salt":"[^"]+"/g, '"salt":"another"') },
    { "draws.json": exports.draws.replace(/"pocket":[0-9]+/, '"pocket":99') },
    { "chain.json": exports.chain.replace(/"length":[0-9]+/, '"length":1') },
    { "rounds.csv": "hello" },
  ];
  for (const change of altered) {
    const { status, lines } = verify({ ...files, ...change });
    expect([Object.keys(change), status, lines.at(-1)]).toEqual([Object.keys(change), 1, expect.stringMatching(/^[0-9]+ do not hold\.$/)]);
  }
  const lacking = exports.rounds
    .split("\r\n")
    .filter((line) => !line.includes(",KENO,1,"))
    .join("\r\n");
  expect(verify({ ...files, "rounds.csv": lacking })).toMatchObject({
    status: 1,
    lines: expect.arrayContaining(["Missing: 1", expect.stringMatching(/^Seed \d+: 1 missing between round 0 and round 2;/)]),
  });
  expect(verify({ "none.json": "[]" })).toMatchObject({ status: 1 });
});

test("what is no export of ours is refused, and files with nothing in them are not sound", () => {
  for (const text of ["", "hello", "{", "{}", '{"success":false}', "[1]", '[{"anchor":"x"}]']) expect(() => check(text)).toThrow(/none of what is checked/);
  expect(check("[]")).toEqual({ isSound: false, lines: ["There is nothing to check in these files."] });
  const broken = exports.rounds.replace("[]", "[");
  expect(check(broken).isSound).toBe(false);
});
