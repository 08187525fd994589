import { compactDecrypt, importJWK } from "jose";
import type { World } from "./world.ts";

/** What a page sealed to the server, as the server reads it. */
export async function readSealed(world: World, body: string | null): Promise<Readonly<Record<string, unknown>>> {
  const { sealed } = JSON.parse(body ?? "{}") as { sealed: string };
  const { plaintext } = await compactDecrypt(sealed, await importJWK(world.open.platform.keys.seal, "ECDH-ES"));
  return (JSON.parse(new TextDecoder().decode(plaintext)) as { input: Record<string, unknown> }).input;
}
