import { isTrialType } from "@laro/contract/core/accountTypes";
import { refuse } from "@laro/contract/core/errors";
import type { InputOf, OutputOf } from "@laro/contract/core/endpoint";
import type { games } from "@laro/contract/games";
import { checkConsented } from "../../core/accounts/consents.ts";
import { findCardGame } from "../../core/catalogue/cardGames.ts";
import { findGameById } from "../../core/catalogue/catalogue.ts";
import { standingOf } from "../../core/catalogue/tiles.ts";
import { findStartable, type Startable } from "../../core/catalogue/view.ts";
import { checkNotExcluded } from "../../core/limits/exclusions.ts";
import { checkMay } from "../../core/limits/gates.ts";
import type { JurisdictionPack } from "../../core/settings/packs.ts";
import { burnTicket, issueTicket, keepStarted, type Start } from "../../core/vendors/launches.ts";
import { askLaunch, type LaunchPlayer } from "../../core/vendors/outbound.ts";
import { playerRef } from "../../core/vendors/players.ts";
import { funds, listWallets } from "../../core/wallet/funds.ts";
import { walletKinds } from "../../core/wallet/posting.ts";
import type { Actor, MemberActor } from "../../platform/actor.ts";
import type { Config } from "../../platform/config.ts";
import type { Database, Db, Tx } from "../../platform/db.ts";
import type { Platform } from "../../platform/routes.ts";

interface Circumstances {
  readonly pack: JurisdictionPack;
  readonly now: Date;
}

type Launch = InputOf<(typeof games)["launch"]>;

/** The language a visitor's demo is shown in. */
const GUESTS_LANGUAGE = "EN";

/** Where a member goes to play. Refuses with the first that holds: unknown, closed, paused or in maintenance, a break, the gates of play, no demo here. */
export async function launchGame(
  tx: Tx,
  { nodeId, device, mode }: Launch,
  { actor, pack, now, isAbroad, config }: Circumstances & { actor: MemberActor; isAbroad: boolean; config: Config },
): Promise<{ route: string }> {
  const game = await findGame(tx, nodeId);
  if (game === undefined) return { route: (await findGroup(tx, nodeId)) ?? refuseUnknown() };
  checkOpen(game, { pack, now });
  await checkNotExcluded(tx, { accountId: actor.id, now });
  checkMay("play", actor.standing, { pack, now, isAbroad });
  await checkConsented(tx, { accountId: actor.id, now });
  const start = { gameId: game.id, accountId: actor.id, device, language: actor.language, now };
  const house = findGameById(game.id) ?? findCardGame(game.id);
  const isPlayedFor = house !== undefined || (mode !== "demo" && takesMoney(game, { config, pack }) && !(await isFirstTried(tx, game, { actor, pack })));
  if (!isPlayedFor) return openDemo(tx, game, { ...start, pack });
  if (house === undefined) return openTicket(tx, { ...start, mode: "real" });
  await keepStarted(tx, start);
  return { route: house.route };
}

/** As a launch, without money, for visitors too. Refuses a trial account with `sessions.real_account_needed`. */
export async function tryDemo(tx: Tx, { nodeId, device }: Launch, { actor, pack, now }: Circumstances & { actor: Actor }): Promise<{ route: string }> {
  if (actor.kind === "member" && isTrialType(actor.type)) refuse("sessions.real_account_needed");
  const game = (await findGame(tx, nodeId)) ?? refuseUnknown();
  checkOpen(game, { pack, now });
  const who = actor.kind === "member" ? { accountId: actor.id, language: actor.language } : { accountId: null, language: GUESTS_LANGUAGE };
  return openDemo(tx, game, { gameId: game.id, ...who, device, now, pack });
}

async function openDemo(tx: Tx, { demo }: Startable, { pack, ...start }: Omit<Start, "mode"> & { pack: JurisdictionPack }): Promise<{ route: string }> {
  if (!demo || !pack.demoPlay) refuse("games.demo_closed");
  return openTicket(tx, { ...start, mode: "demo" });
}

const openTicket = async (tx: Tx, start: Start): Promise<{ route: string }> => ({ route: `/seamless?launch=${await issueTicket(tx, start)}` });

