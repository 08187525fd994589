import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { lineBounds, setLineBounds } from "../core/vendors/lines.ts";
import { inFlightBounds, type InFlightBounds } from "../platform/inFlight.ts";
import { isLong, PROOF_TIMEOUT_MS } from "../testing/long.ts";
import { asOwner } from "../testing/owner.ts";
import { sabotage } from "../testing/sabotage.ts";
import { openSister } from "../testing/sister.ts";
import { createWorld, type World } from "../testing/world.ts";
import { everyEndpoint, heavyEndpoints, leaveStreet, openStreet, proveDeadVendor, proveHeldWallet, proveNeighbours } from "./neighbours.ts";

/** `npm run proof neighbours` runs the long form, alone on the machine; beside other tests only who waits for an attacker waits as long as the short one's limit. */
const PATIENCE = isLong ? { forMs: 2_000, limitMs: 200 } : { forMs: 50, limitMs: 3_000 };
const SIZE = isLong ? { count: 40, pictureEdge: 6_000 } : { count: 8, pictureEdge: 1_500 };
const ENDPOINTS = isLong ? everyEndpoint : heavyEndpoints;
/** Long enough for forty calls to be under way, and shorter than anyone waits for a held row. */
const HELD_FOR_MS = 2_000;
/** A launch of a dead vendor is refused within so long, alone on the machine; beside other tests it takes its turn. */
const REFUSED_WITHIN_MS = isLong ? 50 : 3_000;

let world: World;
beforeAll(async () => void (world = await createWorld({ runs: true })));
afterAll(() => world.close());

test("one member with forty calls in flight on one endpoint after the other: others read, log in and bet as ever", { timeout: PROOF_TIMEOUT_MS }, async () => {
  const street = await openStreet(world, world.address, SIZE);
  onTestFinished(() => void leaveStreet(street));
  expect(await proveNeighbours(street, ENDPOINTS, PATIENCE)).toEqual([]);
  expect(await proveHeldWallet(street, { ...PATIENCE, forMs: HELD_FOR_MS })).toEqual([]);
  expect(await world.audit()).toEqual([]);
});

sabotage("the proof turns red on a server that takes whatever one member has in flight", { timeout: PROOF_TIMEOUT_MS }, async () => {
  const none = { atOnceMax: Number.POSITIVE_INFINITY, waitingMax: 0 };
  const unbounded: InFlightBounds = { ...inFlightBounds, member: { light: none, reading: none, heavy: none } };
  const sister = await openSister(world, { bounds: unbounded });
  try {
    const street = await openStreet(world, sister.address, { ...SIZE, count: 4 });
    onTestFinished(() => void leaveStreet(street));
    expect(await proveHeldWallet(street, { forMs: HELD_FOR_MS, limitMs: 3_000 })).toContainEqual(expect.stringMatching(/^a held wallet: /));
  } finally {
    await sister.close();
  }
});

test("launches of a dead vendor are refused at once after it said nothing five times, while games of others open; the proof turns red where nothing ever shuts", async () => {
  const town = await createWorld({ catalogue: true, vendor: true });
  try {
    const rows = await asOwner<{ node: string }>(
      town.open.url,
      "select min(g.node_id)::text as node from game g join vendor v on v.id = g.vendor_id where v.protocol = 'softswiss' and v.state = 'test' and g.state = 'open' and g.game_type = 'RNG' group by v.id order by v.id limit 2",
    );
    const [dead, other] = rows.map(({ node }) => node) as [string, string];
    expect(await proveDeadVendor(town, { dead, other, withinMs: REFUSED_WITHIN_MS })).toEqual([]);
    setLineBounds(town.open.platform, { ...lineBounds, inARowMax: Number.POSITIVE_INFINITY, failedMax: Number.POSITIVE_INFINITY });
    expect(await proveDeadVendor(town, { dead, other, withinMs: REFUSED_WITHIN_MS })).toEqual([
      expect.stringMatching(/^a launch of a dead vendor: still waiting/),
    ]);
    expect(await town.audit()).toEqual([]);
  } finally {
    // Whoever still waits hears that nobody is there.
    await town.vendor!.stop();
    await town.close();
  }
});
