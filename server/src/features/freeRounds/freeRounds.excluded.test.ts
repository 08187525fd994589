import { freeRounds } from "@laro/contract/freeRounds";
import { games } from "@laro/contract/games";
import { gateway } from "@laro/contract/gateway";
import { members } from "@laro/contract/members";
import { wallet } from "@laro/contract/wallet";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startExclusion } from "../../core/limits/exclusions.ts";
import { sendFreeRounds } from "../../core/vendors/freeRounds.send.ts";
import { newId } from "../../platform/ids.ts";
import type { Person } from "../../testing/person.ts";
import { createWorld, type World } from "../../testing/world.ts";

const MINUTE_MS = 60_000;
const reason = "A welcome for a guest of the house";
const SLOT = "10001";

type Member = Person & { readonly id: bigint };

let world: World;
let officer: Person;
beforeAll(async () => {
  world = await createWorld({ catalogue: true, vendor: true });
  officer = await world.operator("superadmin");
});
afterAll(async () => {
  expect(await world.audit()).toEqual([]);
  await world.close();
});

const give = async (member: Member, rounds = 3): Promise<void> => {
  const input = { requestId: newId(world.clock.now()), memberName: member.name, nodeId: SLOT, rounds, stake: 25_00n, days: 7, wagering: 0, reason };
  expect((await officer.call(freeRounds.grant, input)).granted).not.toBeNull();
};
const stateOf = async (member: Member) => (await officer.call(freeRounds.list, { memberName: member.name })).list[0]!;
const rest = (accountId: bigint, kind: "timeout" | "self") =>
  world.open.platform.database.begin((tx) =>
    startExclusion(tx, { accountId, kind, period: "24h", firm: "24h", reason: null, madeBy: "member", now: world.clock.now(), timeZone: "Asia/Manila" }),
  );

interface Spin {
  readonly win: number;
  readonly free?: { at: number; of: number };
}
async function opened(member: Member): Promise<() => Promise<Spin>> {
  const { route } = await member.call(games.launch, { nodeId: SLOT });
  const { url } = await member.call(games.openLaunch, { ticket: new URLSearchParams(route.split("?")[1]).get("launch")! });
  return async () => (await (await fetch(`${world.vendor!.url}/spin${new URL(url).search}&stake=0`, { method: "POST" })).json()) as Spin;
}
const centavos = ({ win }: Spin): bigint => BigInt(Math.round(win * 100));

test("free rounds of who is excluded are taken back: a vendor that says nothing is asked again by a job, what was won until then is paid, and a break takes nothing", async () => {
  const [ann, ben] = [await world.player({ balance: 10_00n }), await world.player()];
  await give(ann);
  await give(ben);
  await world.work();
  const spin = await opened(ann);
  const won = centavos(await spin());
  await rest(ann.id, "self");
  await rest(ben.id, "timeout");
  await world.vendor!.order("dead", 1);
  await world.work();
  expect(await stateOf(ann)).toMatchObject({ state: "active", cancelling: true, tries: 1, cancelledBy: null });
  expect(await stateOf(ben)).toMatchObject({ state: "issued", cancelling: false });
  await sendFreeRounds(world.open.platform);
  expect(await stateOf(ann)).toMatchObject({ cancelling: true, tries: 1 });
  await world.pass(MINUTE_MS + 1_000);
  await sendFreeRounds(world.open.platform);
  await expect.poll(async () => (await stateOf(ann)).state).toBe("finished");
  expect(await stateOf(ann)).toMatchObject({ won, cancelling: false });
  expect((await ann.call(wallet.balance, {})).balance).toBe(10_00n + won);
  // Nothing of what was left is played any more.
  expect((await spin()).free).toBeUndefined();
});

test("free rounds of a closed account are taken back: at once where no vendor heard of them; what a vendor played out before it was asked is paid", async () => {
  const [ann, ben] = [await world.player(), await world.player({ balance: 10_00n })];
  const close = (member: Member) => officer.call(members.close, { id: member.id, reason });
  await give(ben, 1);
  await world.work();
  const spin = await opened(ben);
  await give(ann);
  await close(ann);
  await close(ben);
  const won = centavos(await spin());
  await expect.poll(async () => (await stateOf(ben)).state).toBe("finished");
  await world.work();
  expect(await stateOf(ann)).toMatchObject({ state: "cancelled", tries: 0 });
  expect(await stateOf(ben)).toMatchObject({ state: "finished", won });
});

test("a vendor's game that says more was won than can be is not believed: its member sees that it is checked", async () => {
  const ann = await world.player({ balance: 10_00n });
  await give(ann, 1);
  await world.work();
  const spin = await opened(ann);
  await world.vendor!.order("finish-too-much");
  await spin();
  await expect.poll(async () => (await stateOf(ann)).state).toBe("held");
  expect((await ann.call(freeRounds.mine, {})).list).toMatchObject([{ state: "held", won: 0n, playable: false }]);
  expect((await ann.call(wallet.balance, {})).balance).toBe(10_00n);
  expect((await officer.call(gateway.prizes, { state: "held" })).list).toMatchObject([{ memberName: ann.name, amount: 999_999_99n, bound: 25_00n * 157n }]);
});
