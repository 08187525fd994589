import { createHmac } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addVendor, nameAt } from "../../../../testing/gateway.ts";
import { createWorld, type World } from "../../../../testing/world.ts";
import { faults } from "./wire.ts";

let world: World;
let page: string;
beforeAll(async () => {
  world = await createWorld();
  page = await (await fetch(`${world.address}/gateway/docs`)).text();
});
afterAll(() => world.close());

/** What stands in an element of the page, as a reader would copy it. */
const copied = (id: string): string =>
  (new RegExp(`id="${id}"[^>]*>([^<]*)<`).exec(page)?.[1] ?? "").replaceAll("&quot;", '"').replaceAll("&lt;", "<").replaceAll("&amp;", "&");

test("vendors read how the wallet is called on a page that runs nothing and is shown as the site's own pages are", async () => {
  const { status, headers } = await fetch(`${world.address}/gateway/docs`);
  expect([status, headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
  expect(page).not.toMatch(/<script|\bon\w+=|style=/);
  const style = await fetch(`${world.address}/gateway/docs.css`);
  expect([style.status, style.headers.get("content-type")]).toEqual([200, "text/css; charset=utf-8"]);
  // In this dialect a win needs no bet of its round, a call no session, and an id no one type.
  const { bet_unknown: _bet, token_unknown: _unknown, token_expired: _expired, wrong_type: _type, ...said } = faults;
  for (const [number, text] of Object.values(said)) expect(page).toContain(`<code>${number}</code> ${text}`);
});

test("the signature to check oneself against is the one the gateway asks for: what the page shows, signed as it says, is answered", async () => {
  const [secret, body, signature] = [copied("example-secret"), copied("example-body"), copied("example-signature")];
  expect(signature).toBe(createHmac("sha256", secret).update(body).digest("hex"));
  const vendor = await addVendor(world, { id: 700, code: "SEVEN", secret: Buffer.from(secret) });
  expect(await vendor.call(world.address, "balance", body, { signature })).toMatchObject({ status: 400, body: { meta: { api_code: "101" } } });
  const { id } = await world.player({ balance: 100_00n });
  const own = { ...(JSON.parse(body) as object), account_id: await nameAt(world, vendor, id) };
  const sign = (text: string): string => createHmac("sha256", secret).update(text).digest("hex");
  expect(await vendor.call(world.address, "balance", own, { signature: sign(JSON.stringify(own)) })).toEqual({ status: 200, body: { balance: "100.00" } });
});
