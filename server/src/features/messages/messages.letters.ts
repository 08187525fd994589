import type { InputOf, OutputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import { PAGE_LIMIT_DEFAULT, type PageInput } from "@laro/contract/core/page";
import { type ApprovedLetter, type Letter, LETTERS_PER_DAY, type messages } from "@laro/contract/messages";
import { sql } from "kysely";
import { aliasOf } from "../../core/agents/alias.ts";
import { shownNameOf } from "../../core/agents/agents.names.ts";
import { readStanding } from "../../core/agents/agents.standing.ts";
import { isReached } from "../../core/limits/reach.ts";
import { type JurisdictionPack, packs } from "../../core/settings/packs.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { newId } from "../../platform/ids.ts";
import type { Keys } from "../../platform/keys.ts";
import { holdsLink } from "../../platform/links.ts";
import { staleOnCommit } from "../../platform/live.ts";
import { addJob, tell } from "../../platform/outbox.ts";
import { cutPage, isIdCursor } from "../../platform/pages.ts";
import type { Platform } from "../../platform/routes.ts";
import { MESSAGE_ENDPOINTS } from "./messages.ts";

/** What every letter is written in; a member's own language comes first where the letter has it. */
const SOURCE = "EN";
const TEMPLATE = "letter";
const APPROVED_MAX = 50;
const DELIVERED_AT_ONCE = 500;

type Texts = Readonly<Record<string, string>>;

interface Sender {
  readonly agentId: bigint;
  readonly pack: Pick<JurisdictionPack, "agents">;
  readonly keys: Pick<Keys, "dataKey">;
  readonly now: Date;
  readonly timeZone: string;
}

const RECEIVERS_MAX = 100;

/** How many letters an agent may still send today, and in which words. */
export async function getLetterTerms(
  db: Db,
  { language, ...sender }: Sender & { readonly language: string },
): Promise<OutputOf<(typeof messages)["letterTerms"]>> {
  return {
    leftToday: Math.max(0, LETTERS_PER_DAY - (await countToday(db, sender))),
    approvedOnly: !sender.pack.agents.writesLetters,
    approved: (await readApproved(db, sender.now)).map(({ id, titles, texts }) => ({ id, title: textFor(titles, language), text: textFor(texts, language) })),
    receivers: sender.pack.agents.seesNames ? [] : await listReceivers(db, sender),
  };
}

async function listReceivers(db: Db, { agentId, keys }: Sender): Promise<{ accountId: bigint; name: string }[]> {
  const { rows } = await sql<{ id: bigint }>`
    select account_id as id from agent_node where parent_id = ${agentId} and invitation_code is not null order by account_id limit ${RECEIVERS_MAX}`.execute(
    db as Tx,
  );
  return rows.map(({ id }) => ({ accountId: id, name: aliasOf(keys, agentId, id) }));
}

const textFor = (texts: Texts, language: string): string => texts[language.toUpperCase()] ?? texts[SOURCE] ?? "";

async function countToday(db: Db | Tx, { agentId, now, timeZone }: Sender): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from agent_letter where agent_id = ${agentId} and day = (${now}::timestamptz at time zone ${timeZone})::date`.execute(
    db as Tx,
  );
  return rows[0]!.count;
}

interface Approved extends Pick<ApprovedLetter, "id"> {
  readonly titles: Texts;
  readonly texts: Texts;
}

/** The operator's texts that are live and say something, in the operator's order. */
async function readApproved(db: Db | Tx, now: Date, id?: string): Promise<readonly Approved[]> {
  const { rows } = await sql<Approved>`
    select c.id, said.titles, said.texts from content c
    cross join lateral (
      select no from content_version p where p.content_id = c.id and p.state = 'published' and p.starts_at <= ${now} and (p.ends_at is null or p.ends_at > ${now})
      order by p.starts_at desc, p.no desc limit 1
    ) v
    cross join lateral (
      select jsonb_object_agg(t.language, t.title) as titles, jsonb_object_agg(t.language, t.summary) as texts
      from content_text t where t.content_id = c.id and t.no = v.no and t.summary <> ''
    ) said
    where c.kind = 'agentLetter' and said.texts ? ${SOURCE} and (${id ?? null}::uuid is null or c.id = ${id ?? null}::uuid)
    order by c.position, c.id limit ${APPROVED_MAX}`.execute(db as Tx);
  return rows;
}

/**
 * Keeps a letter and has it delivered; the answer is the same whoever gets it. Refuses with `messages.letters_held`, `.approved_only`, `.not_downline`,
 * `.link`, `.letter_unknown` or, past the day's letters, `.letters_full`.
 */
export async function sendDownline(
  tx: Tx,
  { account, accountId, text, approved, ...sender }: Sender & Omit<InputOf<(typeof messages)["sendDownline"]>, "requestId">,
): Promise<OutputOf<(typeof messages)["sendDownline"]>> {
  const { agentId, pack, now, timeZone } = sender;
  // Of two letters at once the second counts the first.
  await tx.selectFrom("account").select("id").where("id", "=", agentId).forNoKeyUpdate().execute();
  if ((await readStanding(tx, agentId, now)) !== "open") refuse("messages.letters_held");
  if (text !== undefined && !pack.agents.writesLetters) refuse("messages.approved_only");
  if (text !== undefined && holdsLink(text)) refuse("messages.link", { field: "text" });
  const to = account === undefined && accountId === undefined ? null : await getDirect(tx, { account, accountId, ...sender });
  const texts = text === undefined ? await getApproved(tx, { id: approved!, now }) : { [SOURCE]: text };
  const sent = await countToday(tx, sender);
  if (sent >= LETTERS_PER_DAY) refuse("messages.letters_full", { maximum: LETTERS_PER_DAY });
  const id = newId(now);
  await tx
    .insertInto("agent_letter")
    .values({ id, agent_id: agentId, to_account: to, texts: JSON.stringify(texts), day: sql`(${now}::timestamptz at time zone ${timeZone})::date`, at: now })
    .execute();
  await addJob(tx, "messages:deliver", { letterId: id });
  staleOnCommit(tx, ["messages.letters", "messages.letterTerms"], [`member:${agentId}`]);
  return { sent: true, leftToday: LETTERS_PER_DAY - sent - 1 };
}

interface Receiver {
  readonly account?: string | undefined;
  readonly accountId?: bigint | undefined;
}

/** A direct downline by account name or number; nobody is found by name where agents see none. */
async function getDirect(tx: Tx, { account, accountId, agentId, pack }: Sender & Receiver): Promise<bigint> {
  const isAsked = accountId === undefined ? sql`lower(a.name) = lower(${account?.trim() ?? ""}) and ${pack.agents.seesNames}` : sql`a.id = ${accountId}`;
  const { rows } = await sql<{ id: bigint }>`
    select a.id from account a join agent_node n on n.account_id = a.id where ${isAsked} and n.parent_id = ${agentId}`.execute(tx);
  return rows[0]?.id ?? refuse("messages.not_downline", { field: "account" });
}

async function getApproved(tx: Tx, { id, now }: { id: string; now: Date }): Promise<Texts> {
  return (await readApproved(tx, now, id))[0]?.texts ?? refuse("messages.letter_unknown", { field: "approved" });
}

/** Brings a letter to everyone it is meant for, some hundred in a transaction; begun again it goes on where it ended. */
export async function deliverLetter(platform: Platform, letterId: string): Promise<void> {
  while (await platform.database.begin((tx) => deliverSome(tx, platform, letterId)));
}

interface Due {
  readonly accountId: bigint;
  readonly language: string;
  readonly isReached: boolean;
}

/** Answers whether more are to come. */
async function deliverSome(tx: Tx, { clock, config }: Platform, letterId: string): Promise<boolean> {
  const now = clock.now();
  const { rows } = await sql<{ agentId: bigint; toAccount: bigint | null; texts: Texts; deliveredTo: bigint; name: string; nickname: string }>`
    select l.agent_id as "agentId", l.to_account as "toAccount", l.texts, l.delivered_to as "deliveredTo", a.name, a.nickname
    from agent_letter l join account a on a.id = l.agent_id where l.id = ${letterId}::uuid and l.delivered_at is null for update of l`.execute(tx);
  const [letter] = rows;
  if (letter === undefined) return false;
  const { rows: due } = await sql<Due>`
    select a.id as "accountId", a.language, ${isReached(now)} and (${packs[config.pack].agents.writesLetters} or a.type in (1, 2, 41, 42)) as "isReached"
    from agent_node n join account a on a.id = n.account_id
    where n.parent_id = ${letter.agentId} and n.account_id > ${letter.deliveredTo} and (${letter.toAccount}::bigint is null or n.account_id = ${letter.toAccount})
    order by n.account_id limit ${DELIVERED_AT_ONCE}`.execute(tx);
  const receivers = due.filter((one) => one.isReached);
  const from = shownNameOf(letter);
  if (receivers.length > 0) {
    const values = receivers.map(({ accountId, language }) => ({
      id: newId(now),
      account_id: accountId,
      source: `${TEMPLATE} ${letterId}`,
      template: TEMPLATE,
      values: JSON.stringify([from, textFor(letter.texts, language)]),
      letter_id: letterId,
      at: now,
    }));
    await tx
      .insertInto("message")
      .values(values)
      .onConflict((conflict) => conflict.columns(["account_id", "source"]).doNothing())
      .execute();
    for (const { accountId } of receivers) staleOnCommit(tx, MESSAGE_ENDPOINTS, [`member:${accountId}`]);
  }
  const isMore = due.length === DELIVERED_AT_ONCE;
  await tx
    .updateTable("agent_letter")
    .set({ delivered_to: due.at(-1)?.accountId ?? letter.deliveredTo, delivered_at: isMore ? null : now })
    .where("id", "=", letterId)
    .execute();
  return isMore;
}

/** The letters an agent sent, newest first; who got them is not told. */
export async function listLetters(
  db: Db,
  agentId: bigint,
  { cursor, limit = PAGE_LIMIT_DEFAULT, language, keys, pack }: PageInput & Pick<Sender, "keys" | "pack"> & { readonly language: string },
): Promise<{ list: Letter[]; next: string | null }> {
  const rows = await db
    .selectFrom("agent_letter as l")
    .leftJoin("account as a", "a.id", "l.to_account")
    .select(["l.id", "l.to_account as toId", "a.name", "l.texts", "l.at"])
    .where("l.agent_id", "=", agentId)
    .$if(isIdCursor(cursor), (query) => query.where("l.id", "<", cursor!))
    .orderBy("l.id", "desc")
    .limit(limit + 1)
    .execute();
  const nameOf = ({ toId, name }: (typeof rows)[number]) => (toId === null || pack.agents.seesNames ? name : aliasOf(keys, agentId, toId));
  const describe = ({ id, texts, at, ...row }: (typeof rows)[number]): Letter => ({
    id,
    to: nameOf({ id, texts, at, ...row }),
    text: textFor(texts as Texts, language),
    at: at.toISOString(),
  });
  return cutPage(rows, { limit, describe, cursorOf: ({ id }) => id });
}

/** Reports one of the member's letters, once. Refuses with `messages.not_found` whatever is no letter of theirs. */
export async function reportLetter(tx: Tx, { accountId, id, now }: { accountId: bigint; id: string; now: Date }): Promise<void> {
  const row = await tx
    .selectFrom("message")
    .select("reported_at as reportedAt")
    .where("id", "=", id)
    .where("account_id", "=", accountId)
    .where("letter_id", "is not", null)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) refuse("messages.not_found");
  if (row.reportedAt !== null) return;
  await tx.updateTable("message").set({ reported_at: now }).where("id", "=", id).execute();
  await tell(tx, "messages.reported", { messageId: id, accountId: String(accountId) });
  staleOnCommit(tx, MESSAGE_ENDPOINTS, [`member:${accountId}`]);
}

/** Forgets the letters of an agent whose records are over. */
export async function eraseLetters(tx: Tx, agentId: bigint): Promise<void> {
  await tx.deleteFrom("agent_letter").where("agent_id", "=", agentId).execute();
}
