import { gateway } from "@laro/contract/gateway";
import { transfers } from "@laro/contract/transfers";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import { newId } from "../../platform/ids.ts";
import { type Jobs, startWorker } from "../../platform/jobs.ts";
import { addJob } from "../../platform/outbox.ts";
import { freezeAccount } from "../wallet/freeze.ts";
import { keepKey, VIEW_AGE_MS } from "../../testing/gateway.ts";
import { asOwner } from "../../testing/owner.ts";
import type { Person } from "../../testing/person.ts";
import { purseVendors } from "../../testing/purses.ts";
import { createWorld, type World } from "../../testing/world.ts";
import type { MoveSaid, TransferProtocol } from "./protocol.ts";
import { findTransfer } from "./purses.ts";
import { lineBounds, setLineBounds } from "./lines.ts";
import { lookAtTransfers, recallShutOut } from "./purses.look.ts";
import { lookAt, reachVendor } from "./purses.send.ts";

let world: World;
beforeAll(async () => void (world = await createWorld({ vendors: purseVendors })));
// No test hears of what vendors did not say to another.
beforeEach(() => setLineBounds(world.open.platform, lineBounds));
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(() => world.close());

type Member = Person & { readonly id: bigint };
const S_MS = 1_000;
const MINUTE_MS = 60 * S_MS;
const move = async (member: Member, from: string, to: string, amount: bigint) =>
  (await member.call(transfers.move, { requestId: newId(world.clock.now()), from, to, amount })).move;
const order = (fault: string, count = 1) => world.vendor!.order(fault, count);
const look = async (afterMs: number) => {
  await world.pass(afterMs);
  await lookAtTransfers(world.open.platform);
};
const stateOf = async (id: string) => (await findTransfer(world.open.platform.database.db, id))!.state;
/** Main wallet, AG's purse as we book it, what is on its way, and what lies at AG. */
async function books(member: Member) {
  const [kept] = await asOwner<{ main: string; purse: string; moving: string; player: string }>(
    world.open.url,
    `select coalesce(sum(balance) filter (where kind = 1), 0)::text as main, coalesce(sum(balance) filter (where kind = 101), 0)::text as purse,
       coalesce(sum(balance) filter (where kind = 5), 0)::text as moving, (select player_ref from vendor_player p where p.account_id = $1 and vendor_id = 91) as player
     from wallet where account_id = $1`,
    [member.id],
  );
  const { purses } = await world.vendor!.books();
  const there = purses.find(({ player, vendor }) => vendor === "AG" && player === kept!.player)?.minor ?? 0;
  return { main: Number(kept!.main), purse: Number(kept!.purse), moving: Number(kept!.moving), there };
}

test("a vendor that has a wallet of its own asks nothing of ours, and one nobody can ask is not sent to", async () => {
  const answer = await fetch(`${world.address}/gateway/vendors/AG/user/balance`, { method: "POST", body: "{}" });
  expect(answer.status).toBe(404);
  const ann = await world.player({ balance: 100_00n });
  await asOwner(world.open.url, "update vendor set protocol = 'softswiss' where code = 'CQ9'");
  await new Promise((resolve) => setTimeout(resolve, VIEW_AGE_MS));
  expect(await ann.refused(transfers.move, { requestId: newId(world.clock.now()), from: "MAIN", to: "CQ9", amount: 1_00n })).toBe("vendors.unreachable");
  await asOwner(world.open.url, "update vendor set protocol = 'hub88' where code = 'CQ9'");
  expect((await books(ann)).main).toBe(100_00);
});

test("a refusal of the only question gives the money back at once, whichever way it went, and nobody asks again", async () => {
  const ann = await world.player({ balance: 100_00n });
  await order("transfer-refused");
  const refused = await move(ann, "MAIN", "AG", 30_00n);
  expect(refused.state).toBe("refused");
  expect(await books(ann)).toEqual({ main: 100_00, purse: 0, moving: 0, there: 0 });
  await move(ann, "MAIN", "AG", 30_00n);
  await order("transfer-refused");
  expect((await move(ann, "AG", "MAIN", 30_00n)).state).toBe("refused");
  await look(60 * MINUTE_MS);
  expect(await books(ann)).toEqual({ main: 70_00, purse: 30_00, moving: 0, there: 30_00 });
});

