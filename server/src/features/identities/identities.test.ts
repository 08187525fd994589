import { accounts } from "@laro/contract/accounts";
import { identities, type Provider } from "@laro/contract/identities";
import { messages } from "@laro/contract/messages";
import { sessions } from "@laro/contract/sessions";
import { site } from "@laro/contract/site";
import { afterAll, beforeAll, expect, test } from "vitest";
import { asOwner } from "../../testing/owner.ts";
import type { Person } from "../../testing/person.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { resetPassword } from "../../core/accounts/reset.ts";
import { soon } from "../../testing/soon.ts";

let world: World;
beforeAll(async () => void (world = await createWorld({ idp: true, worker: true })));
afterAll(() => world.close());

const SOCIAL = /\/social#(.+)$/;

/** Begins in this browser and says at the provider who one is; answers where the provider leads back to, not yet gone there. */
async function answerAt(browser: Person, { provider = "google", who = "one" }: { provider?: Provider; who?: string } = {}): Promise<URL> {
  const { address } = await browser.call(identities.begin, { provider });
  const answer = await fetch(address, { method: "POST", body: new URLSearchParams({ answer: who }), redirect: "manual" });
  return new URL(answer.headers.get("location")!);
}

/** What the site is told after the provider: a ticket, or the code of a refusal. */
async function goBack(to: URL): Promise<string> {
  const { status, headers } = await fetch(to, { redirect: "manual" });
  expect(status).toBe(303);
  expect(headers.get("location")).toMatch(new RegExp(`^${world.address}/social#`));
  return SOCIAL.exec(headers.get("location")!)![1]!;
}

const signIn = async (browser: Person, at: { provider?: Provider; who?: string } = {}): Promise<string> => goBack(await answerAt(browser, at));

/** What a member's inbox says of changed credentials, in no order: two at one moment are. */
const told = async (person: Person) =>
  (await person.call(messages.mine, {})).list
    .filter(({ template }) => template === "credentialChanged")
    .map(({ values }) => values[3])
    .toSorted();

test("what is configured is what the site says, and the address that people are led to begins with ours, whatever the Host says [POPUP-21, POPUP-28, SITE-39]", async () => {
  expect(await world.guest().call(site.permission, {})).toMatchObject({ social: ["google", "facebook"] });
  const body = JSON.stringify({ provider: "google" });
  const { answer } = await world.guest().request("POST", "/api/identities.begin", body, { "x-forwarded-host": "evil.example" });
  const { address } = (answer as unknown as { value: { address: string } }).value;
  expect(new URL(address).searchParams.get("redirect_uri")).toBe(`${world.address}/gateway/identities/google`);
  const bare = await createWorld();
  try {
    expect(await bare.guest().call(site.permission, {})).toMatchObject({ social: [] });
    expect(await bare.guest().refused(identities.begin, { provider: "google" })).toBe("identities.closed");
  } finally {
    await bare.close();
  }
});

test.each(["google", "facebook"] as const)("who links %s once enters by it from then on, and nobody else does [AUTH-28]", async (provider) => {
  const player = await world.player();
  expect(await player.refused(identities.enter, { ticket: await signIn(player, { provider }) })).toBe("identities.unknown");
  const ticket = await signIn(player, { provider });
  await player.call(identities.link, { ticket });
  expect(await player.refused(identities.link, { ticket })).toBe("identities.ticket_over");
  expect((await player.call(identities.mine, {})).list).toEqual([
    { provider, label: expect.stringContaining("•"), at: expect.any(String), lastAt: expect.any(String) },
  ]);
  const entered = await player.call(identities.enter, { ticket: await signIn(player, { provider }) });
  expect(entered).toMatchObject({ userName: player.name, mustChangePassword: false });
  const other = await world.player();
  expect(await other.refused(identities.link, { ticket: await signIn(other, { provider }) })).toBe("identities.taken");
  expect(await other.refused(identities.enter, { ticket: await signIn(other, { provider, who: "two" }) })).toBe("identities.unknown");
  await player.call(identities.unlink, { provider });
  await player.call(identities.unlink, { provider });
  await soon(async () => expect(await told(player)).toEqual(["signInAdded", "signInRemoved"]));
  expect(await player.refused(identities.enter, { ticket: await signIn(player, { provider }) })).toBe("identities.unknown");
});

test("the same e-mail address links nothing: neither an account that claims it nor one that was there first is entered by it", async () => {
  const claiming = await world.player();
  await asOwner(world.open.url, "delete from identity");
  const newcomer = world.guest();
  const registered = {
    username: "prehijack1",
    password: "Correct-horse-7",
    confirmPassword: "Correct-horse-7",
    email: "demo.two@mail.example",
    registerMethod: "WEB",
    agreed: true,
  } as const;
  await newcomer.call(accounts.register, registered);
  expect(await newcomer.refused(identities.enter, { ticket: await signIn(newcomer, { who: "two" }) })).toBe("identities.unknown");
  expect((await claiming.call(identities.mine, {})).list).toEqual([]);
});

test("a ticket is good in the browser that began, and for ten minutes", async () => {
  const player = await world.player();
  const ticket = await signIn(player);
  const thief = await world.player();
  for (const person of [world.guest(), thief]) expect(await person.refused(identities.enter, { ticket })).toBe("identities.ticket_over");
  expect(await thief.refused(identities.link, { ticket })).toBe("identities.ticket_over");
  world.clock.advance(10 * 60_000 + 1);
  expect(await player.refused(identities.enter, { ticket })).toBe("identities.ticket_over");
});

