import { jackpots } from "@laro/contract/jackpots";
import { rounds } from "@laro/contract/rounds";
import { seeds } from "@laro/contract/seeds";
import { HIT_STAKE, plantHit, settleJackpots } from "@laro/server/testing/jackpots";
import { expect, test } from "vitest";
import { peso, showAllOfHome } from "./acts.ts";
import { findAccessFaults, readOverflow, settle } from "./browser.ts";
import { eventually, useStage } from "./useStage.ts";

const stage = useStage();
const JOURNEY_LIMIT_MS = 120_000;
const PHONE = { width: 390, height: 844 } as const;

test(
  "the pool stands on home and under JP, its game opens from there, a spin that hits takes what is shown, and the record, its check and the winners say so [NAV-05, HOME-03]",
  async () => {
    await settleJackpots(stage.world);
    const ann = await stage.world.player({ balance: 20_000_00n, name: "mariasantos" });
    await plantHit(stage.world, ann.id);
    const [pool] = (await stage.world.guest().call(jackpots.list, {})).list;
    const { page } = await stage.visit({ token: ann.token, ...PHONE });
    await page.goto("/");
    await showAllOfHome(page);
    await page.getByRole("list", { name: "Jackpots" }).getByText(peso(pool!.amount)).first().waitFor();
    await page.getByRole("navigation", { name: "Kinds of games" }).getByRole("link", { name: "Jackpot" }).click();
    await eventually(() => page.url()).toContain("gameClassify=JP");
    await settle(page);
    expect([await findAccessFaults(page), await readOverflow(page)]).toEqual([[], 0]);
    await page.getByRole("list", { name: "Jackpots" }).getByRole("button", { name: "Play: Gintong Parol" }).click();
    const spin = page.getByRole("button", { name: "Spin", exact: true });
    await spin.waitFor();
    await page.getByText("Jackpot", { exact: true }).first().waitFor();
    await settle(page);
    expect([await findAccessFaults(page), await readOverflow(page)]).toEqual([[], 0]);

    await page.getByRole("button", { name: "Paytable" }).click();
    const rules = page.getByRole("dialog", { name: "Gintong Parol: rules" });
    await rules.getByText("93.25% from the reels + 1.75% jackpot").waitFor();
    await rules.getByText("If two spins hit at once").waitFor();
    expect(await findAccessFaults(page)).toEqual([]);
    await page.keyboard.press("Escape");

    await page.getByRole("textbox", { name: "Stake" }).fill("1000");
    await page.getByRole("textbox", { name: "Stake" }).press("Enter");
    await spin.click();
    const told = page.getByRole("status").filter({ hasText: "Jackpot!" });
    await told.getByText(peso(pool!.amount)).first().waitFor();
    expect(await findAccessFaults(page)).toEqual([]);
    const [round] = (await ann.call(rounds.mine, { gameCode: "GINTONG_PAROL", limit: 5 })).list;
    expect(round).toMatchObject({ stake: HIT_STAKE, jackpot: pool!.amount });

    await ann.call(seeds.rotate, { clientSeed: "a-word-of-my-own" });
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`/room/GINTONG_PAROL?round=${round!.id}`);
    await page.getByText("Jackpot!").waitFor();
    await page.getByRole("button", { name: "Verify this round" }).click();
    await page.getByText("Verified: the same seeds give the same result and the same win.").waitFor();
    expect([await findAccessFaults(page), await readOverflow(page)]).toEqual([[], 0]);

    await page.goto("/winners");
    const taken = page.getByRole("region", { name: "Jackpots won" });
    await taken.getByText(peso(pool!.amount)).waitFor();
    await taken.getByText("ma***s").waitFor();
    expect(await findAccessFaults(page)).toEqual([]);
    expect(await stage.world.audit()).toEqual([]);
  },
  JOURNEY_LIMIT_MS,
);
