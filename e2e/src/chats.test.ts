import { chats } from "@laro/contract/chats";
import { expect, test } from "vitest";
import { enterBackOffice } from "./acts.ts";
import { findAccessFaults, readOverflow, settle } from "./browser.ts";
import { eventually, useStage } from "./useStage.ts";

const stage = useStage();
const LIMIT_MS = 120_000;
const CODE = "BACCARAT_1";

test(
  "two members of a live table write to each other; what is reported an officer hides at both, and whoever is muted reads that they are [CALL-63]",
  async () => {
    const [ann, ben, officer] = await Promise.all([
      stage.world.player({ name: "mariasantos", balance: 100_00n }),
      stage.world.player({ name: "benjiereyes", balance: 100_00n }),
      stage.world.operator("support"),
    ]);
    const hers = await stage.visit({ width: 1440, height: 900, token: ann.token, refusals: [400] });
    const his = await stage.visit({ width: 390, height: 844, token: ben.token });
    for (const { page } of [hers, his]) {
      await page.goto(`/room/${CODE}`);
      await page.getByRole("tab", { name: "Chat" }).click();
      await page.getByText("Nobody has written anything yet.").waitFor();
    }
    const said = hers.page.getByLabel("Say something as ma***s");
    await said.fill("look at example.com");
    await said.press("Enter");
    await hers.page.getByRole("alert").getByText("Links may not stand in the chat.").waitFor();
    expect(await said.inputValue()).toBe("look at example.com");
    await said.fill("Magandang gabi po");
    await said.press("Enter");
    await his.page.getByText("Magandang gabi po", { exact: true }).waitFor();
    // Her own page learns of it by its answer, his by the socket: either may be first.
    await eventually(() => said.inputValue()).toBe("");
    await his.page.getByLabel("Say something as be***s").fill("Good luck");
    await his.page.getByRole("button", { name: "Send", exact: true }).click();
    await hers.page.getByText("Good luck", { exact: true }).waitFor();
    for (const { page } of [hers, his]) {
      await settle(page);
      expect(await findAccessFaults(page)).toEqual([]);
      expect(await readOverflow(page)).toBe(0);
    }
    await his.page.getByRole("button", { name: "Report what ma***s wrote" }).click();
    await his.page.getByText("Reported. An officer will look at it.").waitFor();

    const desk = await stage.visit({ width: 1440, height: 900 });
    await desk.page.goto("/console/chats");
    await enterBackOffice(desk.page, officer);
    const row = desk.page.getByRole("row", { name: /Magandang gabi po/ });
    await row.getByRole("button", { name: "Mute" }).click();
    const dialog = desk.page.getByRole("dialog");
    await dialog.getByLabel("For how long").selectOption({ label: "24 hours" });
    await dialog.getByLabel("Reason").fill("Unkind to others");
    await dialog.getByRole("button", { name: "Mute", exact: true }).click();
    await dialog.waitFor({ state: "detached" });
    await row.getByRole("button", { name: "Hide" }).click();
    await dialog.getByLabel("Reason").fill("Unkind to others");
    await dialog.getByRole("button", { name: "Hide", exact: true }).click();
    await desk.page.getByText("Nothing was reported.").waitFor();
    for (const { page } of [hers, his]) await eventually(() => page.getByText("Magandang gabi po", { exact: true }).count()).toBe(0);
    await hers.page.getByText("You may not write in chats. Until:").waitFor();
    for (const view of ["All messages", "Muted members", "Chats", "Reported"]) {
      await desk.page.getByRole("tab", { name: view }).click();
      await settle(desk.page);
      expect(await findAccessFaults(desk.page)).toEqual([]);
      expect(await readOverflow(desk.page)).toBe(0);
    }
    await officer.call(chats.setRoom, { series: CODE, open: false, everySeconds: 3, reason: "It is late" });
    await his.page.getByText("The chat of this table is closed at the moment.").waitFor();
  },
  LIMIT_MS,
);
