import { content } from "@laro/contract/content";
import { type AccountType, accountTypes } from "@laro/contract/core/accountTypes";
import { feedback } from "@laro/contract/feedback";
import { LETTER_MAX, messages } from "@laro/contract/messages";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startExclusion } from "../../core/limits/exclusions.ts";
import { newId } from "../../platform/ids.ts";
import { enterAgain } from "../../testing/cashier.ts";
import { writeOfHarm } from "../../testing/feedback.ts";
import { asOwner } from "../../testing/owner.ts";
import type { Person } from "../../testing/person.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { deliverLetter } from "./messages.letters.ts";

const DAY_MS = 24 * 60 * 60_000;

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());

type Member = Person & { readonly id: bigint };
const newAgent = (of = world): Promise<Member> => of.member({ type: accountTypes.agent });
const below = (agent: Member, type: AccountType = accountTypes.player, of = world): Promise<Member> => of.member({ type, parentId: agent.id });
const letter = (text = "The figures are in.", account?: string) => ({
  requestId: newId(world.clock.now()),
  text,
  ...(account === undefined ? {} : { account }),
});
const lettersOf = async (member: Member) => (await member.call(messages.mine, {})).list.filter(({ template }) => template === "letter");

test("who is no agent writes no letters; an agent writes to direct downlines alone, and everyone else looks like nobody", async () => {
  const agent = await newAgent();
  const player = await below(agent);
  const deeper = await below(player);
  const stranger = await below(await newAgent());
  expect(await player.refused(messages.sendDownline, letter())).toBe("sessions.forbidden");
  for (const account of [deeper.name, stranger.name, agent.name, "nobody-at-all"])
    expect(await agent.refusal(messages.sendDownline, letter("Hello", account))).toMatchObject({ code: "messages.not_downline", field: "account", values: {} });
  expect((await agent.call(messages.letterTerms, { language: "EN" })).leftToday).toBe(3);
});

test("a letter is plain words without a link, up to 500 of their signs", async () => {
  const agent = await newAgent();
  for (const text of ["See https://laro.example", "go to laro (dot) com", "write @someone_else", "WWW . laro . ph"])
    expect([text, await agent.refused(messages.sendDownline, letter(text))]).toEqual([text, "messages.link"]);
  for (const text of ["a".repeat(LETTER_MAX + 1), " ", "unseen\u202Eturned"]) {
    const { status, answer } = await agent.request("POST", "/api/messages.sendDownline", JSON.stringify(letter(text)));
    expect([status, answer]).toMatchObject([400, { message: "request.invalid", value: { field: "text" } }]);
  }
  expect(await agent.call(messages.sendDownline, letter("a".repeat(LETTER_MAX)))).toEqual({ sent: true, leftToday: 2 });
});

test("three letters a day, also when six are sent at once; the next Manila day there are three again", async () => {
  const agent = await newAgent();
  const outcomes = await Promise.allSettled(Array.from({ length: 6 }, () => agent.call(messages.sendDownline, letter())));
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
  expect(await agent.refusal(messages.sendDownline, letter())).toMatchObject({ code: "messages.letters_full", values: { maximum: 3 } });
  expect((await agent.call(messages.letters, {})).list).toHaveLength(3);
  await world.pass(DAY_MS);
  await enterAgain(agent);
  expect(await agent.call(messages.letterTerms, { language: "EN" })).toEqual({ leftToday: 3, approvedOnly: false, approved: [], receivers: [] });
});

test("a letter sent twice under one id is one letter, and the same id with other words is refused", async () => {
  const agent = await newAgent();
  const same = letter("Once");
  expect(await agent.call(messages.sendDownline, same)).toEqual(await agent.call(messages.sendDownline, same));
  expect(await agent.refused(messages.sendDownline, { ...same, text: "Twice" })).toBe("request.id_reused");
  expect((await agent.call(messages.letters, {})).list).toMatchObject([{ text: "Once", to: null }]);
});