test.each(["transfer-done-unsaid", "transfer-lost", "transfer-late", "dead", "html"])(
  "of a vendor that is %s nothing is believed; asked again by the same id it does it once, to it and home [WALLET-08]",
  async (fault) => {
    const ann = await world.player({ balance: 100_00n });
    await order(fault);
    const there = await move(ann, "MAIN", "AG", 40_00n);
    expect(there.state).toBe("unknown");
    expect(await books(ann)).toMatchObject({ main: 60_00, purse: 0, moving: 40_00 });
    // Too early for a look.
    await look(4 * S_MS);
    expect(await stateOf(there.id)).toBe("unknown");
    await look(S_MS);
    expect(await stateOf(there.id)).toBe("done");
    expect(await books(ann)).toEqual({ main: 60_00, purse: 40_00, moving: 0, there: 40_00 });
    await order(fault);
    const home = await move(ann, "AG", "MAIN", 15_00n);
    expect(home.state).toBe("unknown");
    await look(5 * S_MS);
    // What was done late must not be done again.
    await new Promise((resolve) => setTimeout(resolve, fault === "transfer-late" ? 600 : 0));
    expect(await books(ann)).toEqual({ main: 75_00, purse: 25_00, moving: 0, there: 25_00 });
  },
);

test("however many transfers wait for a word, one worker looks after them all, and another job is done meanwhile", async () => {
  const { url, platform } = world.open;
  const ann = await world.player({ balance: 100_00n });
  await order("transfer-lost", 3);
  for (let one = 0; one < 3; one++) await move(ann, "MAIN", "AG", 1_00n);
  await asOwner(url, "update graphile_worker._private_jobs set run_at = now()");
  let [looks, others] = [0, 0];
  let release = (): void => undefined;
  const released = new Promise<void>((end) => (release = end));
  const jobs: Jobs = {
    "vendors:lookAtTransfers": async () => {
      looks += 1;
      await released;
    },
    "test:other": async () => void (others += 1),
  };
  const worker = await startWorker(url, { jobs, subscribers: {}, crontab: "" }, platform);
  try {
    await vi.waitFor(() => expect(looks).toBe(1), { timeout: 10 * S_MS });
    await platform.database.begin((tx) => addJob(tx, "test:other", {}));
    await vi.waitFor(() => expect(others).toBe(1), { timeout: 10 * S_MS });
    expect(looks).toBe(1);
  } finally {
    release();
    await worker.close();
  }
  await look(5 * S_MS);
  expect(await books(ann)).toEqual({ main: 97_00, purse: 3_00, moving: 0, there: 3_00 });
});

test("a transfer that reaches the vendor twice is done once", async () => {
  const ann = await world.player({ balance: 100_00n });
  await order("transfer-twice");
  expect((await move(ann, "MAIN", "AG", 40_00n)).state).toBe("done");
  await order("transfer-twice");
  expect((await move(ann, "AG", "MAIN", 10_00n)).state).toBe("done");
  expect(await books(ann)).toEqual({ main: 70_00, purse: 30_00, moving: 0, there: 30_00 });
});

test("a refusal of a second question proves nothing: the first may still arrive, and money comes back when it was said twice and late enough", async () => {
  const ann = await world.player({ balance: 100_00n });
  await order("transfer-lost");
  const { id } = await move(ann, "MAIN", "AG", 40_00n);
  const seen: string[] = [];
  for (const afterMs of [5 * S_MS, 15 * S_MS, MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS]) {
    await order("transfer-refused");
    await look(afterMs);
    seen.push(await stateOf(id));
  }
  // Ten minutes after the first word, and fifteen after the question before.
  expect(seen).toEqual(["unknown", "unknown", "unknown", "unknown", "refused"]);
  expect(await books(ann)).toEqual({ main: 100_00, purse: 0, moving: 0, there: 0 });
});