/** Whether a vendor's game is played for money: a test vendor's outside production, where its simulator is; one that keeps a wallet of its own where the market has such. */
function takesMoney({ keepsWallet, vendor, simulated }: Startable, { config, pack }: { config: Config; pack: JurisdictionPack }): boolean {
  const { production, vendorUrl, vendorSecret } = config;
  if (keepsWallet && !pack.transferWallets) return false;
  return simulated ? !production && vendorUrl !== undefined && vendorSecret !== undefined : vendor.state === "live";
}

/** Who has nothing in a vendor's own wallet is shown its games without money, where that may be: there is nothing to stake. */
async function isFirstTried(
  tx: Tx,
  { keepsWallet, vendorCode, demo }: Startable,
  { actor, pack }: { actor: MemberActor; pack: JurisdictionPack },
): Promise<boolean> {
  if (!keepsWallet || !demo || !pack.demoPlay) return false;
  const kind = funds.find(({ code }) => code === vendorCode)?.kind;
  return !(await listWallets(tx, actor.id)).some((wallet) => wallet.kind === kind && wallet.balance > 0n);
}

const isNumber = (nodeId: string): boolean => /^[0-9]{4,9}$/.test(nodeId);

/** The list of a group, by its node: an RNG vendor's is a page of its own, any other opens over the page one is on. */
async function findGroup(tx: Tx, nodeId: string): Promise<string | undefined> {
  if (!isNumber(nodeId)) return undefined;
  const group = await tx
    .selectFrom("studio as s")
    .innerJoin("vendor as v", "v.id", "s.vendor_id")
    .leftJoin("game as g", (join) => join.onRef("g.studio", "=", "s.code").on("g.game_type", "=", "RNG"))
    .select(["s.code", "g.id as slot"])
    .where("s.node_id", "=", Number(nodeId))
    .where("v.state", "<>", "off")
    .limit(1)
    .executeTakeFirst();
  return group && (group.slot === null ? `?list=${group.code}` : `/rng?vassalage=${group.code}`);
}

const findGame = async (tx: Tx, nodeId: string): Promise<Startable | undefined> =>
  isNumber(nodeId) ? findStartable(tx, { nodeId: Number(nodeId) }) : undefined;

const refuseUnknown = (): never => refuse("games.not_found", { field: "nodeId" });

function checkOpen(game: Startable, circumstances: Circumstances): void {
  const { state, until } = standingOf(game, circumstances);
  if (state === "closed") refuse("games.closed");
  if (state === "paused") refuse("games.paused");
  if (state === "maintenance") refuse("games.maintenance", { until: until?.toISOString() ?? "" });
}

/** Uses a ticket up and asks the vendor where the game is shown. What closed since the ticket was made refuses it. */
export async function openLaunch(
  { db, begin }: { db: Db; begin: Database["begin"] },
  { ticket }: { ticket: string },
  { actor, platform, pack, now }: Circumstances & { actor: Actor; platform: Platform },
): Promise<OutputOf<(typeof games)["openLaunch"]>> {
  const accountId = actor.kind === "member" ? actor.id : null;
  const opened = await begin((tx) => burnTicket(tx, { ticket, accountId, now }));
  const game = (await findStartable(db, opened)) ?? refuseUnknown();
  checkOpen(game, { pack, now });
  const player = opened.mode === "real" && accountId !== null ? await namePlayer({ db, begin }, game, accountId) : undefined;
  const { url, origin, framed } = await askLaunch(platform, game, { ...opened, player });
  return { url, origin, framed, title: game.name, vendor: game.vendorName, simulated: game.simulated, mode: opened.mode, nodeId: String(game.nodeId) };
}

/** How the vendor calls the member, and the currency it plays in; who plays there for the first time is given a name. */
async function namePlayer(
  { db, begin }: { db: Db; begin: Database["begin"] },
  { vendorId }: Pick<Startable, "vendorId">,
  accountId: bigint,
): Promise<LaunchPlayer> {
  const { ref, currency } = await db
    .selectFrom("wallet as w")
    .leftJoin("vendor_player as p", (join) => join.onRef("p.account_id", "=", "w.account_id").on("p.vendor_id", "=", vendorId))
    .select(["w.currency", "p.player_ref as ref"])
    .where("w.account_id", "=", accountId)
    .where("w.kind", "=", walletKinds.main)
    .executeTakeFirstOrThrow();
  return { ref: ref ?? (await begin((tx) => playerRef(tx, { vendorId, accountId }))), currency };
}