test("the answer never tells who got a letter: excluded, in a time-out, flagged for harm, closed and reached answer byte for byte alike, and only the last one has it", async () => {
  const exclude = (accountId: bigint, kind: "timeout" | "self") =>
    world.open.platform.database.begin((tx) =>
      startExclusion(tx, { accountId, kind, period: "24h", firm: "24h", reason: null, madeBy: "member", now: world.clock.now(), timeZone: "Asia/Manila" }),
    );
  const shutOut: readonly ((id: bigint) => Promise<unknown>)[] = [
    (id) => exclude(id, "timeout"),
    (id) => exclude(id, "self"),
    (id) => writeOfHarm(world, id),
    (id) => asOwner(world.open.url, "update account set closed = true where id = $1", [id]),
    () => Promise.resolve(),
  ];
  const said: string[] = [];
  const got: number[] = [];
  for (const shut of shutOut) {
    const agent = await newAgent();
    const player = await below(agent);
    await shut(player.id);
    const { status, answer } = await agent.send(messages.sendDownline, letter("Good evening", player.name));
    await world.work();
    const { answer: sent } = await agent.send(messages.letters, {});
    const seen = JSON.stringify([status, answer, sent]).replaceAll(player.name, "ACCOUNT");
    said.push(seen.replaceAll(/"id":"[^"]+"|"at":"[^"]+"/g, ""));
    const rows = await asOwner(world.open.url, "select from message where account_id = $1 and template = 'letter'", [player.id]);
    got.push(rows.length);
  }
  expect(new Set(said).size).toBe(1);
  expect(said[0]).toContain('"sent":true');
  expect(got).toEqual([0, 0, 0, 0, 1]);
});

test("a letter to all reaches every direct downline once, also past the first five hundred, and nobody deeper", async () => {
  const agent = await newAgent();
  const player = await below(agent);
  const deeper = await below(player);
  await asOwner(
    world.open.url,
    `with made as (
       insert into account (name, nickname, type, password_hash, password_changed_at, created_at)
       select 'crowd' || n, 'crowd' || n, 0, 'none', $2, $2 from generate_series(1, 620) n returning id)
     insert into agent_node (account_id, parent_id, path, joined_at) select id, $1::bigint, array[$1::bigint, id], $2 from made`,
    [agent.id, world.clock.now()],
  );
  await agent.call(messages.sendDownline, letter("To all of you"));
  await world.work();
  const [sent] = (await agent.call(messages.letters, {})).list;
  await deliverLetter(world.open.platform, sent!.id);
  const rows = await asOwner(world.open.url, "select account_id from message where letter_id = $1", [sent!.id]);
  expect(rows).toHaveLength(621);
  expect(await lettersOf(player)).toMatchObject([{ values: [agent.name.slice(0, 1) + "***" + agent.name.slice(-1), "To all of you"], readAt: null }]);
  expect(await lettersOf(deeper)).toEqual([]);
});

test("who got a letter may report it, once: customer service gets the words and who wrote them, and the member sees a thread of theirs", async () => {
  const agent = await newAgent();
  const [player, other] = [await below(agent), await below(agent)];
  await agent.call(messages.sendDownline, letter("Come back and win", player.name));
  await world.work();
  const [got] = await lettersOf(player);
  const newcomer = await world.player();
  await world.work();
  const [welcome] = (await newcomer.call(messages.mine, {})).list;
  expect(await other.refused(messages.report, { id: got!.id })).toBe("messages.not_found");
  expect(await newcomer.refused(messages.report, { id: welcome!.id })).toBe("messages.not_found");
  await player.call(messages.report, { id: got!.id });
  await player.call(messages.report, { id: got!.id });
  await world.work();
  expect((await lettersOf(player))[0]!.reportedAt).toBe(world.clock.now().toISOString());
  const threads = (await player.call(feedback.mine, {})).list;
  expect(threads).toHaveLength(1);
  const officer = await world.operator("support");
  const { list } = await officer.call(feedback.queue, { state: "new" });
  const queued = list.find(({ memberId }) => memberId === player.id);
  const shown = await officer.call(feedback.case, { id: queued!.id });
  expect(shown.messages.map(({ kind }) => kind)).toEqual(["writer", "note"]);
  expect(shown.messages[1]!.text).toContain("Come back and win");
  expect(shown.messages[1]!.text).toContain(agent.name);
  expect((await player.call(feedback.thread, { id: threads[0]!.id })).messages).toHaveLength(1);
  expect((await agent.call(messages.letters, {})).list[0]).not.toHaveProperty("reportedAt");
});

