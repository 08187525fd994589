import { countPopularity } from "../features/games/games.ts";
import { listMyMessages, readMessage } from "../features/messages/messages.ts";
import { openPlatform, type OpenPlatform } from "./platform.ts";
import { seedDeposit, seedWithdrawal } from "./seed.cashier.ts";
import { PastClock, writeMessageOf, type Past } from "./seed.past.ts";
import { bindPayoutAccounts, completeWorld, getOfficer, isComplete, seedPeople } from "./seed.people.ts";
import { DAY_MS, DAYS, deposits, HOUR_MS, roundsOfDay, withdrawals } from "./seed.plan.ts";
import { changeTerms, playTogether } from "./seed.play.ts";

/**
 * Lets thirty days pass in an empty sandbox, through the platform's own functions, once. Every id follows from the plan, so
 * after an interruption the next start does the rest.
 */
export async function seedDemoWorld({ platform: present, url }: OpenPlatform): Promise<void> {
  if (await isComplete(present.database.db)) return;
  const { pspUrl: _, ...config } = present.config;
  const end = present.clock.now();
  const begin = new Date(end.getTime() - DAYS * DAY_MS);
  const clock = new PastClock(begin);
  const { platform, gatekeeper, close } = await openPlatform({ config, keys: present.keys, url, clock, log: present.log });
  try {
    await liveThrough({ platform, gatekeeper, clock, begin, end, write: writeMessageOf(platform) });
  } finally {
    await close();
  }
}

async function liveThrough(past: Past): Promise<void> {
  const { platform, end } = past;
  const ids = await seedPeople(past);
  await bindPayoutAccounts(past, ids);
  for (let day = 0; day < DAYS; day++) await liveDay(past, ids, day);
  await readOldMessages(past, ids.get("demoplayer")!);
  await platform.database.begin(async (tx) => {
    await countPopularity(tx, end);
    await completeWorld(tx, end);
  });
}

const DEPOSITS_AFTER_MS = HOUR_MS;
const BETWEEN_DEPOSITS_MS = 7 * 60_000;

async function liveDay(past: Past, ids: ReadonlyMap<string, bigint>, day: number): Promise<void> {
  const { platform, begin, end } = past;
  const dawnMs = begin.getTime() + day * DAY_MS;
  const after = (ms: number): Date => new Date(dawnMs + ms);
  await changeTerms(past, ids, { day, now: after(0) });
  const paidIn = deposits.filter((planned) => planned.day === day);
  await Promise.all(paidIn.map((planned, index) => seedDeposit(past, planned, ids.get(planned.name)!, after(DEPOSITS_AFTER_MS + index * BETWEEN_DEPOSITS_MS))));
  for (const [index, startsAfterMs] of roundsOfDay.entries())
    await playTogether(past, ids, { day, step: day * roundsOfDay.length + index, now: after(startsAfterMs) });
  const dueAgoMs = (DAYS - day) * DAY_MS;
  const asked = withdrawals.filter(({ requestedAgoMs }) => requestedAgoMs <= dueAgoMs && requestedAgoMs > dueAgoMs - DAY_MS);
  if (asked.length === 0) return;
  const officer = await getOfficer(platform.database.db);
  for (const planned of asked)
    await seedWithdrawal(past, { ...planned, accountId: ids.get(planned.name)!, at: new Date(end.getTime() - planned.requestedAgoMs) }, officer);
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