test("an answer comes back once, to the attempt it was made for", async () => {
  const player = await world.player();
  const back = await answerAt(player);
  const again = new URL(back);
  const elsewhere = new URL(back.href.replace("/identities/google", "/identities/facebook"));
  expect(await goBack(elsewhere)).toBe("identities.ticket_over");
  const forged = new URL(back);
  forged.searchParams.set("state", "another");
  expect(await goBack(forged)).toBe("identities.ticket_over");
  expect(await goBack(back)).toMatch(/^[\w-]{43}$/);
  expect(await goBack(again)).toBe("identities.ticket_over");
  const none = new URL(back);
  none.search = "";
  expect(await goBack(none)).toBe("identities.ticket_over");
});

test.each([
  ["denied", "identities.cancelled"],
  ["other-issuer", "identities.refused"],
  ["other-audience", "identities.refused"],
  ["other-nonce", "identities.refused"],
  ["bad-signature", "identities.refused"],
  ["none", "identities.refused"],
  ["expired", "identities.refused"],
  ["reused-code", "identities.refused"],
])("a Google that is told %s is answered %s, and nobody is in", async (fault, code) => {
  const player = await world.player();
  await world.idp!.order(fault);
  expect(await signIn(player)).toBe(code);
  const [row] = await asOwner<{ tickets: number }>(
    world.open.url,
    "select count(ticket)::int as tickets from social_attempt where device in (select device from session where subject_id = $1)",
    [String(player.id)],
  );
  expect(row).toEqual({ tickets: 0 });
});

test.each([
  ["denied", "identities.cancelled"],
  ["other-audience", "identities.refused"],
  ["other-subject", "identities.refused"],
  ["expired", "identities.refused"],
  ["reused-code", "identities.refused"],
])("a Facebook that is told %s is answered %s", async (fault, code) => {
  await world.idp!.order(fault);
  expect(await signIn(await world.player(), { provider: "facebook" })).toBe(code);
});

test("a provider that breaks or is down is said to be so, and a person without an address may sign in all the same", async () => {
  const player = await world.player();
  const down = await answerAt(player);
  await world.idp!.order("down", 3);
  expect(await goBack(down)).toBe("identities.provider_unreachable");
  await world.idp!.order("down", 0);
  await world.idp!.order("fail");
  // What Google says of itself is known already.
  expect((await player.call(identities.begin, { provider: "google" })).address).toContain("/google/authorize");
  await world.idp!.order("fail", 0);
  await world.idp!.order("no-email");
  await player.call(identities.link, { ticket: await signIn(player, { who: "three" }) });
  expect((await player.call(identities.mine, {})).list).toMatchObject([{ label: "" }]);
});

test("a reset lets nothing open the account but the new password, and ends what was opened by it", async () => {
  const player = await world.player();
  await asOwner(world.open.url, "delete from identity");
  await player.call(identities.link, { ticket: await signIn(player, { who: "two" }) });
  const { begin } = world.open.platform.database;
  await begin((tx) => resetPassword(tx, world.open.platform.keys, { accountId: player.id, passwordHash: "none", by: "email", now: world.clock.now() }));
  await soon(async () => expect(await asOwner(world.open.url, "select 1 from identity where account_id = $1", [String(player.id)])).toEqual([]));
  expect(await player.refused(identities.enter, { ticket: await signIn(player, { who: "two" }) })).toBe("identities.unknown");
  expect(await player.refused(sessions.mine, {})).toBe("sessions.required");
});

test("whoever asks Facebook to be forgotten is unlinked here; what Facebook did not sign unlinks nobody", async () => {
  const player = await world.player();
  await player.call(identities.link, { ticket: await signIn(player, { provider: "facebook", who: "three" }) });
  const linked = async () => (await player.call(identities.mine, {})).list.length;
  const ask = async (signed: string) => {
    const answer = await fetch(`${world.address}/gateway/identities/facebook/deletion`, {
      method: "POST",
      body: new URLSearchParams({ signed_request: signed }),
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  const right = await world.idp!.askDeletion("three");
  await world.idp!.order("bad-signature");
  const forged = await world.idp!.askDeletion("three");
  const [signature, payload] = right.split(".") as [string, string];
  const other = Buffer.from(JSON.stringify({ algorithm: "HMAC-SHA256", user_id: "10200000000000001" })).toString("base64url");
  for (const wrong of [forged, "", ".", payload, `.${payload}`, `${signature}.${other}`, `${right}.x`]) {
    const { status, body } = await ask(wrong);
    expect([status, body["message"]]).toEqual([401, "webhooks.signature_wrong"]);
  }
  expect(await linked()).toBe(1);
  const { status, body } = await ask(right);
  expect([status, body]).toEqual([200, { url: `${world.address}/member/securityCenter`, confirmation_code: expect.stringMatching(/^[\w-]{16}$/) }]);
  expect(await linked()).toBe(0);
  expect((await ask(right)).body).toEqual(body);
  expect(await player.refused(identities.enter, { ticket: await signIn(player, { provider: "facebook", who: "three" }) })).toBe("identities.unknown");
});
