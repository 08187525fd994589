import { sql } from "kysely";
import { gatherPlay } from "../../core/activity/activity.gather.ts";
import { earnPoints } from "../../core/points/points.earn.ts";
import { countPopularity } from "../../features/games/games.ts";
import { listMyMessages, readMessage } from "../../features/messages/messages.ts";
import { addTestPartner } from "../../features/partners/partners.ts";
import { giveMemoryBack } from "../../platform/footprint.ts";
import type { Platform } from "../../platform/routes.ts";
import { openPlatform, type OpenPlatform } from "../platform.ts";
import { dealTogether } from "./agents.ts";
import { countLived, keepDesk, settle, type Desk } from "./desk.ts";
import { LATE_DAY, LATE_PLAYER } from "./plan.agents.ts";
import { seedCampaigns } from "./campaigns.ts";
import { seedCatalogue } from "./catalogue.ts";
import { seedDeposit, seedWithdrawal } from "./cashier.ts";
import { seedEggs } from "./eggs.ts";
import { decideAlerts, keepOffice, lookAtDay, type Officers } from "./office.ts";
import { seedFeedback } from "./feedback.ts";
import { later, PastClock, writeMessageOf, type Ids, type Past } from "./past.ts";
import { bindPayoutAccounts, completeWorld, getDesk, getOfficers, isComplete, seedPeople } from "./people.ts";
import { DAY_MS, DAYS, deposits, HOUR_MS, isLookedAt, isOnDay, ROUNDS_OF_DAY, roundsOfDay, withdrawals } from "./plan.ts";
import { transfers } from "./plan.office.ts";
import { changeTerms, playLate, playTogether } from "./play.ts";
import { seedPoints } from "./points.ts";
import { hearAgain, reconcilePast } from "./provider.ts";
import { seedTransfer } from "./transfers.ts";
import { seedHost } from "./vip.ts";

/** No commit waits for the disk but that of the last step, which waits for all before it. Few connections, as each has to learn the tables anew. */
const access = { connections: 3, settings: { synchronous_commit: "off" } };

/**
 * Lets thirty days pass in an empty sandbox, through the platform's own functions, once. Every id follows from the plan, so
 * after an interruption the next start does the rest. `tell` hears of each day.
 */
export async function seedDemoWorld({ platform: present, url }: OpenPlatform, tell: (doing: string) => void = () => {}): Promise<void> {
  await seedCatalogue(present.database, present.clock.now());
  await addTestPartner(present);
  if (await isComplete(present.database.db)) return;
  const { pspUrl: _, pspSecret = present.keys.pspSecret, ...rest } = present.config;
  const config = { ...rest, pspSecret };
  const end = present.clock.now();
  const begin = new Date(end.getTime() - DAYS * DAY_MS);
  const clock = new PastClock(begin);
  const { platform, gatekeeper, close } = await openPlatform({ config, keys: present.keys, url, clock, log: present.log, access });
  try {
    await liveThrough({ platform, gatekeeper, clock, begin, end, write: writeMessageOf(platform) }, { present, tell });
  } finally {
    await close();
  }
  giveMemoryBack();
}

async function liveThrough(past: Past, { present, tell }: { present: Platform; tell: (doing: string) => void }): Promise<void> {
  const { platform, end } = past;
  const ids = await seedPeople(past);
  await bindPayoutAccounts(past, ids);
  const { db } = platform.database;
  const [officers, desk] = [await getOfficers(db), await getDesk(db)];
  for (let day = await countLived(past); day < DAYS; day++) {
    tell(`The demo people live through their month: day ${day + 1} of ${DAYS}.`);
    await liveDay(past, { ids, officers, desk, day });
  }
  await reconcilePast(past, { present: { ...present, database: platform.database }, ids, officer: officers[0] });
  await settle(past, { desk, now: end, isApproved: false });
  await platform.database.begin((tx) => seedPoints(tx, past, { accountId: ids.get("demoplayer")!, writer: desk.agents[0], decider: officers[0] }));
  for (const name of ["demoplayer", "demoagent"]) await readOldMessages(past, ids.get(name)!);
  await platform.database.begin(async (tx) => {
    await sql`set local synchronous_commit = on`.execute(tx);
    const officer = await completeWorld(tx, end);
    await seedFeedback(tx, past, { ids, officer });
    await seedHost(tx, past, { officer, now: end });
    await seedCampaigns(tx, past, { ids, officer: desk.agents[0], approver: officers[0] });
    await seedEggs(tx, past, { accountId: ids.get("demoplayer")!, code: "EGGHUNT" });
    await decideAlerts(tx, past, { ids, officer, now: end });
  });
  await platform.database.begin((tx) => countPopularity(tx, end));
}

