import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { accountTypes } from "@laro/contract/core/accountTypes";
import { freeRounds } from "@laro/contract/freeRounds";
import { gateway } from "@laro/contract/gateway";
import { sessions } from "@laro/contract/sessions";
import { site } from "@laro/contract/site";
import { transfers } from "@laro/contract/transfers";
import { addVendor, type GatewayVendor, nameAt } from "@laro/server/testing/gateway";
import { asOwner } from "@laro/server/testing/owner";
import { addPartner } from "@laro/server/testing/partners";
import type { Person } from "@laro/server/testing/person";
import type { World } from "@laro/server/testing/world";

/** A vendor whose every panel has something to say. */
export const VENDOR = "HABAGAT";
/** An operator who takes our games. */
export const PARTNER = "ISLA";
const VENDOR_ID = 700;
const GAMES = ["Monsoon Riches", "Typhoon Wilds", "Pandanggo", "Night Market", "Bakunawa"];
const NAMES = ["demobituin", "demolaguna", "demomagiting", "demoplayer"];
const HOUR_MS = 60 * 60_000;
const ASKED_MAX = 200;
const ASKED_EVERY_MS = 100;

interface Member {
  readonly id: bigint;
  readonly name: string;
  /** What the vendor calls it. */
  readonly ref: string;
}

/** Has a vendor play, fail, fall silent and differ, so that the screens about vendors show what they are for. */
export async function fillVendors(world: World): Promise<void> {
  const vendor = await addVendor(world, { id: VENDOR_ID, code: VENDOR, games: GAMES, row: { round_rule: "hold", stake_max: 500_00, prize_day_max: 400_00 } });
  const rows = await asOwner<{ id: string; name: string }>(world.open.url, "select id::text, name from account where name = any($1) order by name", [NAMES]);
  const members = await Promise.all(
    rows.map(async ({ id, name }): Promise<Member> => {
      await world.give(BigInt(id), 5_000_00n);
      return { id: BigInt(id), name, ref: await nameAt(world, vendor, BigInt(id)) };
    }),
  );
  await play(world, vendor, members);
  await fallSilent(world);
  await differ(world, members);
  await payBack(world, vendor);
  await decideMuch(world);
  await moveMoney(world);
  await shareBrowsers(world);
  await fillPartner(world);
}

/** Rounds of every kind, most of them over, and calls that go wrong. */
async function play(world: World, vendor: GatewayVendor, members: readonly Member[]): Promise<void> {
  const send = (path: string, body: object) => vendor.call(world.address, path, body);
  for (const [place, { ref }] of members.entries()) {
    const about = { account_id: ref, currency: "PHP", game_id: GAMES[place % GAMES.length] };
    for (let round = 0; round < 6; round++) {
      const id = `hb-${place}-${1_000 + round}`;
      const bet = { id_provider: `${id}-b`, type: "bet", amount: `${12 * (round + 1)}.50` };
      const win = { id_provider: `${id}-w`, type: "win", amount: `${(7 * round * (place + 1)) % 90}.25` };
      await send("betwin", { ...about, round_id: id, finished: true, transactions: round % 2 === 0 ? [bet] : [bet, win] });
    }
    const open = { ...about, round_id: `hb-open-${place}-7c1f9e2ad4` };
    const bet = { id_provider: `open-${place}-b`, type: "bet", amount: `${place + 1}5.00` };
    const win = { id_provider: `open-${place}-w`, type: "win", amount: "40.00" };
    await send("betwin", { ...open, transactions: place === 1 ? [bet, win] : [bet] });
    await send("betwin", { ...about, round_id: "much", transactions: [{ id_provider: `much-${place}`, type: "bet", amount: "499999.00" }] });
    await send("betwin", { ...about, round_id: "odd", transactions: [{ id_provider: `odd-${place}`, type: "bet", amount: "1e3" }] });
  }
  const [winner] = members;
  // The last two are beyond what the vendor may give in a day.
  for (const [id_provider, amount] of Object.entries({ "prize-1": "250.00", "prize-2": "300.00", "prize-3": "1250.00" }))
    await send("promo/win", { account_id: winner!.ref, currency: "PHP", id_provider, event_id: "fiesta", event_type: "tournament", amount });
  const officer = await world.operator("superadmin");
  const { list } = await officer.call(gateway.prizes, { state: "held" });
  await officer.call(gateway.proposePrize, { id: list[0]!.id, pays: 150_00n, reason: "Their support: half of it, ticket 4512" });
  await vendor.call(world.address, "balance", { account_id: winner!.ref, currency: "PHP" }, { signature: null });
}

