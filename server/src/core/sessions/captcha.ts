import { createHash, pbkdf2, randomBytes, randomInt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import type { Work } from "@laro/contract/captcha";
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

/** One try of a browser takes about as long as one of ours, and one of them in the mean of five hundred fits: some seconds of a telephone. */
const WORK = { iterations: 5_000, triesMax: 1_000 } as const;
const derive = promisify(pbkdf2);
const DERIVED_BYTES = 32;
const ANSWER_LENGTH = 16;

/**
 * Sets a sum instead of a picture, bound to the caller's key: which number below `triesMax`, derived by PBKDF2 with SHA-256, is it whose SHA-256 is `target`?
 * The answer is the first sixteen hexadecimal digits of what was derived. For who cannot see a picture; it costs a machine what it costs a browser.
 */
export async function setWork(begin: Database["begin"], { key, now }: { key: string; now: Date }): Promise<Work> {
  const salt = randomBytes(16);
  const derived = await derive(String(randomInt(WORK.triesMax)), salt, WORK.iterations, DERIVED_BYTES, "sha256");
  await begin((tx) => keepAnswer(tx, { key, answer: derived.toString("hex").slice(0, ANSWER_LENGTH), now }));
  return { ...WORK, salt: salt.toString("hex"), target: createHash("sha256").update(derived).digest("hex") };
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
