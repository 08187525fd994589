import { z } from "zod";

/** A sealed body: a compact JWE (ECDH-ES, A256GCM) to the public key of the permission response. */
export const SealedBody = z.object({ sealed: z.string().max(65_536) });

/** What is inside the JWE: the call's name, its input, a nonce used once and the moment it was made by the clock of the permission response (refused two minutes away from the server's). */
export const SealedContent = z.object({ name: z.string(), nonce: z.uuid(), at: z.int(), input: z.unknown() });
export type SealedContent = z.infer<typeof SealedContent>;

export const SEAL_MAX_AGE_MS = 120_000;