/** Two of the open rounds their vendor does not know, two it says nothing of. */
async function fallSilent(world: World): Promise<void> {
  const open = await asOwner<{ key: string }>(
    world.open.url,
    "select key::text from vendor_round where vendor_id = $1 and closed_at is null order by foreign_id",
    [VENDOR_ID],
  );
  for (const [place, { key }] of open.entries()) {
    const since = new Date(world.clock.now().getTime() - (80 + 7 * place) * HOUR_MS);
    const column = place % 2 === 0 ? "silent_at" : "held_at";
    await asOwner(world.open.url, `update vendor_round set at = $2::timestamptz - interval '20 minutes', ${column} = $2 where key = $1::uuid`, [key, since]);
  }
}

/** Five days held against the vendor's report, with whatever they can differ in. */
async function differ(world: World, members: readonly Member[]): Promise<void> {
  const { url } = world.open;
  const days = [
    [1, 48_210_50, 45_877_25, 48_210_50, 45_802_25, "checked", false],
    [2, 52_914_00, 50_100_75, 52_914_00, 50_100_75, "checked", false],
    [3, 0, 0, 0, 0, "missing", false],
    [4, 61_402_25, 58_020_00, 59_998_00, 57_411_50, "checked", true],
    [5, 44_870_00, 41_655_30, 44_870_00, 41_655_30, "checked", false],
  ] as const;
  for (const [ago, ...day] of days)
    await asOwner(
      url,
      `insert into party_day (party, day, checked_at, ours_in, ours_out, theirs_in, theirs_out, state, is_cut)
       values ('${VENDOR}', current_date - $1::int, now() - make_interval(days => $1 - 1, hours => 3), $2, $3, $4, $5, $6, $7)`,
      [ago, ...day],
    );
  const differences = [
    [1, "win", "missingThere", "hb-1-1003-w", 75_00, null, null, null],
    [4, "stake", "amount", "5f0c6f1e-77aa-4d0e-9c53-0e5b3f5ad0c1", 120_00, 110_00, null, null],
    [4, "stake", "missingHere", "hb-2-0991-b", null, 36_50, null, null],
    [4, "win", "otherPlayer", "hb-0-0987-w", 18_25, 18_25, "Zk3vQ0aT7mYb2xLc", null],
    [4, "win", "otherDay", "hb-3-0950-w", 44_00, 44_00, "2026-10-01", "They close their day an hour later than we do"],
    [4, "prize", "missingThere", "prize-0", 500_00, null, null, "Told on the day after"],
  ] as const;
  for (const [place, [ago, flow, kind, reference, ours, theirs, said, explanation]] of differences.entries())
    await asOwner(
      url,
      `insert into party_difference (party, day, flow, kind, player, reference, ours, theirs, said, explanation, explained_by, explained_at)
       values ('${VENDOR}', current_date - $1::int, $2, $3, $4, $5, $6, $7, $8, $9::text, case when $9::text is not null then 'demofinance' end, case when $9::text is not null then now() end)`,
      [ago, flow, kind, members[place % members.length]!.ref, reference, ours, theirs, said, explanation],
    );
}

/** What the games paid back over twenty days: one less than it declares, one played too little to tell. */
async function payBack(world: World, vendor: GatewayVendor): Promise<void> {
  const paid = [96.1, 95.4, 88.2, 97.9, 140] as const;
  for (const [place, percent] of paid.entries()) {
    const rounds = place === GAMES.length - 1 ? 12 : 4_100 - 640 * place;
    await asOwner(world.open.url, "update game set rtp_bps = 9600, rtp_source = 'stated' where id = $1", [vendor.gameId(place)]);
    await asOwner(
      world.open.url,
      `insert into vendor_game_day (vendor_id, day, game_id, rounds, stake, win, stake_squares, products, win_squares)
       select $1, current_date - ago, $2::int, $3::bigint, $3 * 2500, ($3 * 2500 * $4::numeric / 100)::bigint, $3 * 2500.0 ^ 2, $3 * 2500.0 ^ 2 * $4::numeric / 100, $3 * 2500.0 ^ 2 * 3
       from generate_series(1, 20) ago on conflict do nothing`,
      [VENDOR_ID, vendor.gameId(place), rounds, percent],
    );
  }
}

