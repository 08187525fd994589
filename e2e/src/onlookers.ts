import { accounts } from "@laro/contract/accounts";
import { accountTypes } from "@laro/contract/core/accountTypes";
import { rounds } from "@laro/contract/rounds";
import { sessions } from "@laro/contract/sessions";
import { site } from "@laro/contract/site";
import type { World } from "@laro/server/testing/world";
import { GIVEN_PASSWORD, popupsClosed } from "./acts.ts";

/** Everyone a screen can be shown to; a newcomer is a member to whom nothing has happened yet. */
export const onlookers = ["guest", "player", "newcomer", "agent", "operator"] as const;
export type Onlooker = (typeof onlookers)[number];

/** The names of accounts that still have the password they were handed out with. */
export interface HandedOut {
  readonly player: string;
  readonly agent: string;
}

/** Hands out a player's and an agent's account. */
export async function handOut(world: World): Promise<HandedOut> {
  const player = await world.member({ type: accountTypes.player, password: GIVEN_PASSWORD });
  const agent = await world.member({ type: accountTypes.agent, password: GIVEN_PASSWORD });
  return { player: player.name, agent: agent.name };
}

/** The tab's first memory of each onlooker of a demo world. */
export async function openSessions(world: World): Promise<Record<Onlooker, Record<string, string>>> {
  const { demoAccounts } = await world.guest().call(site.permission, {});
  const enter = async (name: string, entry: "player" | "agent"): Promise<Record<string, string>> => {
    const { password = "" } = demoAccounts.find((account) => account.name === name) ?? {};
    const person = world.guest();
    const { token } = await person.call(sessions.login, { username: name, password, type: "username", entry });
    person.token = token;
    return { token, ...popupsClosed((await person.call(accounts.me, {})).id) };
  };
  const newcomer = await world.player();
  const admin = demoAccounts.find(({ name }) => name === "demoadmin");
  const operator = await world.guest().call(sessions.loginOperator, { username: "demoadmin", password: admin?.password ?? "" });
  return {
    guest: popupsClosed(),
    player: await enter("demoplayer", "player"),
    newcomer: { token: newcomer.token ?? "", ...popupsClosed(newcomer.id) },
    agent: await enter("demoagent", "agent"),
    operator: { token: operator.token, operator: JSON.stringify(operator) },
  };
}

/** The replay of the demo player's last winning spin, or of the last spin. */
export async function findReplay(world: World, token: string): Promise<string> {
  const player = world.guest();
  player.token = token;
  const { list } = await player.call(rounds.mine, { gameCode: "MANGO_RUSH" });
  const round = list.find(({ win }) => win > 0n) ?? list[0];
  return `/room/MANGO_RUSH?round=${round?.id ?? ""}`;
}
