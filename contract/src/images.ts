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
    says: "Shows a member's picture to an officer; each look is recorded with its reason.",
    input: z.object({ id: Uuid, reason: Reason }),
    output: Picture,
    errors: ["images.not_found"],
  }),
});
