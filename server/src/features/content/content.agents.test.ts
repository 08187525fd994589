import { AGENT_NOTICES_A_PAGE, content, type ContentItem } from "@laro/contract/content";
import { accountTypes } from "@laro/contract/core/accountTypes";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../platform/ids.ts";
import type { Person } from "../../testing/person.ts";
import { createWorld, type World } from "../../testing/world.ts";

let world: World;
let officer: Person;
let agent: Person;
beforeAll(async () => {
  world = await createWorld();
  [officer, agent] = [await world.operator("marketing"), await world.member({ type: accountTypes.agent })];
});
afterAll(() => world.close());

const detail = { kind: "agentNotice" } as const;
const said = (title: string) =>
  ["EN", "TY"].map((language) => ({ language, title, summary: "", html: `<p>${language}</p>`, alt: "", seo: { title: "", description: "" } }));
const stamp = ({ row, version }: ContentItem) => ({ id: row.id, no: version.no, revision: version.revision });

async function announce(title: string, item?: ContentItem): Promise<ContentItem> {
  const draft = item ?? (await officer.call(content.create, { code: `agentNotice.a${newId(world.clock.now())}`, detail }));
  const saved = await officer.call(content.save, { ...stamp(draft), detail, texts: said(title), startsAt: null, endsAt: null });
  return officer.call(content.publish, { ...stamp(saved.item), reason: "agents shall know it" });
}
const read = (page?: number, reader = agent) => reader.call(content.agentNotices, { language: "TY", ...(page === undefined ? {} : { page }) });

test("announcements for agents are theirs alone: members, guests and the site's own list do not have them [AGENT-01]", async () => {
  await announce("For agents");
  expect((await read()).list).toMatchObject([{ title: "For agents", content: "<p>TY</p>", unread: true }]);
  expect(await (await world.player()).refused(content.agentNotices, { language: "EN" })).toBe("sessions.forbidden");
  expect(await world.guest().refused(content.agentNotices, { language: "EN" })).toBe("sessions.required");
  const shown = await world.guest().call(content.announcements, { types: "B,PL,PU,PR,H", platform: "W", language: "EN" });
  expect(shown.list.map(({ title }) => title)).not.toContain("For agents");
});

test("nine stand on a page; one is unread until its reader opens it, for everyone apart, and again once it says something new [AGENT-01]", async () => {
  const first = await announce("One that changes");
  while ((await read()).unread < AGENT_NOTICES_A_PAGE + 2) await announce("One of many");
  const pages = [await read(1), await read(2), await read(3)];
  expect(pages.map(({ list }) => list.length)).toEqual([9, 2, 2]);
  expect(pages[0]).toMatchObject({ pages: 2, unread: 11 });
  const id = first.row.id;
  await agent.call(content.readAgentNotice, { id });
  const other = await world.member({ type: accountTypes.affiliate });
  expect([(await read()).unread, (await read(1, other)).unread]).toEqual([10, 11]);
  expect((await read()).list.find((one) => one.id === id)?.unread).toBe(false);
  await announce("It changed", first);
  expect((await read()).list.find((one) => one.id === id)).toMatchObject({ title: "It changed", unread: true });
  await officer.call(content.retire, { id, reason: "over" });
  expect(await agent.refused(content.readAgentNotice, { id })).toBe("content.not_found");
});