test("an agent whom officers hold writes no letter", async () => {
  const agent = await newAgent();
  await asOwner(
    world.open.url,
    "insert into agent_standing (id, agent_id, standing, until, reason, state, proposed_by, proposed_name, proposed_at) values ($1, $2, 'held', $3, 'looked at', 'inForce', 1, 'officer', $4)",
    [newId(world.clock.now()), agent.id, new Date(world.clock.now().getTime() + DAY_MS), world.clock.now()],
  );
  expect(await agent.refused(messages.sendDownline, letter())).toBe("messages.letters_held");
});

test("the strict pack sends approved texts to the agents among the direct downlines alone, and finds nobody by name", async () => {
  const strict = await createWorld({ pack: "ph" });
  try {
    const agent = await newAgent(strict);
    const [player, affiliate] = [await below(agent, accountTypes.player, strict), await below(agent, accountTypes.affiliate, strict)];
    expect(await agent.refused(messages.sendDownline, letter("My own words"))).toBe("messages.approved_only");
    const officer = await strict.operator("marketing");
    const none = { html: "", alt: "", seo: { title: "", description: "" } };
    const { row, version } = await officer.call(content.create, { code: "agentLetter.made", detail: { kind: "agentLetter" } });
    const texts = [
      { language: "EN", title: "Figures", summary: "The figures are in.", ...none },
      { language: "TY", title: "Mga numero", summary: "Nariyan na ang mga numero.", ...none },
    ];
    const { item } = await officer.call(content.save, {
      id: row.id,
      no: version.no,
      revision: version.revision,
      detail: { kind: "agentLetter" },
      texts,
      startsAt: null,
      endsAt: null,
    });
    const approved = { requestId: newId(strict.clock.now()), approved: row.id };
    expect(await agent.refusal(messages.sendDownline, approved)).toMatchObject({ code: "messages.letter_unknown", field: "approved" });
    await officer.call(content.publish, { id: row.id, no: item.version.no, revision: item.version.revision, reason: "may be sent" });
    const terms = await agent.call(messages.letterTerms, { language: "TY" });
    expect(terms).toMatchObject({ approvedOnly: true, approved: [{ id: row.id, title: "Mga numero", text: "Nariyan na ang mga numero." }] });
    expect(await agent.refused(messages.sendDownline, { ...approved, requestId: newId(strict.clock.now()), account: affiliate.name })).toBe(
      "messages.not_downline",
    );
    await agent.call(messages.sendDownline, { ...approved, requestId: newId(strict.clock.now()) });
    await strict.work();
    expect((await lettersOf(affiliate)).map(({ values }) => values[1])).toEqual(["The figures are in."]);
    expect(await lettersOf(player)).toEqual([]);
    // One of them alone, by an alias that is this agent's own word for it.
    const other = await below(agent, accountTypes.affiliate, strict);
    const { receivers } = await agent.call(messages.letterTerms, { language: "EN" });
    expect(receivers.map(({ accountId }) => accountId)).toEqual([affiliate.id, other.id]);
    expect(receivers.every(({ name }) => /^M-[A-HJ-NP-Z2-9]{4}$/.test(name))).toBe(true);
    expect(await agent.refused(messages.sendDownline, { ...approved, requestId: newId(strict.clock.now()), accountId: agent.id })).toBe(
      "messages.not_downline",
    );
    await agent.call(messages.sendDownline, { ...approved, requestId: newId(strict.clock.now()), accountId: other.id });
    await strict.work();
    expect([(await lettersOf(affiliate)).length, (await lettersOf(other)).length]).toEqual([1, 1]);
    const { list } = await agent.call(messages.letters, {});
    expect(new Set(list.map(({ to }) => to))).toEqual(new Set([receivers[1]!.name, null]));
  } finally {
    await strict.close();
  }
});
