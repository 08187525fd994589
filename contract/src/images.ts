import { z } from "zod";
import { command, contract, query } from "./core/endpoint.ts";
import { Uuid } from "./core/ids.ts";
import { Reason } from "./core/reason.ts";

/** A stored picture: re-encoded JPEG, as base64. */
export const Picture = z.object({ id: Uuid, base64: z.string() });

export const images = contract("images", {
  mine: query({ for: "member", says: "One of the member's own pictures.", input: z.object({ id: Uuid }), output: Picture, errors: ["images.not_found"] }),
  view: command({
    for: "operator",
    says: "Shows a member's slip or receipt to an officer, with who looks and when drawn over it; each look is recorded with its reason before it is shown.",
    transaction: "own",
    rate: { count: 30, windowMs: 60_000 },
    input: z.object({ id: Uuid, reason: Reason }),
    output: Picture,
    errors: ["images.not_found"],
  }),
});
