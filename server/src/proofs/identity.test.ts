import { sessions } from "@laro/contract/sessions";
import { settings } from "@laro/contract/settings";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { refuse } from "@laro/contract/core/errors";
import { allRoutes } from "../roles/features.ts";
import { isLong, PROOF_TIMEOUT_MS } from "../testing/long.ts";
import { openSister } from "../testing/sister.ts";
import { createWorld, type World } from "../testing/world.ts";
import { compareAlike, compareTimes, mannWhitney, questions } from "./identity.alike.ts";
import { endings, everything, findOpen, type House } from "./identity.endings.ts";
import { guessAtOnce, surfaces, withFault } from "./identity.guesses.ts";
import { besiege, makeStranger } from "./identity.owner.ts";

/** `npm run proof identity` runs the long form. */
const GUESSES = isLong ? { count: 1_000, atOnce: 100 } : { count: 20, atOnce: 20 };
/** One after the other, more than any limit. */
const UNCOUNTED = { count: 8, atOnce: 2 };
const STRANGERS = isLong ? 10_000 : 60;
const SAMPLES = 400;

let world: World;
let house: House;
let close: () => Promise<void>;
beforeAll(async () => {
  world = await createWorld();
  const [admin, other] = await Promise.all([world.operator("superadmin"), world.operator("superadmin")]);
  for (const modId of ["mobileCodeLogin", "mobileRegister", "phonePasswordReset"] as const)
    await admin.call(settings.setFlag, { modId, enabled: true, reason: "offered from today" });
  const sister = await openSister(world);
  house = { world, sister, admins: [admin, other] };
  close = sister.close;
});
afterAll(async () => {
  await close();
  await world.close();
});

describe("guesses at once", { timeout: PROOF_TIMEOUT_MS }, () => {
  test.each(surfaces)("of many guesses at $what in one moment at most the limit is judged", async (surface) => {
    expect(await guessAtOnce(world, surface, GUESSES)).toEqual([]);
  });

  test.each(surfaces)("the proof turns red where no guess at $what counts", async (surface) => {
    await withFault(world, surface, async () => {
      expect(await guessAtOnce(world, surface, UNCOUNTED)).toContainEqual(expect.stringMatching(/ were judged, \d may be$/));
    });
  });
});

describe("the owner while strangers fail", { timeout: PROOF_TIMEOUT_MS }, () => {
  test("enters from a known browser at every try, without a captcha", async () => {
    expect(await besiege(world, { strangers: STRANGERS })).toEqual([]);
  });

  test("the proof turns red where the owner is counted with the strangers", async () => {
    expect(await besiege(world, { strangers: 20, before: makeStranger })).toContainEqual(expect.stringMatching(/^the owner was refused with sessions\./));
  });
});

describe("known and unknown", { timeout: PROOF_TIMEOUT_MS }, () => {
  test.each(questions)("$what gets the same status and body, after the same statements and hashes", async (question) => {
    expect(await compareAlike(world, question)).toEqual([]);
  });

  test("the proof turns red where a name nobody has is answered at once", async () => {
    const route: { handle: (typeof allRoutes)[number]["handle"] } = allRoutes.find(({ endpoint }) => endpoint.name === sessions.login.name)!;
    const { handle } = route;
    onTestFinished(() => void (route.handle = handle));
    route.handle = (context) => {
      const { username } = context.input as { username: string };
      return username.startsWith("nobody") ? refuse("sessions.wrong_credentials", { captcha: false }) : handle(context);
    };
    const faults = await compareAlike(world, questions[0]!);
    expect(faults).toContainEqual(expect.stringMatching(/ 1 hashes for somebody, 0 for nobody$/));
    expect(faults).toContainEqual(expect.stringMatching(/ statements for somebody, /));
  });

  test("the ranks of like samples do not differ, and those of unlike ones do", () => {
    expect(mannWhitney([1, 4, 5, 8, 9], [2, 3, 6, 7, 10])).toBeGreaterThan(0.8);
    // By hand: of five and five that do not overlap U is 0, z is 2.611 and p 0.009.
    expect(mannWhitney([1, 2, 3, 4, 5], [6, 7, 8, 9, 10])).toBeCloseTo(0.009, 3);
  });

  // A machine that does other things as well measures those.
  if (isLong)
    test.each(questions)("$what takes as long", async (question) => {
      const { figures, faults } = await compareTimes(world, question, SAMPLES);
      process.stdout.write(`${figures}\n`);
      expect(faults).toEqual([]);
    });
});

describe("what ends a session ends it everywhere", { timeout: PROOF_TIMEOUT_MS }, () => {
  test.each(endings)("$what", async (ending) => {
    expect(await findOpen(house, ending)).toEqual([]);
  });

  test("the proof turns red where nothing ends", async () => {
    expect(await findOpen(house, { what: "nothing", of: "member", end: () => Promise.resolve(), spared: everything })).toEqual([]);
  });

  test("the proof turns red where another process does not hear of an end", async () => {
    const { live } = house.sister.open.platform;
    const forget = live.forgetSessionHere;
    onTestFinished(() => void (live.forgetSessionHere = forget));
    live.forgetSessionHere = () => undefined;
    // A socket's first look at its session, within five seconds of its opening, may close it all the same: then another is tried.
    await vi.waitFor(async () => expect(await findOpen(house, endings[0]!)).toContain("its socket is open"), PROOF_TIMEOUT_MS / 5);
  });
});
