/** What the ways in cost, and what they leave of everything else: `npm run bench -- identity`. The goals are those of the design page on identity, section 16. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { BEYOND, type Figure, lineOf, medianOf, verdictOf } from "./identity.figures.ts";
import { benchCaptchas, benchSessionChecks, benchSearches } from "./identity.inside.ts";
import { benchFlood, benchLogins, benchPhotos } from "./identity.outside.ts";
import { PLAYERS } from "./players.ts";
import { trialsOf } from "./measures.ts";
import { openStage, startProduct, type Stage } from "./stage.ts";

interface Options {
  readonly rounds: number;
  readonly windowMs: number;
  readonly isQuick: boolean;
  readonly json: string | undefined;
  readonly say: (text: string) => void;
  readonly signal: AbortSignal;
}

const BET_ROUNDS_MAX = 7;

/** A bet where the market's gates are asked against one where they let everybody pass, in turns. */
async function benchGates(running: AsyncDisposableStack, stage: Stage, { rounds, windowMs }: Options): Promise<Figure> {
  await stage.database.pool.query("update account set verification = 'A' where id >= $1", [stage.players[0]!.accountId]);
  const socket = join(stage.environment["LARO_DATA_DIR"]!, "strict.sock");
  const strict = await startProduct(running, { ...stage.environment, LARO_PACK: "ph", LARO_SOCKET: socket });
  const [open, gated] = [trialsOf(stage, { clients: 0, windowMs }).http64, trialsOf({ ...stage, product: strict }, { clients: 0, windowMs }).http64];
  const ratios: number[] = [];
  for (let round = 0; round < Math.min(rounds, BET_ROUNDS_MAX); round++) {
    const [first, second] = round % 2 === 0 ? [open, gated] : [gated, open];
    const [one, other] = [(await first()).perSecond, (await second()).perSecond];
    ratios.push(round % 2 === 0 ? other / one : one / other);
  }
  return { what: "a bet with the gates of ph against sandbox", value: medianOf(ratios), unit: "", goal: 0.98, limit: 0.95, isMoreBetter: true };
}

/** Answers whether nothing is beyond what it may never be. */
export async function benchIdentity(options: Options): Promise<boolean> {
  const { say, signal, json, isQuick } = options;
  await using running = new AsyncDisposableStack();
  say("Starting a database of its own and filling 30,000 players …");
  const stage = await openStage(running, signal);
  await stage.database.pool.query("analyze");
  const figures: Figure[] = [];
  const tell = (some: readonly Figure[]): void => {
    for (const figure of some) say(lineOf(figure));
    figures.push(...some);
    signal.throwIfAborted();
  };
  tell(await benchLogins(stage));
  tell(await benchFlood(stage, PLAYERS));
  tell(await benchPhotos(stage));
  tell([await benchGates(running, stage, options)]);
  tell(await benchCaptchas(running, stage));
  tell(await benchSessionChecks(running, stage));
  const members = isQuick ? 20_000 : 1_000_000;
  say(`Filling ${members.toLocaleString("en")} members …`);
  tell(await benchSearches(running, stage, members));
  say("The weight of the popups is held by web/src/sites/player/size.test.ts; keys of screening lists are not built.");
  if (json !== undefined) await writeFile(json, `${JSON.stringify(figures, null, 2)}\n`);
  return figures.every((figure) => verdictOf(figure) !== BEYOND);
}
