import { createHash, createHmac } from "node:crypto";
import { formatAmount } from "@laro/contract/core/money";
import { type Engine, jackpotOf, type SharedEngine, type Shown, type SteppedEngine, type Turns } from "@laro/engines/engine";
import { fairStream, type Hmac, type LanedStream } from "@laro/engines/fair";
import { findTable, versionOf } from "@laro/engines/registry";
import type { Db, Tx } from "../../platform/db.ts";
import { type CatalogueGame, engineOf, listHouseGames } from "./catalogue.ts";

/** So many rounds of so many bets say whether two engines are the same. */
const ROUNDS = 32;
const BETS_MAX = 8;
const STEPS_MAX = 100;
/** So many parts of all that can fall are looked at one by one: the largest wins lie there, which few rounds meet. */
const PARTS = 16;
/** Known to everybody: a digest hides nothing. */
const SEED = new Uint8Array(32);

/** The first scheme played its rounds alone; the second looks at every part of what can fall, and reads what an engine says of its odds. Each covers what those before it do. */
const FIRST_SCHEME = 1;
export const SCHEME = 2;

/** One way to play a round: what falls, and which of so many legal actions is taken. */
interface Way {
  readonly streamOf: () => LanedStream;
  readonly actionAt: (at: { readonly step: number; readonly legal: number }) => number;
}

const hmac: Hmac = (key, message) => createHmac("sha256", key).update(message).digest();

/** A round by chance, with whatever actions its nonce points at. */
const byChance = (nonce: number): Way => ({
  streamOf: () => fairStream({ hmac, serverSeed: SEED, clientSeed: "digest", nonce: BigInt(nonce) }),
  actionAt: ({ step, legal }) => (nonce + step) % legal,
});

/** A round in which everything falls at the same part of what can fall, and the first action is taken each time: so climbs reach their end, and reels stand alike. */
const byPart = (part: number): Way => {
  const stream: LanedStream = { uniform: (count) => Math.min(count - 1, Math.floor((count * part) / PARTS)), lane: () => stream };
  return { streamOf: () => stream, actionAt: () => 0 };
};

const chances = Array.from({ length: ROUNDS }, (_, nonce) => byChance(nonce));
const parts = Array.from({ length: PARTS + 1 }, (_, part) => byPart(part));

/** What an engine does with the same chances and says of its odds, as one word: another mathematics gives another. */
export function digestOf(engine: Engine, scheme = SCHEME): string {
  const digest = createHash("sha256");
  const write = (value: unknown): void => void digest.update(JSON.stringify(value, (_key, part: unknown) => (typeof part === "bigint" ? String(part) : part)));
  const play = (ways: readonly Way[]): void => {
    for (const choice of choicesOf(engine)) for (const way of ways) write([choice, playOnce(engine, choice, way)]);
  };
  play(chances);
  if (scheme === FIRST_SCHEME) return digest.digest("hex");
  play(parts);
  write([engine.exactReturn(), engine.exactVariance(), engine.maxWinMultiple, jackpotOf(engine)]);
  for (const { choice, endings } of engine.bets?.() ?? []) write([choice, endings, engine.exactReturn(choice), engine.exactVariance(choice)]);
  return digest.digest("hex");
}

/** Some bets of each kind, with amounts the game takes. */
function choicesOf(engine: Engine): readonly unknown[] {
  const named = (engine.bets?.() ?? []).map(({ choice }) => choice);
  const all = (named.length === 0 ? [{}] : named).map((choice) => withStake(choice, engine));
  const every = Math.max(1, Math.floor(all.length / BETS_MAX));
  return all.filter((_, place) => place % every === 0);
}

function withStake(choice: unknown, { stakeMin }: Engine): unknown {
  const { bets } = (choice ?? {}) as { readonly bets?: Readonly<Record<string, string>> };
  return bets === undefined ? (choice ?? {}) : { bets: Object.fromEntries(Object.keys(bets).map((spot) => [spot, formatAmount(stakeMin)])) };
}

function playOnce(engine: Engine, choice: unknown, way: Way): unknown {
  if (engine.kind === "shared") return drawOnce(findTable(engine.gameCode) ?? engine, choice, way);
  const stakeMinor = engine.stakeOf?.(choice) ?? engine.stakeMin;
  if (engine.kind === "instant") return engine.play({ stakeMinor, choice, stream: way.streamOf() });
  return playSteps(engine, { stakeMinor, choice }, way);
}

/** A draw's result, how long it lasts, and what it pays a bet with what its owner decided; a table that names none says by its result and its time what it pays. */
function drawOnce(engine: SharedEngine<unknown, unknown>, choice: unknown, way: Way): unknown {
  const result = engine.drawResult(way.streamOf());
  const bets = engine.parseChoice.safeParse(choice);
  const actions = engine.turns === undefined ? [] : decideOnce(engine.turns, result, way);
  return [result, engine.flight?.lastsMs(result), bets.success && engine.settle({ bets: bets.data, result, actions })];
}

/** What a ticket decides, turn by turn. */
function decideOnce(turns: Turns<unknown, unknown>, result: unknown, { actionAt }: Way): readonly unknown[] {
  const actions: unknown[] = [];
  for (let shown: Shown | undefined = turns.deal(result); shown !== undefined; shown = turns.next({ result, shown, acted: [actions] }))
    for (let legal = turns.legal({ actions, shown }); legal.length > 0; legal = turns.legal({ actions, shown }))
      actions.push(legal[actionAt({ step: actions.length, legal: legal.length })]);
  return actions;
}

/** A round to its end. */
function playSteps(
  engine: SteppedEngine<unknown, unknown, unknown, unknown>,
  { stakeMinor, choice }: { stakeMinor: bigint; choice: unknown },
  { streamOf, actionAt }: Way,
): unknown {
  const actions: unknown[] = [];
  for (let step = 0; step < STEPS_MAX; step += 1) {
    const { legal, end } = engine.replay({ stakeMinor, choice, actions, stream: streamOf() });
    if (end !== undefined) return [actions, end];
    actions.push(legal[actionAt({ step, legal: legal.length })]);
  }
  return actions;
}

/** A digest as it was written, and the scheme it was made by. */
export interface KeptDigest {
  readonly scheme: number;
  readonly digest: string;
}

/** What is known of the mathematics of every game as it is played now, by the game's number: of several digests that of the widest scheme this server can make. */
export async function readDigests(db: Db | Tx): Promise<ReadonlyMap<number, KeptDigest>> {
  const rows = await (db as Db)
    .selectFrom("game_digest")
    .select(["game_id as gameId", "version", "scheme", "digest"])
    .where("scheme", "<=", SCHEME)
    .orderBy("scheme")
    .execute();
  const versions = new Map(listHouseGames().map((game) => [game.gameId, versionOf(engineOf(game))]));
  return new Map(rows.filter(({ gameId, version }) => versions.get(gameId) === version).map(({ gameId, ...kept }) => [gameId, kept]));
}

/** Whether an engine is not what its version was when it was met. */
export const isChanged = (engine: Engine, kept: KeptDigest | undefined): boolean => kept !== undefined && kept.digest !== digestOf(engine, kept.scheme);

/** The games among these whose mathematics are not what they were when their version was met. */
export async function listChanged(db: Db | Tx, games: readonly CatalogueGame[]): Promise<readonly CatalogueGame[]> {
  const kept = await readDigests(db);
  return games.filter((game) => isChanged(engineOf(game), kept.get(game.gameId)));
}