/** One officer proposes: a round's end, a key, higher bounds, many free rounds; another is who looks. */
async function decideMuch(world: World): Promise<void> {
  const officer = await world.operator("superadmin");
  const reason = "As agreed with the vendor by letter of this morning";
  const waiting = await officer.call(gateway.rounds, { vendorCode: VENDOR });
  const round = waiting.list.find(({ win }) => win === 0n)!;
  await officer.call(gateway.proposeRound, { vendorCode: VENDOR, roundId: round.roundId, outcome: "refund", reason });
  await officer.call(gateway.proposeKey, { vendorCode: VENDOR, use: "theirs", reason });
  const { rules } = await officer.call(gateway.get, { vendorCode: VENDOR });
  await officer.call(gateway.setRules, { vendorCode: VENDOR, rules: { ...rules, stakeMax: 900_00n }, reason });
  const { list } = await officer.call(freeRounds.games, {});
  const gifts = [
    ["demoplayer", 10, 5_00n],
    ["demobituin", 20, 2_00n],
    ["demolaguna", 100, 25_00n],
  ] as const;
  for (const [place, [memberName, rounds, stake]] of gifts.entries()) {
    const { nodeId } = list[place]!;
    await officer.call(freeRounds.grant, { requestId: crypto.randomUUID(), memberName, nodeId, rounds, stake, days: 7, wagering: 1, reason });
  }
}

/** Money in a vendor's wallet, money nobody heard of for a day, and what one officer says of it. */
async function moveMoney(world: World): Promise<void> {
  const { url } = world.open;
  const player = await enter(world, "demoplayer");
  const move = (amount: bigint) => player.call(transfers.move, { requestId: crypto.randomUUID(), from: "MAIN", to: "AG", amount });
  await move(500_00n);
  await world.vendor!.order("dead", 100);
  const ids = [];
  for (const amount of [120_00n, 80_00n]) ids.push((await move(amount)).move.id);
  await asOwner(url, "update vendor_transfer set at = now() - interval '25 hours', look_at = now() where id = any($1::uuid[])", [ids]);
  await asOwner(url, "select graphile_worker.add_job('vendors:lookAtTransfers', '{}'::json)");
  for (let asked = 0; asked < ASKED_MAX; asked++) {
    const held = await asOwner(url, "select from vendor_transfer where id = any($1::uuid[]) and state = 'held'", [ids]);
    if (held.length === ids.length) break;
    await sleep(ASKED_EVERY_MS);
  }
  await world.vendor!.order("dead", 0);
  const officer = await world.operator("superadmin");
  await officer.call(gateway.proposeTransfer, { id: ids[0]!, outcome: "refused", reason: "Their support: it never arrived, ticket 4471" });
}

