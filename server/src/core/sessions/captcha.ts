import { timingSafeEqual } from "node:crypto";
import type { Database, Tx } from "../../platform/db.ts";

const CAPTCHA_VALID_MS = 120_000;
const CHARACTERS = 5;

/** Draws a captcha bound to the caller's key and answers it as base64 PNG. A new one takes the old one's place. */
export async function drawCaptcha(begin: Database["begin"], { key, now }: { key: string; now: Date }): Promise<string> {
  // Loaded when the first is drawn: a start need not wait for them.
  const [{ default: sharp }, { default: svgCaptcha }] = await Promise.all([import("sharp"), import("svg-captcha")]);
  const { text, data } = svgCaptcha.create({
    size: CHARACTERS,
    noise: 2,
    ignoreChars: "0oO1iIlL5sS2zZ",
    color: true,
    background: "#ffffff",
    width: 160,
    height: 56,
  });
  const picture = await sharp(Buffer.from(data)).png().toBuffer();
  const row = { answer: text.toLowerCase(), expires_at: new Date(now.getTime() + CAPTCHA_VALID_MS) };
  const keep = (tx: Tx): Promise<unknown> =>
    tx
      .insertInto("captcha")
      .values({ key, ...row })
      .onConflict((conflict) => conflict.column("key").doUpdateSet(row))
      .execute();
  await begin(keep);
  return picture.toString("base64");
}

/** True for the right answer in time. Right or wrong, a captcha is used up by one look. */
export async function checkCaptcha(tx: Tx, { key, answer, now }: { key: string; answer: string; now: Date }): Promise<boolean> {
  const row = await tx.deleteFrom("captcha").where("key", "=", key).returning(["answer", "expires_at as expiresAt"]).executeTakeFirst();
  if (row === undefined || row.expiresAt < now) return false;
  const [given, wanted] = [Buffer.from(answer.trim().toLowerCase()), Buffer.from(row.answer)];
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
