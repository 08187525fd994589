import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

/** Below what systems give to outgoing connections (on Linux 32768 and up), any of which could take a port between the look and its use. */
const FIRST = 20_000;
const PORTS = 12_000;

/** A port nobody listens on right now. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + randomInt(PORTS);
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, "127.0.0.1");
  try {
    await once(server, "listening");
  } catch {
    return false;
  }
  server.close();
  await once(server, "close");
  return true;
}
