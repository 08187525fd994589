import { z } from "zod";
import { command, contract } from "./core/endpoint.ts";

/** Of an address, which a whole street may share; a key has a limit of its own. */
const rate = { count: 240, windowMs: 60_000 } as const;

/** A sum for the caller's machine: find the number below `triesMax` whose PBKDF2 (SHA-256, 32 bytes) under `salt` hashes to `target`; both are hexadecimal. */
export const Work = z.object({ iterations: z.int(), triesMax: z.int(), salt: z.string(), target: z.string() });
export type Work = z.infer<typeof Work>;

export const captcha = contract("captcha", {
  image: command({
    for: "guest",
    whileClosed: true,
    method: "GET",
    transaction: "own",
    trial: true,
    unfinished: true,
    says: "A picture of characters as base64 PNG, bound to the caller's key, good for one use within two minutes; a key gets one a second.",
    input: z.object({ key: z.uuid() }),
    output: z.string(),
    rate,
  }),
  work: command({
    for: "guest",
    whileClosed: true,
    method: "GET",
    transaction: "own",
    trial: true,
    unfinished: true,
    says: "A sum instead of the picture, for who cannot see it: the first 16 hexadecimal digits of what was derived are the answer to the caller's key.",
    input: z.object({ key: z.uuid() }),
    output: Work,
    rate,
  }),
});
