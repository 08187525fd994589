import { z } from "zod";
import { command, contract } from "./core/endpoint.ts";

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
    /** Of an address, which a whole street may share; a key has a limit of its own. */
    rate: { count: 240, windowMs: 60_000 },
  }),
});
