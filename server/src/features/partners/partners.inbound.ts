import { isUtf8 } from "node:buffer";
import type { PartnerGame } from "@laro/contract/partners";
import { Amount, formatAmount } from "@laro/contract/core/money";
import { FREE_ROUNDS_DAYS_MAX, FREE_ROUNDS_MAX } from "@laro/contract/freeRounds";
import { z } from "zod";
import { findGameByCode } from "../../core/catalogue/catalogue.ts";
import { type SetStakes, takesStakes } from "../../core/catalogue/stakes.ts";
import { isSigned } from "../../core/vendors/protocols/softswiss/signature.ts";
import { originOf } from "../../platform/config.ts";
import type { Db } from "../../platform/db.ts";
import { gather } from "../../platform/gather.ts";
import type { Platform } from "../../platform/routes.ts";
import { cancelFree, issueFree } from "./partners.free.ts";
import { partnersGate } from "./partners.gate.ts";
import { Id } from "./partners.ids.ts";
import { issueTicket } from "./partners.launch.ts";
import { tellReport } from "./partners.report.ts";
import { engineOf, findSetStakes, isStakeTaken, stakesAt } from "./partners.rounds.ts";
import { openPlayer } from "./partners.seeds.ts";
import { findPartner, type PartnerInForce, secretsOf } from "./partners.view.ts";

/** What a partner asks, and what it is answered with. */
export interface PartnerCall {
  readonly code: string;
  readonly path: string;
  readonly signature: unknown;
  readonly body: Buffer;
}

export interface PartnerAnswer {
  readonly status: number;
  readonly body: object;
}

const DAY_MS = 24 * 60 * 60_000;

const Launch = z.object({
  game: z.string(),
  locale: z.string().max(35).optional(),
  session_id: Id.optional(),
  account: z.object({ id: Id, currency: z.string() }).optional(),
});
const FreeRounds = z.object({
  issue_id: Id,
  account: z.object({ id: Id, currency: z.string() }),
  games: z.array(z.string()).length(1),
  freespins_quantity: z.int().min(1).max(FREE_ROUNDS_MAX),
  stake: Amount,
  valid_until: z.iso.datetime({ offset: true }).transform((text) => new Date(text)),
});
const OfIssue = z.object({ issue_id: Id });
const OfRound = z.object({ account_id: Id, round_id: z.uuid().toLowerCase() });

const said = (body: object): PartnerAnswer => ({ status: 200, body });
const refused = (number: string, message: string, status = 400): PartnerAnswer => ({
  status,
  body: { code: "invalid_argument", msg: message, meta: { api_code: number, api_message: message } },
});

const busy: PartnerAnswer = {
  status: 503,
  body: { code: "internal", msg: "service is unavailable", meta: { api_code: "503", api_message: "service is unavailable" } },
};

/** What a partner hears, in the words of its protocol, of a call that came no further than the door: too large, too many, or something that failed. */
export const answerAtDoor = (status: number): PartnerAnswer => (status === 429 || status >= 500 ? busy : refused("400", "bad request"));

/** A language of ours for a locale as its tag: Tagalog has two names. */
const languageOf = (locale = ""): string => (/^(tl|fil|ty)\b/i.test(locale) ? "TY" : "EN");

type Serve = (platform: Platform, partner: PartnerInForce, content: unknown) => Promise<PartnerAnswer>;

const paths: Readonly<Record<string, Serve>> = {
  "launcher/real": (platform, partner, content) => launch(platform, partner, content, "real"),
  "launcher/demo": (platform, partner, content) => launch(platform, partner, content, "demo"),
  games: async ({ database }, partner) => said({ games: await listGames(database.db, partner) }),
  round: tellRound,
  "freespins/issue": takeIssue,
  "freespins/cancel": takeCancel,
  report: async ({ reports }, { id }, content) => {
    const report = await tellReport(reports.db, id, content);
    return report === undefined ? refused("400", "bad request") : said(report);
  },
};

/** Answers partners' calls, check by check: known, signed over exactly these bytes, room, readable, allowed. Undefined where nothing is there. */
export function partnersAnswerer(platform: Platform): (call: PartnerCall) => Promise<PartnerAnswer | undefined> {
  const gate = partnersGate();
  // Nobody has signed yet: calls of one moment in a partner's name are one look.
  const find = gather(
    async (codes: readonly string[]) => new Map(await Promise.all(codes.map(async (code) => [code, await findPartner(platform, { code })] as const))),
  );
  return async ({ code, path, signature, body }) => {
    const serve = Object.hasOwn(paths, path) ? paths[path] : undefined;
    const partner = serve && (await find(code));
    if (serve === undefined || partner === undefined) return undefined;
    if (!isSigned(body, signature, secretsOf(partner, "theirs", platform.clock.now()))) return refused("403", "invalid signature", 403);
    const content = parse(body);
    if (content === undefined) return refused("400", "request body must be a JSON object");
    return (await gate({ partnerId: partner.id, line: path === "report" ? "reports" : "calls" }, () => serve(platform, partner, content))) ?? busy;
  };
}

