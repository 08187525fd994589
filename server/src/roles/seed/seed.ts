import { sql } from "kysely";
import { closeDays } from "../../core/activity/activity.close.ts";
import { gatherPlay } from "../../core/activity/activity.gather.ts";
import { countPopularity } from "../../features/games/games.ts";
import { listMyMessages, readMessage } from "../../features/messages/messages.ts";
import type { Platform } from "../../platform/routes.ts";
import { openPlatform, type OpenPlatform } from "../platform.ts";
import { seedCatalogue } from "./catalogue.ts";
import { seedDeposit, seedWithdrawal } from "./cashier.ts";
import { decideAlerts, keepOffice, lookAtDay, type Officers } from "./office.ts";
import { seedFeedback } from "./feedback.ts";
import { later, PastClock, writeMessageOf, type Ids, type Past } from "./past.ts";
import { bindPayoutAccounts, completeWorld, getOfficers, isComplete, seedPeople } from "./people.ts";
import { DAY_MS, DAYS, deposits, HOUR_MS, isLookedAt, isOnDay, ROUNDS_OF_DAY, roundsOfDay, withdrawals } from "./plan.ts";
import { transfers } from "./plan.office.ts";
import { changeTerms, playTogether } from "./play.ts";
import { hearAgain, reconcilePast } from "./provider.ts";
import { seedTransfer } from "./transfers.ts";

/** No commit waits for the disk but that of the last step, which waits for all before it. Few connections, as each has to learn the tables anew. */
const access = { connections: 3, settings: { synchronous_commit: "off" } };

/**
 * Lets thirty days pass in an empty sandbox, through the platform's own functions, once. Every id follows from the plan, so
 * after an interruption the next start does the rest.
 */
export async function seedDemoWorld({ platform: present, url }: OpenPlatform): Promise<void> {
  await seedCatalogue(present.database, present.clock.now());
  if (await isComplete(present.database.db)) return;
  const { pspUrl: _, pspSecret = present.keys.pspSecret, ...rest } = present.config;
  const config = { ...rest, pspSecret };
  const end = present.clock.now();
  const begin = new Date(end.getTime() - DAYS * DAY_MS);
  const clock = new PastClock(begin);
  const { platform, gatekeeper, close } = await openPlatform({ config, keys: present.keys, url, clock, log: present.log, access });
  try {
    await liveThrough({ platform, gatekeeper, clock, begin, end, write: writeMessageOf(platform) }, present);
  } finally {
    await close();
  }
}

async function liveThrough(past: Past, present: Platform): Promise<void> {
  const { platform, end } = past;
  const ids = await seedPeople(past);
  await bindPayoutAccounts(past, ids);
  const officers = await getOfficers(platform.database.db);
  for (let day = 0; day < DAYS; day++) await liveDay(past, { ids, officers, day });
  await reconcilePast(past, { present: { ...present, database: platform.database }, ids, officer: officers[0] });
  await readOldMessages(past, ids.get("demoplayer")!);
  await platform.database.begin(async (tx) => {
    await sql`set local synchronous_commit = on`.execute(tx);
    const officer = await completeWorld(tx, end);
    await seedFeedback(tx, past, { ids, officer });
    await decideAlerts(tx, past, { ids, officer, now: end });
  });
  // Not before all is lived, because a day that is written down is closed; cut off here, the jobs do the same.
  await closeDays(platform.database, { now: end, timeZone: platform.timeZone });
  await gatherPlay(platform.database, { now: end, timeZone: platform.timeZone });
  await platform.database.begin((tx) => countPopularity(tx, end));
}

const DEPOSITS_AFTER_MS = HOUR_MS;
const BETWEEN_DEPOSITS_MS = 7 * 60_000;

async function liveDay(past: Past, { ids, officers, day }: { ids: Ids; officers: Officers; day: number }): Promise<void> {
  const { begin, end } = past;
  const dawn = later(begin, day * DAY_MS);
  await changeTerms(past, ids, { day, now: dawn });
  await payIn(past, ids, { day, dawn });
  await keepOffice(past, ids, { day, dawn, officers });
  for (const [index, startsAfterMs] of roundsOfDay(day).entries())
    await playTogether(past, ids, { day, step: day * ROUNDS_OF_DAY + index, now: later(dawn, startsAfterMs) });
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
const MESSAGES_MAX = 50;

/** The newest messages stay unread, as after a few days away. */
async function readOldMessages({ platform, end }: Past, accountId: bigint): Promise<void> {
  const { db, begin } = platform.database;
  const { list } = await listMyMessages(db, accountId, { limit: MESSAGES_MAX });
  await begin(async (tx) => {
    for (const { id } of list.slice(UNREAD)) await readMessage(tx, { accountId, id, now: end });
  });
}
