import { timingSafeEqual } from "node:crypto";
import { refuse } from "@laro/contract/core/errors";
import type { Database, Tx } from "../../platform/db.ts";

const CAPTCHA_VALID_MS = 120_000;
const CHARACTERS = 5;

/** The specification's pause between two (CONST-36), of one key: a street behind one address must not wait for each other. */
const PAUSE_MS = 1_000;

/** Draws a captcha bound to the caller's key and answers it as base64 PNG. A new one takes the old one's place; sooner than a second it is refused. */
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
  await begin((tx) => keepAnswer(tx, { key, answer: text.toLowerCase(), now }));
  return (await sharp(Buffer.from(data)).png().toBuffer()).toString("base64");
}

async function keepAnswer(tx: Tx, { key, answer, now }: { key: string; answer: string; now: Date }): Promise<void> {
  const expiresAt = new Date(now.getTime() + CAPTCHA_VALID_MS);
  const kept = await tx
    .insertInto("captcha")
    .values({ key, answer, expires_at: expiresAt })
    .onConflict((conflict) =>
      conflict
        .column("key")
        .doUpdateSet({ answer, expires_at: expiresAt })
        .where("captcha.expires_at", "<=", new Date(expiresAt.getTime() - PAUSE_MS)),
    )
    .returning("key")
    .executeTakeFirst();
  if (kept === undefined) refuse("request.too_many", { retryAfter: PAUSE_MS / 1_000 });
}

/** True for the right answer in time. Right or wrong, a captcha is used up by one look. */
export async function checkCaptcha(tx: Tx, { key, answer, now }: { key: string; answer: string; now: Date }): Promise<boolean> {
  const row = await tx.deleteFrom("captcha").where("key", "=", key).returning(["answer", "expires_at as expiresAt"]).executeTakeFirst();
  if (row === undefined || row.expiresAt < now) return false;
  const [given, wanted] = [Buffer.from(answer.trim().toLowerCase()), Buffer.from(row.answer)];
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