function parse(body: Buffer): object | undefined {
  try {
    const parsed: unknown = isUtf8(body) ? JSON.parse(body.toString("utf8")) : undefined;
    return typeof parsed === "object" && parsed !== null && !Array.isArray(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

/** Where a game opens, once and within a minute. What it asks for is checked before anything is written. */
async function launch(platform: Platform, partner: PartnerInForce, content: unknown, mode: "real" | "demo"): Promise<PartnerAnswer> {
  const read = Launch.safeParse(content);
  if (!read.success || (mode === "real" && read.data.account === undefined)) return refused("400", "bad request");
  const { game: gameCode, account, locale, session_id: foreignSession = null } = read.data;
  const offered = partner.games.find((one) => one === gameCode);
  if (!partner.isLive || offered === undefined) return refused("405", "game is not available to your casino");
  if (account !== undefined && !partner.currencies.includes(account.currency)) return refused("154", "currency is not allowed for the player");
  const now = platform.clock.now();
  const start = { partnerId: partner.id, gameCode: offered, language: languageOf(locale), foreignSession, now };
  const ticket = await platform.database.begin(async (tx) => {
    if (mode === "demo" || account === undefined) return issueTicket(tx, { ...start, playerId: null });
    const player = await openPlayer(tx, platform.keys, { partnerId: partner.id, foreignId: account.id, currency: account.currency, now });
    return player.currency === account.currency ? issueTicket(tx, { ...start, playerId: player.id }) : undefined;
  });
  if (ticket === undefined) return refused("154", "currency is not allowed for the player");
  return said({ launch_url: `${originOf(platform.config)}/embed/${partner.code}?ticket=${ticket}&language=${start.language}` });
}

/** The games a partner takes, but for those that nothing can be staked on. */
async function listGames(db: Db, partner: PartnerInForce): Promise<readonly object[]> {
  const known = await Promise.all(partner.games.map(async (code) => ({ code, set: await findSetStakes(db, code) })));
  return known.filter(({ code, set }) => takesStakes(stakesAt(partner, engineOf(code), set))).map(({ code, set }) => describeGame(partner, code, set));
}

/** A game as a partner's catalogue takes it; amounts are in the player's currency. */
export function describeGame(partner: Pick<PartnerInForce, "currencies" | "stakeMaxMinor">, code: PartnerGame, set?: SetStakes): object {
  const engine = engineOf(code);
  const { stakeMin, stakeMax, stakeStep } = stakesAt(partner, engine, set);
  const { numerator, denominator } = engine.exactReturn();
  return {
    game: code,
    title: findGameByCode(code)!.displayName,
    provider: "laro",
    category: "instant",
    has_demo: true,
    payout: (Number((numerator * 10_000n) / denominator) / 100).toFixed(2),
    stake_min: formatAmount(stakeMin),
    stake_max: formatAmount(stakeMax),
    stake_step: formatAmount(stakeStep),
    currencies: partner.currencies,
  };
}

const issueRefusals = { other: "issue_id was used with other content", many: "too many free rounds are open for the player" } as const;

/** Free rounds for a player of the partner's, in one game and for a stake it can be played for. */
async function takeIssue({ database, clock, keys }: Platform, partner: PartnerInForce, content: unknown): Promise<PartnerAnswer> {
  const read = FreeRounds.safeParse(content);
  if (!read.success) return refused("400", `${read.error.issues[0]!.path.join(".")}: bad request`);
  const { issue_id: issue, account, freespins_quantity: rounds, stake: stakeMinor, valid_until: until } = read.data;
  const gameCode = partner.games.find((one) => one === read.data.games[0]);
  if (!partner.isLive || gameCode === undefined) return refused("405", "game is not available to your casino");
  if (!partner.currencies.includes(account.currency)) return refused("154", "currency is not allowed for the player");
  const set = await findSetStakes(database.db, gameCode);
  if (!isStakeTaken(partner, engineOf(gameCode), { stake: stakeMinor, set })) return refused("400", "stake: is not one of the game");
  const now = clock.now();
  if (until <= now || until.getTime() > now.getTime() + FREE_ROUNDS_DAYS_MAX * DAY_MS)
    return refused("400", `valid_until: must be within ${FREE_ROUNDS_DAYS_MAX} days`);
  const given = await database.begin((tx) => issueFree(tx, keys, { partnerId: partner.id, issue, account, gameCode, rounds, stakeMinor, until, now }));
  if (given === "currency") return refused("154", "currency is not allowed for the player");
  return given === "done" ? said({}) : refused("400", issueRefusals[given]);
}

/** Takes free rounds back. What those that were played won is told afterwards, and again until it is taken. */
async function takeCancel({ database, clock }: Platform, partner: PartnerInForce, content: unknown): Promise<PartnerAnswer> {
  const read = OfIssue.safeParse(content);
  if (!read.success) return refused("400", "bad request");
  const outcome = await database.begin((tx) => cancelFree(tx, { partnerId: partner.id, issue: read.data.issue_id, now: clock.now() }));
  return outcome === "done" ? said({}) : refused("400", outcome === "played" ? "issue is played" : "issue is unknown");
}

const told: Readonly<Record<string, string>> = { asked: "open", staked: "open", drawn: "open", closed: "finished", refused: "cancelled", void: "cancelled" };

/** Where a round of one of its players stands. */
async function tellRound({ database: { db } }: Platform, { id: partnerId }: PartnerInForce, content: unknown): Promise<PartnerAnswer> {
  const read = OfRound.safeParse(content);
  if (!read.success) return refused("400", "bad request");
  const round = await db
    .selectFrom("partner_round as r")
    .innerJoin("partner_player as p", "p.id", "r.player_id")
    .select(["r.state", "r.undoing_at as undoingAt"])
    .where("r.id", "=", read.data.round_id)
    .where("r.partner_id", "=", partnerId)
    .where("p.foreign_id", "=", read.data.account_id)
    .executeTakeFirst();
  return said({ state: round === undefined ? "unknown" : round.undoingAt === null ? told[round.state]! : "cancelled" });
}