/** An operator who takes our games, with rounds and free rounds that are not over, of which one of each waits for an officer. */
async function fillPartner(world: World): Promise<void> {
  const { url, platform } = world.open;
  const now = world.clock.now();
  await addPartner(url, platform.keys, { code: PARTNER, secret: randomBytes(32).toString("hex"), walletUrl: "https://wallet.casino.example", now });
  await asOwner(
    url,
    `with p as (update partner set name = 'Isla Casino', stake_max = 50000 where code = $1 returning id),
     y as (insert into partner_player (partner_id, foreign_id, currency) select p.id, 'player-' || n, 'PHP' from p, generate_series(1, 3) n returning id, partner_id),
     s as (insert into partner_seed (player_id, server_seed, server_seed_hash, client_seed, created_at) select y.id, sha256('a'), sha256(sha256('a')), 'c', $2 from y returning id, player_id),
     l as (insert into partner_launch (id, partner_id, player_id, game_code, language, ticket_hash, at)
           select gen_random_uuid(), y.partner_id, y.id, 'DICE', 'EN', sha256(y.id::text::bytea), $2 from y returning id, partner_id, player_id)
     insert into partner_free_round (id, partner_id, player_id, issue, digest, game_code, rounds, stake, until, state, look_at, held_at, refusal, at)
     select gen_random_uuid(), l.partner_id, l.player_id, 'harvest-2026-' || l.player_id, 0, 'DICE', 10, 500, $2::timestamptz + interval '3 days', 'issued', $2::timestamptz + interval '3 days', null, null, $2 from l`,
    [PARTNER, now],
  );
  // Only the statement before may be seen by this one.
  await asOwner(
    url,
    `with y as (select l.id as launch_id, l.partner_id, l.player_id, s.id as seed_id, row_number() over (order by l.player_id) as place
       from partner_launch l join partner_seed s on s.player_id = l.player_id join partner p on p.id = l.partner_id where p.code = $1),
     seeds as (update partner_player p set seed_id = y.seed_id, nonce = case y.place when 1 then 1 else 0 end from y where p.id = y.player_id)
     insert into partner_round (id, partner_id, player_id, launch_id, game_code, version, digest, stake, choice, state, sends, look_at, held_at, undoing_at, refusal, seed_id, nonce, win, outcome, at, drawn_at)
     select gen_random_uuid(), y.partner_id, y.player_id, y.launch_id, 'DICE', 1, 0, 2500 * y.place, '{"target":5000,"side":"under"}',
       case y.place when 1 then 'drawn' else 'asked' end, y.place, case y.place when 1 then null else $2::timestamptz + interval '1 day' end, case y.place when 1 then $2::timestamptz end,
       case y.place when 3 then $2::timestamptz end, case y.place when 1 then '105 bet limit reached' end,
       case y.place when 1 then y.seed_id end, case y.place when 1 then 0 end, case y.place when 1 then 4950 end, case y.place when 1 then '{}'::jsonb end,
       $2::timestamptz - interval '2 hours', case y.place when 1 then $2::timestamptz - interval '2 hours' end
     from y`,
    [PARTNER, now],
  );
  await asOwner(
    url,
    `with f as (select f.id, f.player_id, r.launch_id, r.partner_id, p.seed_id from partner_free_round f join partner_player p on p.id = f.player_id join partner_round r on r.player_id = p.id
       where f.partner_id = (select id from partner where code = $1) order by f.player_id limit 1),
     played as (insert into partner_round (id, partner_id, player_id, launch_id, game_code, version, digest, stake, choice, state, seed_id, nonce, win, outcome, at, drawn_at, ended_at, free_round_id)
       select gen_random_uuid(), f.partner_id, f.player_id, f.launch_id, 'DICE', 1, 0, 500, '{}', 'closed', f.seed_id, n, 495, '{}', $2, $2, $2, f.id from f, generate_series(1, 4) n),
     counted as (update partner_player p set nonce = 5 from f where p.id = f.player_id)
     update partner_free_round g set used = 4, won = 1980, state = 'ending', ending_at = $2, look_at = null, held_at = $2, sends = 1, refusal = '110 player is disabled' from f where g.id = f.id`,
    [PARTNER, now],
  );
}

async function enter(world: World, name: string): Promise<Person> {
  const person = world.guest();
  const { demoAccounts } = await person.call(site.permission, {});
  const { password = "" } = demoAccounts.find((account) => account.name === name) ?? {};
  person.token = (await person.call(sessions.login, { username: name, password, type: "username", entry: "player" })).token;
  return person;
}

/** A browser that an agent and a member below share: what rules about agents see. */
async function shareBrowsers(world: World): Promise<void> {
  const agent = await world.member({ type: accountTypes.affiliate });
  const people = [];
  for (let count = 0; count < 4; count++) people.push(await world.member({ type: accountTypes.player, parentId: agent.id }));
  const share = (ids: readonly bigint[]) =>
    asOwner(
      world.open.url,
      "insert into account_device (account_id, device, agent, first_at, last_at) select id, $1, '', $3, $3 from unnest($2::bigint[]) id",
      [randomBytes(32), ids, world.clock.now()],
    );
  await share([agent.id, people[0]!.id]);
  await share(people.map(({ id }) => id));
  await asOwner(world.open.url, "select graphile_worker.add_job('signals:look', '{}'::json)");
}
