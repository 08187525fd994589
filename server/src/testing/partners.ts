import { randomBytes } from "node:crypto";
import { type PartnerGame, partnerGames, partners } from "@laro/contract/partners";
import { fingerprintOf, sealSecret } from "../core/vendors/keys.ts";
import { sign } from "../core/vendors/protocols/softswiss/signature.ts";
import { newId } from "../platform/ids.ts";
import type { Keys } from "../platform/keys.ts";
import { type OperatorProcess, startOperator } from "./operator.ts";
import { asOwner } from "./owner.ts";
import type { Person } from "./person.ts";
import { createWorld, type World } from "./world.ts";

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

/** A world with an operator's wallet as a process of its own, and that operator as the partner ISLA. */
export async function createPartnerWorld(games: readonly PartnerGame[]): Promise<{ world: World; operator: OperatorProcess; partner: TestPartner }> {
  const [world, operator] = await Promise.all([createWorld(), startOperator({ secret: randomBytes(32).toString("hex") })]);
  const { url, platform } = world.open;
  const partner = await addPartner(url, platform.keys, { code: "ISLA", secret: operator.secret, walletUrl: operator.url, games, now: world.clock.now() });
  return { world, operator, partner };
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

/** A partner with a player and a seed. */
const PARTNER = `insert into partner (code, name, base_url, casino_id, frame_origins, currencies, games) values ('ISLA', 'Isla', 'https://isla.example/', 'laro', '{}', '{PHP}', '{DICE}');
  insert into partner_player (partner_id, foreign_id, currency) select id, 'ana', 'PHP' from partner;
  insert into partner_seed (player_id, server_seed, server_seed_hash, client_seed, created_at) select id, sha256('a'), sha256(sha256('a')), 'c', now() from partner_player;
  update partner_player p set seed_id = s.id from partner_seed s;`;

/** A round of that player: asked and nothing else, or drawn. */
const partnerRound = (seed: string, nonce: string): string => `
  insert into partner_round (id, partner_id, player_id, launch_id, game_code, version, digest, stake, choice, at, state, seed_id, nonce, win, outcome, drawn_at, ended_at)
  select gen_random_uuid(), partner_id, id, gen_random_uuid(), 'DICE', 1, 0, 100, '{}', now(), ${seed === "null" ? "'asked', null, null, null, null, null, null" : `'closed', ${seed}, ${nonce}, 0, '{}', now(), now()`}
  from partner_player`;

/** Free rounds of that player: so many played, which won so much. */
const partnerFree = (used: number, won: number, lookAt: string): string => `
  insert into partner_free_round (id, partner_id, player_id, issue, digest, game_code, rounds, stake, until, used, won, look_at, at)
  select gen_random_uuid(), partner_id, id, 'gift', 0, 'DICE', 9, 100, now(), ${used}, ${won}, ${lookAt}, now() from partner_player`;

/** What the audit of partners' rounds is known to see: what is planted, and how. */
export const partnerFaults: readonly [what: string, view: "audit_a27" | "audit_a43", plant: string][] = [
  ["a round of a partner's player that is forgotten", "audit_a27", `${PARTNER} ${partnerRound("null", "null")}`],
  ["a number of a partner's player that nothing was drawn with", "audit_a27", `${PARTNER} update partner_player set nonce = 3`],
  ["free rounds of a partner's player that are forgotten", "audit_a27", `${PARTNER} ${partnerFree(0, 0, "null")}`],
  ["free rounds of a partner's player that were not drawn", "audit_a27", `${PARTNER} ${partnerFree(1, 0, "now()")}`],
  ["a round of a partner's player that was drawn and not counted", "audit_a27", `${PARTNER} ${partnerRound("(select id from partner_seed)", "0")}`],
  [
    "a seed of a partner's player that is not the promised one",
    "audit_a43",
    `${PARTNER} alter table partner_seed disable trigger user; update partner_seed set server_seed = sha256('b')`,
  ],
];
