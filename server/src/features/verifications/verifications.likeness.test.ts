import { createHash } from "node:crypto";
import { verifications } from "@laro/contract/verifications";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { likenessHash } from "../../core/images/likeness.ts";
import { bindPayoutAccount } from "../../testing/cashier.ts";
import { asOwner } from "../../testing/owner.ts";
import { checked, dataUrl, form, handIn, photos, printed, verify } from "../../testing/verifications.ts";
import { selfieCode } from "./verifications.code.ts";
import { createWorld, type World } from "../../testing/world.ts";

const DAY_MS = 24 * 60 * 60_000;

let world: World;
let strict: World;
beforeAll(async () => {
  world = await createWorld();
  strict = await createWorld({ pack: "ph" });
});
afterAll(async () => {
  await world.close();
  await strict.close();
});

/** A drawing with light and shadow in it; another seed is another drawing. */
async function face(seed: number, width = 640): Promise<Buffer> {
  const height = Math.round(width * 0.75);
  const spots = Array.from({ length: 14 }, (_, at) => {
    const [x = 0, y = 0, light = 0] = createHash("sha256").update(`${seed} ${at}`).digest();
    return `<circle cx="${(x * 100) / 255}%" cy="${(y * 100) / 255}%" r="18%" fill="rgb(${light},${light},${light})"/>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#777"/>${spots.join("")}</svg>`;
  return sharp(Buffer.from(svg)).jpeg({ quality: 90 }).toBuffer();
}

const bitsApart = (one: bigint, other: bigint): number =>
  BigInt.asUintN(64, one ^ other)
    .toString(2)
    .replaceAll("0", "").length;

type Member = Awaited<ReturnType<World["player"]>>;

async function handInFace(member: Member, seed: number, name: string, width?: number): Promise<string> {
  await member.call(verifications.setPersonalInfo, form({ payeename: name, birthday: "1979-03-04" }));
  await member.call(verifications.uploadIdImages, { ...(await photos()), idCardSelfie: dataUrl(await face(seed, width)) });
  const rows = await asOwner<{ id: string }>(world.open.url, "select id from verification where account_id = $1", [member.id]);
  return rows[0]!.id;
}

const matchesOf = async (id: string) => (await (await world.operator("kyc")).call(verifications.case, { id })).matches;

test("the same picture is found again smaller, lighter and pressed harder; another is not, and one without edges has no hash", async () => {
  const hash = (await likenessHash(await face(3)))!;
  const changed = await sharp(await face(3))
    .resize(500)
    .modulate({ brightness: 1.1 })
    .jpeg({ quality: 40 })
    .toBuffer();
  expect(bitsApart(hash, (await likenessHash(changed))!)).toBeLessThanOrEqual(6);
  for (const seed of [5, 8, 13, 21]) expect(bitsApart(hash, (await likenessHash(await face(seed)))!)).toBeGreaterThan(6);
  const blank = await sharp({ create: { width: 640, height: 480, channels: 3, background: "teal" } })
    .jpeg()
    .toBuffer();
  expect(await likenessHash(blank)).toBeNull();
});

test("a reviewer sees which other account shares nearly the name and birthday, the picture, a payout account or a device; none of these alone holds an approval up", async () => {
  const people = await Promise.all(Array.from({ length: 5 }, () => world.player()));
  const [near, pictured, paid, shared, ann] = people as [Member, Member, Member, Member, Member];
  const others = {
    near: await handInFace(near, 101, "Corazon Maria Reyes"),
    photo: await handInFace(pictured, 7, "Pictured Bautista"),
    payout: await handInFace(paid, 211, "Paid Mendoza"),
    device: await handInFace(shared, 307, "Shared Villanueva"),
  };
  for (const member of [paid, ann]) {
    await verify(world, member.id);
    await asOwner(world.open.url, "update account set verified_name = 'Ann Reyes' where id = $1", [member.id]);
    await bindPayoutAccount(member);
    await verify(world, member.id, "N");
  }
  await asOwner(
    world.open.url,
    "insert into account_device (account_id, device, agent, first_at, last_at) select $2, device, agent, first_at, last_at from account_device where account_id = $1 on conflict do nothing",
    [shared.id, ann.id],
  );
  const id = await handInFace(ann, 7, "Maria Corazon Lim Reyes", 900);
  const matches = await matchesOf(id);
  expect(Object.fromEntries(matches.map(({ kind, otherId }) => [kind, otherId]))).toEqual(others);
  const kyc = await world.operator("kyc");
  await kyc.call(verifications.claim, { id });
  await kyc.call(verifications.readDocument, { id, ...printed({ birthday: "1979-03-04" }) });
  expect((await kyc.call(verifications.approve, { id, checked })).state).toBe("approved");
});

test("a likeness that became certain is judged anew, whatever was said of the weaker one", async () => {
  const [one, other] = [await world.player(), await world.player()];
  const known = await handInFace(one, 401, "Judged Anew Santos");
  const kyc = await world.operator("kyc");
  await kyc.call(verifications.claim, { id: known });
  await kyc.call(verifications.readDocument, { id: known, ...printed({ documentNumber: "TWICE-1", birthday: "1979-03-04" }) });
  const id = await handInFace(other, 401, "Quite Another Person");
  expect(await matchesOf(id)).toMatchObject([{ otherId: known, kind: "photo" }]);
  const second = await world.operator("kyc");
  for (const officer of [kyc, second])
    await officer.call(verifications.settleMatch, { id, otherId: known, verdict: "anotherPerson", reason: "twins, seen both" });
  expect(await matchesOf(id)).toMatchObject([{ kind: "photo", verdict: "anotherPerson", decided: true }]);
  await kyc.call(verifications.claim, { id });
  const read = await kyc.call(verifications.readDocument, { id, ...printed({ documentNumber: "twice 1", birthday: "1979-03-04" }) });
  expect(read.matches).toMatchObject([{ kind: "document", verdict: null, decided: false }]);
  expect(await kyc.refused(verifications.approve, { id, checked })).toBe("verifications.duplicate");
});

test("where the market asks for it, each member has four digits of their own for the day, and the reviewer sees which the selfie must show", async () => {
  const [ann, ben] = [await strict.player(), await strict.player()];
  const today = (await ann.call(verifications.mine, {})).code!;
  expect(today).toMatch(/^[0-9]{4}$/);
  expect((await ann.call(verifications.mine, {})).code).toBe(today);
  const id = await handIn(strict, ann, { payeename: "Coded Reyes" });
  const kyc = await strict.operator("kyc");
  const { codes } = await kyc.call(verifications.case, { id });
  expect(codes).toHaveLength(2);
  expect(codes[0]).toBe(today);
  await strict.pass(DAY_MS);
  const later = await strict.operator("kyc");
  await expect.poll(async () => (await later.call(verifications.case, { id })).codes).toEqual(codes);
  const { keys, timeZone } = strict.open.platform;
  const codeAt = (accountId: bigint, days: number) => selfieCode(keys, { accountId, at: new Date(strict.clock.now().getTime() + days * DAY_MS), timeZone });
  const drawn = [ann, ben].flatMap(({ id: accountId }) => Array.from({ length: 30 }, (_, days) => codeAt(accountId, days)));
  // Sixty of ten thousand: two may be alike by chance, ten are not.
  expect(new Set(drawn).size).toBeGreaterThan(50);
  expect((await (await world.player()).call(verifications.mine, {})).code).toBeNull();
  const lax = await handIn(world, await world.player(), { payeename: "Uncoded Reyes" });
  expect((await (await world.operator("kyc")).call(verifications.case, { id: lax })).codes).toEqual([]);
});