const DEPOSITS_AFTER_MS = HOUR_MS;
const BETWEEN_DEPOSITS_MS = 7 * 60_000;

interface Living {
  readonly ids: Ids;
  readonly officers: Officers;
  readonly desk: Desk;
  readonly day: number;
}

/** The last week's settlements wait for an officer. */
const APPROVED_BEFORE = DAYS - 7;
const AGENTS_AFTER_MS = 2 * HOUR_MS;
const COUNTED_AFTER_MS = 12 * 60_000;
const LATE_MS = 60_000;

async function liveDay(past: Past, { ids, officers, desk, day }: Living): Promise<void> {
  const { begin, end } = past;
  const dawn = later(begin, day * DAY_MS);
  await settle(past, { desk, now: dawn, isApproved: day < APPROVED_BEFORE });
  await earnPoints(past.platform.database, { now: dawn, timeZone: past.platform.timeZone });
  const hour = { ids, day, now: later(dawn, AGENTS_AFTER_MS) };
  await keepDesk(past, { ...hour, desk });
  await dealTogether(past, { ...hour, officer: desk.agents[0] });
  await changeTerms(past, ids, { day, now: dawn });
  await payIn(past, ids, { day, dawn });
  await keepOffice(past, ids, { day, dawn, officers });
  for (const [index, startsAfterMs] of roundsOfDay(day).entries())
    await playTogether(past, ids, { day, step: day * ROUNDS_OF_DAY + index, now: later(dawn, startsAfterMs) });
  if (day === LATE_DAY) {
    const last = later(dawn, roundsOfDay(day).at(-1)!);
    await gatherPlay(past.platform.database, { now: later(last, COUNTED_AFTER_MS), timeZone: past.platform.timeZone });
    await playLate(past, ids, { day, name: LATE_PLAYER, now: later(last, LATE_MS) });
  }
  for (const planned of transfers.filter(({ agoMs }) => isOnDay(agoMs, day)))
    await seedTransfer(past, { ...planned, accountId: ids.get(planned.name)!, at: later(end, -planned.agoMs), officer: officers[0] });
  for (const planned of withdrawals.filter(({ requestedAgoMs }) => isOnDay(requestedAgoMs, day)))
    await seedWithdrawal(past, { ...planned, accountId: ids.get(planned.name)!, at: later(end, -planned.requestedAgoMs) }, officers[0]);
  if (isLookedAt(day)) await lookAtDay(past, dawn);
}

async function payIn(past: Past, ids: Ids, { day, dawn }: { day: number; dawn: Date }): Promise<void> {
  const paidIn = deposits
    .filter((planned) => planned.day === day)
    .map((planned, index) => ({ planned, accountId: ids.get(planned.name)!, now: later(dawn, DEPOSITS_AFTER_MS + index * BETWEEN_DEPOSITS_MS) }));
  await Promise.all(paidIn.map(({ planned, accountId, now }) => seedDeposit(past, planned, accountId, now)));
  for (const { planned, accountId, now } of paidIn) await hearAgain(past, planned, accountId, now);
}

const UNREAD = 4;
const MESSAGES_MAX = 100;
const PAGES_MAX = 20;

/** The newest messages stay unread, as after a few days away. */
async function readOldMessages({ platform, end }: Past, accountId: bigint): Promise<void> {
  const { db, begin } = platform.database;
  let cursor: string | undefined;
  for (let page = 0; page < PAGES_MAX; page++) {
    const { list, next } = await listMyMessages(db, accountId, { limit: MESSAGES_MAX, cursor });
    const old = list.slice(page === 0 ? UNREAD : 0);
    await begin(async (tx) => {
      for (const { id } of old) await readMessage(tx, { accountId, id, now: end });
    });
    if (next === null) return;
    cursor = next;
  }
}
