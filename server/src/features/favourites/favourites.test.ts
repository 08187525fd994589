import { favourites, FAVOURITES_MAX } from "@laro/contract/favourites";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorld, type World } from "../../testing/world.ts";

let world: World;
beforeAll(async () => void (world = await createWorld({ catalogue: true })));
afterAll(() => world.close());

const of = (nodeId: string) => ({ nodeId, vendor: "PT", gameType: "RNG" });

test("a favourite needs a login, a game that is shown, and all three of its keys [ENTITY-36]", async () => {
  const ann = await world.player();
  expect(await world.guest().refused(favourites.add, of("10001"))).toBe("sessions.required");
  expect(await world.guest().refused(favourites.ids, {})).toBe("sessions.required");
  for (const nodeId of ["99999", "2002", "x", "1'--"]) expect(await ann.refused(favourites.add, of(nodeId))).toBe("games.not_found");
  const { answer } = await ann.request("POST", "/api/favourites.add", JSON.stringify({ nodeId: "10001", gameType: "RNG" }));
  expect(answer).toMatchObject({ message: "request.invalid", value: { field: "vendor" } });
  expect((await ann.call(favourites.ids, {})).ids).toEqual([]);
});

test("favourites are added by POST and removed by DELETE, both repeatable, and listed newest first with the row's own vendor [CALL-28, CALL-29, CALL-32, CALL-33, ENTITY-37]", async () => {
  const [ann, ben] = [await world.player(), await world.player()];
  for (const nodeId of ["10001", "10650", "10001"]) {
    world.clock.advance(1_000);
    await ann.call(favourites.add, { ...of(nodeId), vendor: "FORGED" });
  }
  expect(await ann.call(favourites.ids, {})).toEqual({ ids: ["10650", "10001"] });
  const page = await ann.call(favourites.list, { clientType: 3, platform: "WEB", language: "EN", pageNo: 1, pageSize: 999, gameType: "ALL" });
  expect(page).toMatchObject({
    pageNum: 1,
    totalPages: 1,
    content: [
      { nodeId: "10650", vassalage: "AG" },
      { nodeId: "10001", vassalage: "PT" },
    ],
  });
  const { rows } = await world.open.platform.database.pool.query("select vendor, game_type from favourite order by node_id");
  expect(rows).toEqual([
    { vendor: "PT", game_type: "RNG" },
    { vendor: "AG", game_type: "LIVE" },
  ]);
  expect((await ann.call(favourites.list, { gameType: "LIVE" })).content.map(({ nodeId }) => nodeId)).toEqual(["10650"]);
  expect((await ben.call(favourites.list, {})).content).toEqual([]);
  const removed = await ann.request("DELETE", "/api/favourites.remove", JSON.stringify(of("10650")));
  expect(removed.answer.success).toBe(true);
  await ann.call(favourites.remove, of("10650"));
  expect((await ann.call(favourites.ids, {})).ids).toEqual(["10001"]);
  const byAddress = await world.guest().request("GET", `/api/favourites.list?token=${ann.token}`);
  expect(byAddress.answer).toMatchObject({ message: "sessions.required" });
});

test("nobody keeps more than 999, not even with two calls at once", async () => {
  const ann = await world.player();
  await world.open.platform.database.pool.query(
    `insert into favourite select $1, n, 'PT', 'RNG', now() from generate_series(20001, ${20_000 + FAVOURITES_MAX - 1}) n`,
    [ann.id],
  );
  const answers = await Promise.all(["10001", "10002"].map((nodeId) => ann.send(favourites.add, of(nodeId))));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect(await ann.refusal(favourites.add, of("10003"))).toMatchObject({ code: "favourites.full", values: { maximum: 999 } });
});
