import { generateKeyPairSync, randomUUID } from "node:crypto";
import { issueToken } from "../core/vendors/tokens.ts";
import { sign } from "../core/vendors/protocols/hub88/signature.ts";
import { newId } from "../platform/ids.ts";
import { addVendor, type GatewayVendor } from "./gateway.ts";
import { asOwner } from "./owner.ts";
import type { World } from "./world.ts";

export interface Hub88Answer {
  readonly status: string;
  readonly request_uuid?: string;
  readonly user?: string;
  readonly currency?: string;
  readonly balance?: number;
}

const RSA_BITS = 2_048;
const keys = generateKeyPairSync("rsa", {
  modulusLength: RSA_BITS,
  publicKeyEncoding: { type: "spki", format: "pem" },
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
});
export const hub88Keys = { own: Buffer.from(keys.privateKey), shared: Buffer.from(keys.publicKey) };

/** Adds a test vendor that calls our wallet as Hub88 does. */
export const addHub88 = (world: World, vendor: { readonly id: number; readonly code: string; readonly games?: readonly string[] }): Promise<GatewayVendor> =>
  addVendor(world, { ...vendor, secret: hub88Keys.shared, row: { protocol: "hub88", calls_per_s: 100_000 } });

/** Sends a body, signed as it is unless another signature is given. */
export async function callHub88(
  { code }: { code: string },
  address: string,
  path: string,
  body: object | string,
  signature?: string,
): Promise<{ readonly http: number; readonly said: Hub88Answer }> {
  const bytes = Buffer.from(typeof body === "string" ? body : JSON.stringify({ request_uuid: randomUUID(), ...body }));
  const headers = { "content-type": "application/json", "x-hub88-signature": signature ?? sign(bytes, hub88Keys.own) };
  const response = await fetch(`${address}/gateway/vendors/${code}/${path}`, { method: "POST", headers, body: bytes });
  return { http: response.status, said: (await response.json()) as Hub88Answer };
}

/** A token of a member's launch of the vendor's first game, as the vendor gets it. */
export async function tokenFor(world: World, vendor: GatewayVendor, accountId: bigint): Promise<string> {
  const now = world.clock.now();
  const id = newId(now);
  const values = [id, accountId, vendor.gameId(), now];
  await asOwner(
    world.open.url,
    "insert into launch (id, account_id, game_id, mode, language, at, opened_at) values ($1, $2, $3, 'real', 'EN', $4, $4)",
    values,
  );
  return world.open.platform.database.begin((tx) => issueToken(tx, { id, now }));
}