test("silence never gives money back: after a day it is held, and two officers end it by the vendor's word", async () => {
  const ann = await world.player({ balance: 100_00n });
  await order("transfer-lost", 200);
  const { id, reference } = await move(ann, "MAIN", "AG", 40_00n);
  await order("dead", 200);
  for (let looks = 0; looks < 60 && (await stateOf(id)) === "unknown"; looks++) await look(30 * MINUTE_MS);
  await Promise.all([order("dead", 0), order("transfer-lost", 0)]);
  const held = (await findTransfer(world.open.platform.database.db, id))!;
  expect([held.state, Math.floor((world.clock.now().getTime() - held.at.getTime()) / (60 * MINUTE_MS))]).toEqual(["held", 24]);
  await look(60 * MINUTE_MS);
  expect([await stateOf(id), await books(ann)]).toEqual(["held", { main: 60_00, purse: 0, moving: 40_00, there: 0 }]);

  const [first, second, clerk] = [await world.operator("finance"), await world.operator("finance"), await world.operator("support")];
  const word = { id, reason: "Their support, by mail: it never arrived" };
  expect(await clerk.refused(gateway.transfers, { state: "held" })).toBe("sessions.forbidden");
  expect(await first.refused(gateway.proposeTransfer, { ...word, id: newId(world.clock.now()), outcome: "refused" })).toBe("gateway.transfer_not_found");
  expect(await first.refused(gateway.confirmTransfer, { ...word, outcome: "done" })).toBe("gateway.not_proposed");
  expect((await first.call(gateway.proposeTransfer, { ...word, outcome: "done" })).proposal).toMatchObject({ outcome: "done", by: first.name });
  expect(await second.refused(gateway.proposeTransfer, { ...word, outcome: "refused" })).toBe("gateway.already_proposed");
  expect(await first.refused(gateway.confirmTransfer, { ...word, outcome: "done" })).toBe("gateway.own_proposal");
  expect((await first.call(gateway.declineTransfer, word)).proposal).toBeNull();
  await first.call(gateway.proposeTransfer, { ...word, outcome: "refused" });
  // Who looked at what stood there before does not confirm what stands there now.
  expect(await second.refused(gateway.confirmTransfer, { ...word, outcome: "done" })).toBe("gateway.proposal_other");
  expect((await books(ann)).moving).toBe(40_00);
  const { list } = await second.call(gateway.transfers, { state: "held", vendorCode: "AG" });
  expect(list).toMatchObject([{ reference, memberName: ann.name, amount: 40_00n, direction: "in", proposal: { by: first.name, reason: word.reason } }]);
  expect(await second.call(gateway.confirmTransfer, { id, outcome: "refused", reason: "I rang them" })).toMatchObject({
    state: "refused",
    decision: { by: second.name },
  });
  expect(await second.refused(gateway.confirmTransfer, { ...word, outcome: "refused" })).toBe("gateway.transfer_not_held");
  expect(await books(ann)).toEqual({ main: 100_00, purse: 0, moving: 0, there: 0 });
  expect((await second.call(gateway.transfers, { state: "refused", limit: 1 })).list).toMatchObject([{ reference }]);
});

/** What makes that AG cannot be asked, and what makes it as it was. */
const cutOff = {
  "has no protocol for it": ["update vendor set protocol = 'softswiss' where code = 'AG'", "update vendor set protocol = 'hub88' where code = 'AG'"],
  "is signed for with a key that is none": [undefined, "update vendor_key set valid_until = valid_from where vendor_id = 91"],
} as const;

test.each(["has no protocol for it", "is signed for with a key that is none"] as const)(
  "money on its way to a vendor that %s is held after a day all the same, so that officers can end it",
  async (why) => {
    const ann = await world.player({ balance: 100_00n });
    await order("transfer-lost");
    const { id } = await move(ann, "MAIN", "AG", 40_00n);
    const [cut, mend] = cutOff[why];
    if (cut === undefined) await keepKey(world, { vendorId: 91, use: "ours", secret: Buffer.from("no key in any form") });
    else await asOwner(world.open.url, cut);
    await new Promise((resolve) => setTimeout(resolve, VIEW_AGE_MS));
    for (let looks = 0; looks < 60 && (await stateOf(id)) === "unknown"; looks++) await look(30 * MINUTE_MS);
    expect([await stateOf(id), await books(ann)]).toEqual(["held", { main: 60_00, purse: 0, moving: 40_00, there: 0 }]);
    await asOwner(world.open.url, mend);
    await new Promise((resolve) => setTimeout(resolve, VIEW_AGE_MS));
    const [first, second] = [await world.operator("finance"), await world.operator("finance")];
    const word = { id, outcome: "refused", reason: "Their support, by mail: it never arrived" } as const;
    await first.call(gateway.proposeTransfer, word);
    await second.call(gateway.confirmTransfer, word);
    expect(await books(ann)).toEqual({ main: 100_00, purse: 0, moving: 0, there: 0 });
  },
);

