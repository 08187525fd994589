import { verifications } from "@laro/contract/verifications";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { createLog } from "../platform/log.ts";
import { allRoutes } from "../roles/features.ts";
import { PROOF_TIMEOUT_MS } from "../testing/long.ts";
import { asOwner } from "../testing/owner.ts";
import { form } from "../testing/verifications.ts";
import { createWorld, type World } from "../testing/world.ts";
import { type Canaries, findCanaries, type Heard, listen, readBundles, readPlaces, travel } from "./canaries.ts";

/** What money is sent by is read by the cashier (design page on identity, section 2), and by nobody else. */
const known = ["a payout account's number stands in table payout_account", "its holder stands in table payout_account"];
const heard: Heard = { log: [], addresses: [], refusals: [] };

let world: World;
let canaries: Canaries;
let stop: () => void;
beforeAll(async () => {
  world = await createWorld({ log: createLog("trace", { write: (line) => void heard.log.push(line) }) });
  stop = listen(heard);
  canaries = await travel(world);
}, PROOF_TIMEOUT_MS);
afterAll(async () => {
  stop();
  await world.close();
});

test("no secret and nothing personal of a journey stands in the log, the database, the storage, an address, an error or a bundle", async () => {
  expect(canaries.size).toBeGreaterThan(20);
  const places = new Map([...(await readPlaces(world, heard)), ...readBundles()]);
  expect([...places.keys()]).toEqual(expect.arrayContaining(["the log", "table audit_entry", "table image", "storage keys.json", "a bundle index.html"]));
  // Something was said: the database refused what it was not made to.
  expect(heard.log.join("")).toContain("violates check constraint");
  expect(findCanaries(canaries, places)).toEqual(known);
});

/** Reads every place anew, with more heard than was. */
const find = async (): Promise<readonly string[]> => findCanaries(canaries, await readPlaces(world, heard));

test("the proof turns red where a sealed input is logged", async () => {
  const route: { handle: (typeof allRoutes)[number]["handle"] } = allRoutes.find(({ endpoint }) => endpoint.name === verifications.setPersonalInfo.name)!;
  const { handle } = route;
  const length = heard.log.length;
  onTestFinished(() => {
    route.handle = handle;
    heard.log.splice(length);
  });
  route.handle = (context) => {
    context.platform.log.debug({ input: context.input }, "a form came");
    return handle(context);
  };
  await (await world.player()).call(verifications.setPersonalInfo, form({ birthday: canaries.get("a birthday")! }));
  expect(await find()).toEqual(["a birthday stands in the log", ...known]);
});

test.each([
  ["a password", "account", "update account set nickname = $1 where name = 'canarybird'"],
  ["a document's number", "verification", "update verification set reasons = array[$1] where true"],
  ["a kept photo's bytes", "image", "update image set sealed = sealed || decode($1, 'hex') where true"],
])("the proof turns red where %s is kept as it is in the table %s", async (what, table, plant) => {
  const word = canaries.get(what)!;
  await asOwner(world.open.url, plant, [plant.includes("'hex'") ? Buffer.from(word, "latin1").toString("hex") : word]);
  expect(await find()).toContain(`${what} stands in table ${table}`);
});

test("the proof turns red where a token stands in an address, or a password in an answer", async () => {
  await world.guest().request("GET", `/?token=${canaries.get("a session's token")!}`);
  heard.refusals.push(JSON.stringify({ success: false, value: { password: canaries.get("a wrong password") } }));
  expect(await find()).toEqual(expect.arrayContaining(["a session's token stands in an address", "a wrong password stands in an error"]));
});
