import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

const SOCKET_NAME = ".s.PGSQL.5432";

export interface Relay {
  /** The database's address by way of the relay. */
  readonly url: string;
  /** The server falls silent for each connection that has ever said this: nothing it says arrives any more, and nothing ends. */
  readonly freeze: (said: string) => void;
  /** What each connection has said so far, its first words first. */
  readonly listSaid: () => readonly string[];
  readonly close: () => Promise<void>;
}

interface Passage {
  said: string;
  readonly fromServer: Socket;
  readonly sockets: readonly Socket[];
}

/** A way to the database that can fall silent, as a server does whose machine lost power. */
export async function openRelay(url: string): Promise<Relay> {
  const address = new URL(url);
  const target = join(address.searchParams.get("host")!, SOCKET_NAME);
  const folder = await mkdtemp(join(tmpdir(), "laro-relay-"));
  const passages: Passage[] = [];
  const server = createServer((client) => {
    const fromServer = connect(target);
    const passage: Passage = { said: "", fromServer, sockets: [client, fromServer] };
    passages.push(passage);
    client.on("data", (part) => (passage.said += part.toString("latin1")));
    for (const socket of passage.sockets) socket.on("error", () => socket.destroy());
    client.pipe(fromServer).pipe(client);
  });
  await once(server.listen(join(folder, SOCKET_NAME)), "listening");
  address.searchParams.set("host", folder);
  return {
    url: address.href,
    freeze: (said) => {
      for (const { fromServer, ...passage } of passages) if (passage.said.includes(said)) fromServer.unpipe().pause();
    },
    listSaid: () => passages.map(({ said }) => said),
    close: async () => {
      for (const { sockets } of passages) for (const socket of sockets) socket.destroy();
      server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
