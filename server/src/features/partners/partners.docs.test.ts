import { createHmac, randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startOperator } from "../../testing/operator.ts";
import { addPartner, askPartner } from "../../testing/partners.ts";
import { createWorld, type World } from "../../testing/world.ts";

let world: World;
let page: string;
beforeAll(async () => {
  world = await createWorld();
  page = await (await fetch(`${world.address}/gateway/partners/docs`)).text();
});
afterAll(() => world.close());

/** What stands in an element of the page, as a reader would copy it. */
const copied = (id: string): string => (new RegExp(`id="${id}"[^>]*>([^<]*)<`).exec(page)?.[1] ?? "").replaceAll("&quot;", '"').replaceAll("&amp;", "&");

test("operators read how our games are taken on a page that runs nothing, and each call it shows is there and answers as it says", async () => {
  const { status, headers } = await fetch(`${world.address}/gateway/partners/docs`);
  expect([status, headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
  expect(page).not.toMatch(/<script|\bon\w+=|style=/);
  const secret = copied("example-secret");
  expect(copied("example-signature")).toBe(createHmac("sha256", secret).update(copied("example-body")).digest("hex"));
  const operator = await startOperator({ secret: randomBytes(32).toString("hex") });
  try {
    const { url, platform } = world.open;
    const partner = await addPartner(url, platform.keys, { code: "ISLA", secret, walletUrl: operator.url, now: world.clock.now() });
    const calls = [...page.matchAll(/id="ask-([^"]+)".*?Body<\/summary><pre tabindex="0">(.*?)<\/pre>.*?Answer<\/summary><pre tabindex="0">(.*?)<\/pre>/gs)];
    expect(calls.map(([, path]) => path)).toEqual(["launcher/real", "launcher/demo", "games", "freespins/issue", "freespins/cancel", "round", "report"]);
    for (const [, path, body, answer] of calls) {
      const [asked, shown] = [body!, answer!].map((text) => JSON.parse(text.replaceAll("&quot;", '"').replaceAll("&amp;", "&")) as Record<string, unknown>);
      // The world's clock stands on the day the page speaks of.
      const told = await askPartner(world.address, partner, path!, asked!);
      expect([path, told.status, Object.keys(told.body)]).toEqual([path, 200, Object.keys(shown!)]);
      if (path === "games") expect((told.body["games"] as readonly object[])[0]).toEqual((shown!["games"] as readonly object[])[0]);
    }
  } finally {
    await operator.stop();
  }
});
