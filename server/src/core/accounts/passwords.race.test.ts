import { accounts } from "@laro/contract/accounts";
import { operators } from "@laro/contract/operators";
import { sessions } from "@laro/contract/sessions";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { meanwhile } from "../../testing/meanwhile.ts";
import { asOwner } from "../../testing/owner.ts";
import type { Person } from "../../testing/person.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { hashPassword } from "../sessions/passwords.ts";

let world: World;
/** What a reset set in the meantime. */
let other: string;
beforeAll(async () => {
  world = await createWorld();
  other = await hashPassword(RESET_TO);
});
afterAll(() => world.close());

const RESET_TO = "Quiet-river-88";
const NEW = "Better-horse-8";

const twice = { newPassword: NEW, confirmNewPassword: NEW };
const attempt = (username: string, password: string) => ({ username, password, type: "username", entry: "player" }) as const;

/** What a reset does to an account and to its sessions. */
const setHash = (table: "account" | "operator", name: string) => ({ text: `update ${table} set password_hash = $2 where name = $1`, values: [name, other] });
const endSessions = (kind: "member" | "operator", name: string) => ({
  text: `update session set ended_at = now() where kind = '${kind}' and subject_id = (select id from ${kind === "member" ? "account" : "operator"} where name = $1)`,
  values: [name],
});
const held = (table: "account" | "operator", name: string) => ({ text: `select 1 from ${table} where name = $1 for update`, values: [name] });

const hashOf = async (table: "account" | "operator", { name }: Person) =>
  (await asOwner<{ hash: string }>(world.open.url, `select password_hash as hash from ${table} where name = $1`, [name]))[0]!.hash;

describe("a password that is being changed while somebody resets it", () => {
  test("stays what the reset made of it, and the session that asked is over", async () => {
    const ann = await world.player();
    const change = () => ann.refused(accounts.changePassword, { oldPassword: ann.password, ...twice });
    expect(await meanwhile(world.open.url, [setHash("account", ann.name), endSessions("member", ann.name)], change)).toBe("sessions.required");
    expect(await hashOf("account", ann)).toBe(other);
    expect(await world.guest().refused(sessions.login, attempt(ann.name, NEW))).toBe("sessions.wrong_credentials");
    expect(await world.guest().call(sessions.login, attempt(ann.name, RESET_TO))).toMatchObject({ userName: ann.name });
  });

  test("is not set over another one either, and the old one is wrong then", async () => {
    const ann = await world.player();
    const change = () => ann.refusal(accounts.changePassword, { oldPassword: ann.password, ...twice });
    expect(await meanwhile(world.open.url, [setHash("account", ann.name)], change)).toMatchObject({
      code: "accounts.old_password_wrong",
      field: "oldPassword",
    });
    expect(await hashOf("account", ann)).toBe(other);
  });

  test("is not set by a session that was ended in between", async () => {
    const ann = await world.player();
    const before = await hashOf("account", ann);
    const change = () => ann.refused(accounts.changePassword, { oldPassword: ann.password, ...twice });
    expect(await meanwhile(world.open.url, [held("account", ann.name), endSessions("member", ann.name)], change)).toBe("sessions.required");
    expect(await hashOf("account", ann)).toBe(before);
  });

  test("leaves the payment password as it was, too", async () => {
    const ann = await world.player();
    const set = () => ann.refused(accounts.setPaymentPassword, { password: ann.password, paymentPassword: "246810" });
    expect(await meanwhile(world.open.url, [setHash("account", ann.name), endSessions("member", ann.name)], set)).toBe("sessions.required");
    const [row] = await asOwner<{ hash: string | null }>(world.open.url, "select payment_password_hash as hash from account where name = $1", [ann.name]);
    expect(row).toEqual({ hash: null });
  });

  test("of an operator stays what the reset made of it", async () => {
    const officer = await world.operator("support");
    const change = () => officer.refused(operators.changePassword, { oldPassword: officer.password, ...twice });
    expect(await meanwhile(world.open.url, [setHash("operator", officer.name), endSessions("operator", officer.name)], change)).toBe("sessions.required");
    expect(await hashOf("operator", officer)).toBe(other);
  });
});
