import { randomUUID } from "node:crypto";
import { checkCaptcha, drawCaptcha } from "@laro/server/core/sessions/captcha";
import { Sessions } from "@laro/server/core/sessions/sessions";
import { systemClock } from "@laro/server/platform/clock";
import { readConfig } from "@laro/server/platform/config";
import { loadKeys } from "@laro/server/platform/keys";
import { createLog } from "@laro/server/platform/log";
import { contactHash } from "@laro/server/core/contacts/contacts";
import { openPlatform, type OpenPlatform } from "@laro/server/roles/platform";
import { type Figure, medianOf } from "./identity.figures.ts";
import { actorOf, findRoute } from "./platform.ts";
import { tokenOf } from "./players.ts";
import type { Stage } from "./stage.ts";
import { readCpuUs } from "./usage.ts";

const WINDOW_MS = 3_000;
const SECOND_US = 1_000_000;

/** The product's own platform, in this process. */
async function openHere(running: AsyncDisposableStack, { environment }: Stage): Promise<OpenPlatform> {
  const config = readConfig(environment);
  const open = await openPlatform({ config, keys: await loadKeys(config), url: config.databaseUrl!, clock: systemClock, log: createLog("silent") });
  running.defer(() => open.close());
  return open;
}

/** Drawn and judged one after the other; by the processor's time of this process and the database, so that what else runs counts little. */
export async function benchCaptchas(running: AsyncDisposableStack, stage: Stage): Promise<readonly Figure[]> {
  const { database } = (await openHere(running, stage)).platform;
  const readUs = (): number => (readCpuUs(process.pid) ?? 0) + (readCpuUs(stage.postgres) ?? 0);
  const one = async (): Promise<void> => {
    const [key, now] = [randomUUID(), new Date()];
    await drawCaptcha(database.begin, { key, now });
    await database.begin((tx) => checkCaptcha(tx, { key, answer: "wrong", now }));
  };
  await one();
  const [before, endsAt] = [readUs(), performance.now() + WINDOW_MS];
  let drawn = 0;
  for (; performance.now() < endsAt; drawn++) await one();
  const value = (drawn * SECOND_US) / (readUs() - before);
  return [{ what: "captchas drawn and checked a second and core", value, unit: "", goal: 300, limit: 200, isMoreBetter: true }];
}

const CHECKS = 300_000;

export async function benchSessionChecks(running: AsyncDisposableStack, stage: Stage): Promise<readonly Figure[]> {
  const { database, live } = (await openHere(running, stage)).platform;
  const sessions = new Sessions({ database, clock: systemClock, live });
  const check = () => sessions.authenticate(tokenOf(0), "member", "127.0.0.1");
  if ((await check())?.kind !== "member") throw new Error("The session is not known.");
  const before = process.cpuUsage();
  for (let checks = 0; checks < CHECKS; checks++) await check();
  const { user, system } = process.cpuUsage(before);
  return [{ what: "a session check that is remembered, with standing", value: (user + system) / CHECKS, unit: "µs", goal: 1, limit: 2 }];
}

const SEARCHES = 50;
const FILL = `
  with made as (
    insert into account (name, nickname, type, password_hash, password_changed_at, created_at)
    select 'grown' || n, 'grown' || n, 0, '', now(), now() from generate_series(1, $1::int) n returning id
  ), contacts as (
    insert into account_contact (account_id, kind, sealed, hash, masked, verified_at, at) select id, 'phone', '', sha256(id::text::bytea), '', now(), now() from made
  )
  insert into account_device (account_id, device, agent, first_at, last_at) select id, sha256(id::text::bytea), '', now(), now() from made`;
const PHONE = "+639175551234";

/** What officers look for among so many members, at the database. */
export async function benchSearches(running: AsyncDisposableStack, stage: Stage, members: number): Promise<readonly Figure[]> {
  const { platform } = await openHere(running, stage);
  const { database, keys, ledger, clock } = platform;
  const { pool } = stage.database;
  const filling = await pool.connect();
  await filling.query("set statement_timeout = 0");
  await filling.query(FILL, [members]);
  filling.release();
  await pool.query("update account_contact set hash = $1 where account_id = (select max(account_id) from account_contact)", [
    contactHash(keys, { kind: "phone", value: PHONE }),
  ]);
  await pool.query("analyze");
  const { rows } = await pool.query<{ device: string }>("select encode(device, 'hex') as device from account_device order by account_id desc limit 1");
  const given = { actor: actorOf(0n), now: clock.now(), platform, requestId: "", visitor: undefined, db: database.db, ledger };
  const find = (text: string) => database.begin((tx) => findRoute("members.find").handle({ ...given, tx, input: { text } }));
  const searches: Readonly<Record<string, () => Promise<unknown>>> = {
    "by phone": () => find(PHONE),
    "by the beginning of a name": () => findRoute("members.list").handle({ ...given, input: { search: `grown${members - 1}`.slice(0, -1) } }),
    "by device": () => find(rows[0]!.device),
  };
  const figures: Figure[] = [];
  for (const [how, search] of Object.entries(searches)) {
    const times: number[] = [];
    for (let turn = 0; turn < SEARCHES; turn++) {
      const startedAt = performance.now();
      await search();
      times.push(performance.now() - startedAt);
    }
    figures.push({ what: `a search ${how} among ${members.toLocaleString("en")} members`, value: medianOf(times), unit: "ms", goal: 5, limit: 50 });
  }
  return figures;
}
