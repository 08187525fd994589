import { agents } from "@laro/contract/agents";
import { accountTypes } from "@laro/contract/core/accountTypes";
import { teams } from "@laro/contract/teams";
import { afterAll, beforeAll, expect, test } from "vitest";
import { asOwner } from "../../testing/owner.ts";
import { createWorld, type World } from "../../testing/world.ts";

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());

test("a member learns who the agent above is by its nickname, else by a hidden name; who stands at the top has none", async () => {
  const agent = await world.member({ type: accountTypes.agent });
  const player = await world.member({ type: accountTypes.player, parentId: agent.id });
  const hidden = `${agent.name.slice(0, 1)}***${agent.name.slice(-1)}`;
  expect(await player.call(agents.mine, {})).toEqual({ agent: { name: hidden, seesNames: true } });
  await asOwner(world.open.url, "update account set nickname = 'Aling Nena' where id = $1", [agent.id]);
  expect(await player.call(agents.mine, {})).toEqual({ agent: { name: "Aling Nena", seesNames: true } });
  expect(await agent.call(agents.mine, {})).toEqual({ agent: null });
  const { invitationCode: code } = await agent.call(agents.overview, {});
  expect(await world.guest().call(agents.inviter, { code: code.toLowerCase() })).toEqual({ name: "Aling Nena", seesNames: true });
  expect(await world.guest().refusal(agents.inviter, { code: "NOBODYS" })).toMatchObject({ code: "accounts.invitation_unknown", field: "code" });
});

test("an agent finds direct downlines by how their account begins, twenty at most, and neither deeper ones nor strangers", async () => {
  const agent = await world.member({ type: accountTypes.agent });
  const player = await world.member({ type: accountTypes.player, parentId: agent.id });
  await world.member({ type: accountTypes.player, parentId: player.id });
  await world.member({ type: accountTypes.player });
  const found = async (search?: string) => (await agent.call(agents.findDirect, search === undefined ? {} : { search })).list.map(({ account }) => account);
  expect(await found()).toEqual([player.name]);
  expect(await found(player.name.slice(0, 5).toUpperCase())).toEqual([player.name]);
  for (const nobody of ["zzz", "%", "_layer", "\\"]) expect(await found(nobody)).toEqual([]);
  await asOwner(
    world.open.url,
    `with made as (
       insert into account (name, nickname, type, password_hash, password_changed_at, created_at)
       select 'finder' || n, '', 0, 'none', $2, $2 from generate_series(1, 30) n returning id)
     insert into agent_node (account_id, parent_id, path, joined_at) select id, $1::bigint, array[$1::bigint, id], $2 from made`,
    [agent.id, world.clock.now()],
  );
  expect(await found("finder")).toHaveLength(20);
  expect(await player.refused(agents.findDirect, {})).toBe("sessions.forbidden");
});

test("a cursor that names a stranger begins at the first page, as one that names nobody does: a line tells of nobody outside it", async () => {
  const strangers = [await world.member({ type: accountTypes.player })];
  const agent = await world.member({ type: accountTypes.agent });
  const players = [
    await world.member({ type: accountTypes.player, parentId: agent.id }),
    await world.member({ type: accountTypes.player, parentId: agent.id }),
  ];
  strangers.push(await world.member({ type: accountTypes.player }));
  const all = players.map(({ id }) => id);
  const span = { from: "2026-01-01", to: "2026-01-01", reach: "line" } as const;
  for (const cursor of [...strangers.map(({ id }) => String(id)), "999999999"]) {
    expect((await agent.call(agents.downlines, { cursor })).list.map(({ id }) => id)).toEqual(all);
    expect((await agent.call(teams.members, { ...span, cursor })).list.map(({ id }) => id)).toEqual(all);
  }
  expect((await agent.call(agents.downlines, { cursor: String(all[0]) })).list.map(({ id }) => id)).toEqual(all.slice(1));
});

test("in the strict pack agents find nobody by name, and members read so", async () => {
  const strict = await createWorld({ pack: "ph" });
  try {
    const agent = await strict.member({ type: accountTypes.affiliate });
    const player = await strict.member({ type: accountTypes.player, parentId: agent.id });
    expect(await agent.call(agents.findDirect, {})).toEqual({ list: [] });
    expect((await player.call(agents.mine, {})).agent).toMatchObject({ seesNames: false });
  } finally {
    await strict.close();
  }
});
