import { accounts } from "@laro/contract/accounts";
import { AVATARS, avatarPath } from "@laro/contract/core/avatars";
import { sessions } from "@laro/contract/sessions";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { projectRoot } from "../../platform/config.ts";
import type { Person } from "../../testing/person.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { PROOF_MS } from "../sessions/sessions.ts";

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());

const prove = (person: Person) => person.call(sessions.prove, { method: "password", answer: person.password });

test("a picture that is not drawn, a nickname of the wrong length and one that sounds like staff are refused and change nothing", async () => {
  const ann = await world.player();
  world.clock.advance(PROOF_MS + 1);
  expect(await ann.refused(accounts.setProfile, { nickname: "Ann", avatar: 2 })).toBe("sessions.proof_needed");
  await prove(ann);
  for (const avatar of [0, AVATARS + 1, 1.5, -1, "2", null]) {
    const { answer } = await ann.request("POST", "/api/accounts.setProfile", JSON.stringify({ nickname: "Ann", avatar }), {
      "content-type": "application/json",
    });
    expect(answer).toMatchObject({ message: "request.invalid" });
  }
  const wrongs: readonly [nickname: string, code: string][] = [
    ["a", "accounts.rule_broken"],
    ["x".repeat(21), "accounts.rule_broken"],
    ["Laro Support", "accounts.name_reserved"],
    ["Adm1n", "accounts.name_reserved"],
  ];
  for (const [nickname, code] of wrongs) {
    const refusal = await ann.refusal(accounts.setProfile, { nickname, avatar: 3 });
    expect([refusal.code, refusal.field]).toEqual([code, "nickname"]);
  }
  expect(await ann.call(accounts.me, {})).toMatchObject({ nickname: ann.name, imgUrl: avatarPath(1) });
});

test("the address of the avatar is the chosen one's, which the site has drawn, and nobody else's changes [CALL-21]", async () => {
  const [ann, ben] = [await world.player(), await world.player()];
  expect(await ann.call(accounts.icon, {})).toEqual({ imgUrl: avatarPath(1) });
  await ann.call(accounts.setProfile, { nickname: "Inday Ñ", avatar: AVATARS });
  const { answer } = await ann.request("GET", "/api/accounts.icon");
  expect(answer).toEqual({ success: true, value: { imgUrl: avatarPath(AVATARS) } });
  expect(await ann.call(accounts.me, {})).toMatchObject({ account: ann.name, nickname: "Inday Ñ", imgUrl: avatarPath(AVATARS) });
  expect(await ben.call(accounts.icon, {})).toEqual({ imgUrl: avatarPath(1) });
  expect(await world.guest().refused(accounts.icon, {})).toBe("sessions.required");
});

test("each picture is drawn once, and none like another", () => {
  const file = readFileSync(join(projectRoot, "web/public/avatars.svg"), "utf8");
  const views = [...file.matchAll(/<view id="(a\d+)" viewBox="(\d+) 0 64 64"\/>\n {2}<g transform="translate\((\d+)\)">(.+)<\/g>/g)];
  expect(views.map(([, id]) => `/avatars.svg#${id}`)).toEqual(Array.from({ length: AVATARS }, (_, index) => avatarPath(index + 1)));
  expect(views.every(([, , from, drawn]) => from === drawn)).toBe(true);
  expect(new Set(views.map(([, , , , art]) => art)).size).toBe(AVATARS);
});
