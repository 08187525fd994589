/** A process of many sockets that watch a table and note how long each message took. */
import { once } from "node:events";
import { LIVE_PATH } from "@laro/contract/core/live";
import { WebSocket } from "ws";
import { answerParent } from "./child.ts";

export type ViewersRequest =
  | { readonly do: "open"; readonly address: string; readonly tickets: readonly string[]; readonly series: string }
  | { readonly do: "begin" | "end" };

const sockets: WebSocket[] = [];
let delaysMs: number[] = [];

async function open(address: string, ticket: string, series: string): Promise<void> {
  const socket = new WebSocket(`${address.replace("http", "ws")}${LIVE_PATH}?ticket=${ticket}`, { perMessageDeflate: false });
  sockets.push(socket);
  socket.on("close", (code) => process.stderr.write(`A socket was closed with ${code}.\n`));
  await once(socket, "open");
  socket.send(JSON.stringify({ watch: [series] }));
  socket.on("message", (data) => {
    const said = JSON.parse(String(data)) as { saidAt?: number };
    if (said.saidAt !== undefined) delaysMs.push(Date.now() - said.saidAt);
  });
}

const percentile = (sorted: readonly number[], share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

answerParent(async (request: ViewersRequest) => {
  if (request.do === "open") return void (await Promise.all(request.tickets.map((ticket) => open(request.address, ticket, request.series))));
  if (request.do === "begin") return void (delaysMs = []);
  const sorted = delaysMs.toSorted((a, b) => a - b);
  for (const socket of sockets) {
    socket.removeAllListeners("close");
    socket.terminate();
  }
  return { count: sorted.length, p50Ms: percentile(sorted, 0.5), p99Ms: percentile(sorted, 0.99), mostMs: sorted.at(-1) ?? 0 };
});
