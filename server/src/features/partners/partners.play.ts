import { randomBytes, randomUUID } from "node:crypto";
import type { InputOf, OutputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import type { partners } from "@laro/contract/partners";
import { findGameByCode } from "../../core/catalogue/catalogue.ts";
import { streamOf } from "../../core/wallet/chance.ts";
import { randomClientSeed } from "../../core/wallet/seeds.ts";
import type { Platform } from "../../platform/routes.ts";
import { burnTicket, getSession, type PartnerSession } from "./partners.launch.ts";
import { continueFree } from "./partners.free.end.ts";
import { findWaiting, playFree } from "./partners.free.ts";
import { describeDemo, describeRound, digestOf, engineOf, findRound, findSetStakes, keepRound, readPlay, roundIdOf, stakesAt } from "./partners.rounds.ts";
import { continueRound } from "./partners.send.ts";
import { findPartner, type PartnerInForce } from "./partners.view.ts";
import { askBalance } from "./partners.wire.ts";

const SERVER_SEED_BYTES = 32;
/** What a demo is counted in. */
const DEMO_CURRENCY = "FUN";

type Opening = InputOf<(typeof partners)["open"]>;
type Playing = InputOf<(typeof partners)["play"]>;

async function getLive(platform: Platform, by: { code: string } | { id: number }): Promise<PartnerInForce> {
  const partner = await findPartner(platform, by);
  if (partner?.isLive !== true) refuse("partners.closed");
  return partner;
}

/** Whose page a token stands for, and at which partner. Refuses with `partners.session_over` and `partners.closed`. */
export async function sitAt(platform: Platform, token: string): Promise<{ session: PartnerSession; partner: PartnerInForce }> {
  const session = await getSession(platform.database.db, { token, now: platform.clock.now() });
  return { session, partner: await getLive(platform, { id: session.partnerId }) };
}

/** Opens a game by its ticket. Refuses with `partners.ticket_over`, and with `partners.closed` where the partner is off. */
export async function openTable(platform: Platform, { code, ticket }: Opening): Promise<OutputOf<(typeof partners)["open"]>> {
  const partner = await getLive(platform, { code });
  const { token, ...session } = await platform.database.begin((tx) => burnTicket(tx, { code, ticket, now: platform.clock.now() }));
  const engine = engineOf(session.gameCode);
  const player = await findPlayer(platform, session);
  const about = player && { ...player, gameCode: session.gameCode, session: session.foreignSession };
  const said = about && (await askBalance(platform, partner, about));
  return {
    token,
    gameCode: session.gameCode,
    displayName: findGameByCode(session.gameCode)!.displayName,
    partner: partner.name,
    mode: player === undefined ? "demo" : "real",
    language: session.language,
    currency: player?.currency ?? DEMO_CURRENCY,
    ...stakesAt(partner, engine, await findSetStakes(platform.database.db, session.gameCode)),
    cycleMs: engine.cycleMs,
    balance: said?.said === "done" ? said.balanceMinor : null,
    free: await findFreeOf(platform, session),
  };
}

/** The free rounds that wait for whoever sits at a table. */
const findFreeOf = async ({ database: { db }, clock }: Platform, { playerId, gameCode }: PartnerSession) =>
  playerId === null ? null : findWaiting(db, { playerId, gameCode, now: clock.now() });

const findPlayer = async ({ database: { db } }: Platform, { playerId }: PartnerSession): Promise<{ player: string; currency: string } | undefined> =>
  playerId === null
    ? undefined
    : db.selectFrom("partner_player").select(["foreign_id as player", "currency"]).where("id", "=", playerId).executeTakeFirstOrThrow();

/** Plays a round, or goes on with the one of the same id. What its wallet does not answer now is asked again by whoever asks next, and by the job. */
export async function playAtPartner(platform: Platform, { token, ...play }: Playing): Promise<OutputOf<(typeof partners)["play"]>> {
  const { session, partner } = await sitAt(platform, token);
  const { database, clock } = platform;
  const { playerId, gameCode } = session;
  if (playerId === null) return playDemo(platform, { partner, session, play });
  const sitting = { ...session, playerId };
  const id = roundIdOf(sitting, play);
  const asking = { partner, session: sitting, play, now: clock.now() };
  if ((await findRound(database.db, id)) === undefined) {
    const player = await findPlayer(platform, session);
    if (player === undefined || !partner.currencies.includes(player.currency)) refuse("partners.closed");
    const read = await readPlay(database.db, partner, gameCode, play);
    if (play.free === undefined) await database.begin((tx) => keepRound(tx, asking, read));
    else await database.begin((tx) => playFree(tx, platform.keys, asking, read));
  }
  const kept = (await findRound(database.db, id))!;
  if (kept.digest !== digestOf(gameCode, play)) refuse("request.id_reused");
  const { balance, ...round } =
    kept.freeId === null ? await continueRound(platform, partner, id) : { ...kept, ...(await tellFree(platform, partner, kept.freeId)) };
  return { round: describeRound({ ...round, balance }), balance, free: await findFreeOf(platform, session) };
}

/** Tells the end of free rounds where it is due, and answers what the wallet then said to hold. */
async function tellFree(platform: Platform, partner: PartnerInForce, id: string): Promise<{ readonly balance: bigint | null }> {
  const { state, balance } = await continueFree(platform, partner, id);
  return { balance: state === "closed" ? balance : null };
}

/** Nobody is asked, and nothing is kept. */
async function playDemo(
  { database, clock }: Platform,
  { partner, session: { gameCode }, play }: { partner: PartnerInForce; session: PartnerSession; play: Omit<Playing, "token"> },
): Promise<OutputOf<(typeof partners)["play"]>> {
  const { engine, choice } = await readPlay(database.db, partner, gameCode, play);
  const seed = { serverSeed: randomBytes(SERVER_SEED_BYTES), clientSeed: randomClientSeed() };
  const { winMinor: win, outcome } = engine.play({ stakeMinor: play.stake, choice, stream: streamOf(seed, 0n) });
  return { round: describeDemo(gameCode, { id: randomUUID(), stake: play.stake, choice, win, outcome, at: clock.now() }), balance: null, free: null };
}
