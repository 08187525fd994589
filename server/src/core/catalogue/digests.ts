import { createHash, createHmac } from "node:crypto";
import { formatAmount } from "@laro/contract/core/money";
import type { Engine, SharedEngine, Shown, SteppedEngine, Turns } from "@laro/engines/engine";
import { fairStream, type Hmac, type LanedStream } from "@laro/engines/fair";
import { findTable, versionOf } from "@laro/engines/registry";
import type { Db, Tx } from "../../platform/db.ts";
import { type CatalogueGame, engineOf } from "./catalogue.ts";

/** So many rounds of so many bets say whether two engines are the same. */
const ROUNDS = 32n;
const BETS_MAX = 8;
const STEPS_MAX = 100;
/** Known to everybody: a digest hides nothing. */
const SEED = new Uint8Array(32);

const hmac: Hmac = (key, message) => createHmac("sha256", key).update(message).digest();
const streamOf = (nonce: bigint): LanedStream => fairStream({ hmac, serverSeed: SEED, clientSeed: "digest", nonce });

/** What an engine does with the same chances, as one word: another mathematics gives another. */
export function digestOf(engine: Engine): string {
  const digest = createHash("sha256");
  const write = (value: unknown): void => void digest.update(JSON.stringify(value, (_key, part: unknown) => (typeof part === "bigint" ? String(part) : part)));
  for (const choice of choicesOf(engine)) for (let nonce = 0n; nonce < ROUNDS; nonce += 1n) write([choice, playOnce(engine, choice, nonce)]);
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

function playOnce(engine: Engine, choice: unknown, nonce: bigint): unknown {
  const stream = streamOf(nonce);
  if (engine.kind === "shared") return drawOnce(findTable(engine.gameCode) ?? engine, { choice, nonce });
  const stakeMinor = engine.stakeOf?.(choice) ?? engine.stakeMin;
  if (engine.kind === "instant") return engine.play({ stakeMinor, choice, stream });
  return playSteps(engine, { stakeMinor, choice, nonce });
}

/** A draw's result, how long it lasts, and what it pays a bet with what its owner decided; a table that names none says by its result and its time what it pays. */
function drawOnce(engine: SharedEngine<unknown, unknown>, { choice, nonce }: { choice: unknown; nonce: bigint }): unknown {
  const result = engine.drawResult(streamOf(nonce));
  const bets = engine.parseChoice.safeParse(choice);
  const actions = engine.turns === undefined ? [] : decideOnce(engine.turns, result, nonce);
  return [result, engine.flight?.lastsMs(result), bets.success && engine.settle({ bets: bets.data, result, actions })];
}

/** What a ticket decides, in each turn whatever the nonce points at. */
function decideOnce(turns: Turns<unknown, unknown>, result: unknown, nonce: bigint): readonly unknown[] {
  const actions: unknown[] = [];
  for (let shown: Shown | undefined = turns.deal(result); shown !== undefined; shown = turns.next({ result, shown, acted: [actions] }))
    for (let legal = turns.legal({ actions, shown }); legal.length > 0; legal = turns.legal({ actions, shown }))
      actions.push(legal[(Number(nonce) + actions.length) % legal.length]);
  return actions;
}

/** A round to its end, by whichever action the nonce points at. */
function playSteps(
  engine: SteppedEngine<unknown, unknown, unknown, unknown>,
  { stakeMinor, choice, nonce }: { stakeMinor: bigint; choice: unknown; nonce: bigint },
): unknown {
  const actions: unknown[] = [];
  for (let step = 0; step < STEPS_MAX; step += 1) {
    const { legal, end } = engine.replay({ stakeMinor, choice, actions, stream: streamOf(nonce) });
    if (end !== undefined) return [actions, end];
    actions.push(legal[(Number(nonce) + step) % legal.length]);
  }
  return actions;
}

/** The games among these whose mathematics are not what they were when their version was met. */
export async function listChanged(db: Db | Tx, games: readonly CatalogueGame[]): Promise<readonly CatalogueGame[]> {
  const rows = await (db as Db).selectFrom("game_version").select(["game_id", "version", "digest"]).execute();
  const known = new Map(rows.map(({ game_id, version, digest }) => [`${game_id}/${version}`, digest]));
  return games.filter((game) => {
    const engine = engineOf(game);
    const was = known.get(`${game.gameId}/${versionOf(engine)}`);
    return was !== undefined && was !== digestOf(engine);
  });
}
