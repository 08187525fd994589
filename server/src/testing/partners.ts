import { type PartnerGame, partnerGames, partners } from "@laro/contract/partners";
import { fingerprintOf, sealSecret } from "../core/vendors/keys.ts";
import { sign } from "../core/vendors/protocols/softswiss/signature.ts";
import { newId } from "../platform/ids.ts";
import type { Keys } from "../platform/keys.ts";
import { asOwner } from "./owner.ts";
import type { Person } from "./person.ts";

/** What a partner's calls and ours to it are signed with. */
export interface TestPartner {
  readonly code: string;
  readonly secret: string;
}

interface NewPartner extends TestPartner {
  readonly walletUrl: string;
  readonly games?: readonly PartnerGame[];
  readonly now: Date;
}

/** Adds a partner whose keys two officers, of no account here, agreed on: one secret both ways. */
export async function addPartner(databaseUrl: string, keys: Keys, { code, secret, walletUrl, games = partnerGames, now }: NewPartner): Promise<TestPartner> {
  const [row] = await asOwner<{ id: number }>(
    databaseUrl,
    `insert into partner (code, name, state, base_url, casino_id, frame_origins, currencies, games)
     values ($1, $1, 'live', $2, 'laro', array['https://casino.example'], array['PHP'], $3) returning id`,
    [code, `${walletUrl}/`, games],
  );
  const bytes = Buffer.from(secret);
  for (const use of ["theirs", "ours"]) {
    const id = newId(now);
    await asOwner(
      databaseUrl,
      `insert into partner_key (id, partner_id, use, sealed, fingerprint, reason, proposed_by, proposed_name, proposed_at, confirmed_by, confirmed_name, valid_from)
       values ($1, $2, $3, $4, $5, 'test', -1, 'one', $6, -2, 'two', $6)`,
      [id, row!.id, use, sealSecret(keys, id, bytes), fingerprintOf(bytes), now],
    );
  }
  return { code, secret };
}

/** What a partner asks of us, signed as it signs. */
export async function askPartner(
  address: string,
  { code, secret }: TestPartner,
  path: string,
  content: object,
  { signature }: { signature?: string } = {},
): Promise<{ status: number; body: { readonly [name: string]: unknown } }> {
  const body = JSON.stringify(content);
  const headers = { "content-type": "application/json", "x-request-sign": signature ?? sign(Buffer.from(body), Buffer.from(secret)) };
  const response = await fetch(`${address}/gateway/partners/${code}/${path}`, { method: "POST", headers, body });
  return { status: response.status, body: (await response.json()) as { readonly [name: string]: unknown } };
}

interface Launch {
  readonly account: string;
  readonly game?: PartnerGame;
}

/** The address a partner's player is sent to. */
export async function launchAt(address: string, partner: TestPartner, { account, game = "DICE" }: Launch): Promise<URL> {
  const { status, body } = await askPartner(address, partner, "launcher/real", {
    casino_id: "laro",
    game,
    locale: "en",
    client_type: "mobile",
    session_id: `at-${account}`,
    account: { id: account, currency: "PHP" },
    urls: {},
  });
  if (status !== 200) throw new Error(`The launch was refused: ${JSON.stringify(body)}`);
  return new URL(String(body["launch_url"]));
}

/** A partner's player in its page, with the token it plays with. */
export async function sitDown(address: string, partner: TestPartner, guest: Person, launch: Launch): Promise<string> {
  const url = await launchAt(address, partner, launch);
  const { token } = await guest.call(partners.open, { code: partner.code, ticket: url.searchParams.get("ticket")! });
  return token;
}