test("nobody but the table's own rule lets one officer alone end a held transfer", async () => {
  const ann = await world.player({ balance: 100_00n });
  await order("transfer-lost");
  const { id } = await move(ann, "MAIN", "AG", 40_00n);
  const alone = "update vendor_transfer set state = 'done', settled_at = now(), outcome = 'done', proposed_by = 1, decided_by = 1 where id = $1";
  await expect(asOwner(world.open.url, alone, [id])).rejects.toThrow("vendor_transfer_two_persons");
  await look(5 * S_MS);
  expect(await stateOf(id)).toBe("done");
});

/** A vendor that is asked what became of a transfer, and says what it is told to. */
async function askable(says: () => MoveSaid | undefined) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    response.end(JSON.stringify({ said: says() ?? null }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const answer = z.object({ said: z.custom<MoveSaid>().nullable() }).transform(({ said }) => said ?? undefined);
  const question = (path: string) => ({ ask: () => ({ path, headers: {}, body: "{}" }), answer });
  const protocol: TransferProtocol = {
    balance: { ask: () => ({ path: "balance", headers: {}, body: "{}" }), answer: z.undefined() },
    move: question("move"),
    findMove: question("find"),
  };
  const reached = (await reachVendor(world.open.platform, "AG"))!;
  return { asked, reached: { ...reached, protocol, base: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` } };
}

test("where a vendor can be asked what became of an id, it is asked and not sent to again, and not found counts when it is said twice", async () => {
  const ann = await world.player({ balance: 100_00n });
  await order("transfer-lost");
  const { id } = await move(ann, "MAIN", "AG", 40_00n);
  let said: MoveSaid | undefined = { said: "notFound" };
  const { asked, reached } = await askable(() => said);
  const { platform } = world.open;
  const lookOnce = async (afterMs: number) => {
    await world.pass(afterMs);
    return lookAt(platform, reached, (await findTransfer(platform.database.db, id))!);
  };
  // Said once, and again too early; silence in between changes nothing.
  expect(await lookOnce(5 * S_MS)).toBe("unknown");
  said = undefined;
  expect(await lookOnce(MINUTE_MS)).toBe("unknown");
  said = { said: "notFound" };
  expect(await lookOnce(9 * MINUTE_MS)).toBe("unknown");
  expect(await lookOnce(4 * MINUTE_MS)).toBe("unknown");
  expect((await books(ann)).moving).toBe(40_00);
  expect(await lookOnce(MINUTE_MS)).toBe("refused");
  expect(asked).toEqual(Array(5).fill("/find"));
  expect(await books(ann)).toEqual({ main: 100_00, purse: 0, moving: 0, there: 0 });
});

test("what is on its way arrives, or comes back, though officers froze the member's money meanwhile", async () => {
  const ann = await world.player({ balance: 100_00n });
  const { platform } = world.open;
  await order("transfer-lost", 2);
  const [there, back] = [await move(ann, "MAIN", "AG", 40_00n), await move(ann, "MAIN", "BBIN", 10_00n)];
  await platform.database.begin((tx) => freezeAccount(tx, { accountId: ann.id, frozen: true, now: world.clock.now() }));
  await look(5 * S_MS);
  expect([await stateOf(there.id), await stateOf(back.id)]).toEqual(["done", "done"]);
  expect(await books(ann)).toEqual({ main: 50_00, purse: 40_00, moving: 0, there: 40_00 });
  // Nothing that is frozen is brought home, by nobody.
  await recallShutOut(platform, ann.id);
  expect((await books(ann)).purse).toBe(40_00);
});

test("two who look at once ask once, and a late word changes nothing that is over", async () => {
  const ann = await world.player({ balance: 100_00n });
  await order("transfer-lost");
  const { id } = await move(ann, "MAIN", "AG", 40_00n);
  await world.pass(5 * S_MS);
  const { platform } = world.open;
  const reached = (await reachVendor(platform, "AG"))!;
  const transfer = (await findTransfer(platform.database.db, id))!;
  await Promise.all(Array.from({ length: 5 }, () => lookAt(platform, reached, transfer)));
  const after = (await findTransfer(platform.database.db, id))!;
  expect([after.state, after.sends, after.looks]).toEqual(["done", 2, 1]);
  expect(await books(ann)).toEqual({ main: 60_00, purse: 40_00, moving: 0, there: 40_00 });
});
