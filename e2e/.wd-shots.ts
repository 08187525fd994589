import { startTestDatabase } from "@laro/server/testing/database";
import { bindPayoutAccount } from "@laro/server/testing/cashier";
import { askFor, picture, requested } from "@laro/server/testing/withdrawals";
import { withdrawals } from "@laro/contract/withdrawals";
import { sessions } from "@laro/contract/sessions";
import { addTurnover } from "@laro/server/core/turnover/turnover";
import { newId } from "@laro/server/platform/ids";
import { createStage } from "./src/stage.ts";
import { settle, findAccessFaults, readOverflow } from "./src/browser.ts";
import { mkdirSync } from "node:fs";
async function paid(world: any, officer: any) { const made = await requested(world); await officer.call(withdrawals.approve, { id: made.id, reason: "checked" }); for (let i = 0; i < 200; i++) { if ((await made.ann.call(withdrawals.get, { id: made.id })).state === "paid") break; await new Promise((r) => setTimeout(r, 100)); } return made; }
mkdirSync("/tmp/wd-shots", { recursive: true });
const stop = await startTestDatabase();
const stage = await createStage();
const world = stage.world;
try {
  const fin = await world.operator("finance"), fin2 = await world.operator("finance");
  const proof = await picture();
  const owes = await world.player({ balance: 5_000_00n });
  await bindPayoutAccount(owes);
  for (const n of [1500_00n, 250_00n]) await world.open.platform.database.begin((tx) => addTurnover(tx, { accountId: owes.id, source: "adjustment", sourceId: newId(world.clock.now()), neededMinor: n, now: world.clock.now() }));
  const ok = await world.player({ balance: 5_000_00n });
  const to = await bindPayoutAccount(ok);
  for (let i = 0; i < 3; i++) await askFor(world, ok, to, 200_00n);
  const p1 = await paid(world, fin);
  const inv = await paid(world, fin);
  await inv.ann.call(withdrawals.confirm, { id: inv.id, answer: "partlyReceived", remaining: 123_45n, proof });
  await fin.call(withdrawals.proposeReturn, { id: inv.id, amount: 100_00n, reason: "The bank confirms a part." });
  const forced = await paid(world, fin);
  await world.open.platform.database.pool.query("update withdrawal set state='received', forced=true, closed_at=now(), received_by = now() where id=$1", [forced.id]);
  const large = await requested(world, 60_000_00n, 70_000_00n);
  await requested(world, 30_000_00n, 70_000_00n);
  await askFor(world, ok, to, 300_00n);
  const chk = await requested(world, 55_000_00n, 70_000_00n);
  await fin.call(withdrawals.approve, { id: chk.id, reason: "looked" });
  const admin = await world.operator("superadmin");
  const console_ = async (p: any, role = "finance") => { const c = await p.call(sessions.loginOperator, { username: p.name, password: p.password }); return { token: c.token, operator: JSON.stringify(c) }; };
  const s1 = await console_(fin), s2 = await console_(fin2), sa = await console_(admin);
  type Shot = [string, Record<string, string>, string, ((page: any) => Promise<any>)?];
  const shots: Shot[] = [
    ["terms", { token: owes.token! }, "/member/withdraw"],
    ["form", { token: ok.token! }, "/member/withdraw", (p) => p.getByLabel("Amount").fill("500")],
    ["paid", { token: p1.ann.token! }, `/member/withdraw?id=${p1.id}`],
    ["missing", { token: p1.ann.token! }, `/member/withdraw?id=${p1.id}`, async (p) => { await p.getByRole("button", { name: "Only a part arrived" }).click(); await p.getByLabel("Amount that is missing").fill("100"); }],
    ["investigating", { token: inv.ann.token! }, `/member/withdraw?id=${inv.id}`],
    ["forced", { token: forced.ann.token! }, `/member/withdraw?id=${forced.id}`],
    ["queue", s2, "/console/withdrawals"],
    ["detail", s2, `/console/withdrawals?state=pending&open=${large.id}`],
    ["checked", s1, "/console/withdrawals?state=checked"],
    ["checked-detail", s1, `/console/withdrawals?state=checked&open=${chk.id}`],
    ["case", s2, `/console/withdrawals?state=investigating&open=${inv.id}`],
    ["propose", s2, `/console/withdrawals?state=investigating&open=${inv.id}`, (p) => p.getByRole("button", { name: "Propose a return" }).click()],
    ["settings", sa, "/console/settings"],
    ["settings-change", sa, "/console/settings", (p) => p.getByRole("button", { name: "Change the time to answer" }).click()],
  ];
  const only = process.argv[2];
  for (const [name, session, path, act] of shots) {
    if (only && !new RegExp(only).test(name)) continue;
    for (const [width, height] of [[1440, 900]] as const) for (const theme of ["dark"] as const) {
      const v = await stage.visit({ width, height, theme, session });
      try {
        await v.page.goto(path);
        await settle(v.page);
        if (path.includes("open=") || act) await v.page.waitForTimeout(200);
        await act?.(v.page);
        await v.page.waitForTimeout(200);
        await settle(v.page);
        const axe = await findAccessFaults(v.page), over = await readOverflow(v.page);
        if (axe.length || over > 0 || v.faults.length) console.log(name, width, theme, axe, over, v.faults);
        await v.page.screenshot({ path: `/tmp/wd-shots/${name}-${width}-${theme}.png`, fullPage: false });
      } catch (e) { console.log(name, width, theme, String(e).slice(0, 300)); }
      await v.context.close();
    }
  }
} finally { await stage.close(); await stop(); }
