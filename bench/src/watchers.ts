/** A process of many sockets that watch a table and note how long each message took. */
import { LIVE_PATH } from "@laro/contract/core/live";
import { answerParent } from "./child.ts";

export type ViewersRequest =
  | { readonly do: "open"; readonly address: string; readonly tickets: readonly string[]; readonly series: string }
  | { readonly do: "begin" | "end" };

const SAID_AT = /"saidAt":(\d+)\}$/;
const SAID_AT_SIGNS = 32;

const sockets: WebSocket[] = [];
let delaysMs: number[] = [];

async function open(address: string, ticket: string, series: string): Promise<void> {
  // Each from an address of its own: one network has only so many a minute.
  const headers = { "x-forwarded-for": `10.0.${Math.floor(sockets.length / 256)}.${sockets.length % 256}` };
  const socket = new WebSocket(`${address.replace("http", "ws")}${LIVE_PATH}?ticket=${ticket}`, { headers });
  sockets.push(socket);
  socket.onclose = ({ code }) => process.stderr.write(`A socket was closed with ${code}.\n`);
  await new Promise((opened) => (socket.onopen = opened));
  socket.send(JSON.stringify({ watch: [series] }));
  socket.onmessage = ({ data }) => {
    // Its last field, read without the rest: who measures must not be what is slow.
    const saidAt = SAID_AT.exec(String(data).slice(-SAID_AT_SIGNS))?.[1];
    if (saidAt !== undefined) delaysMs.push(Date.now() - Number(saidAt));
  };
}

const percentile = (sorted: readonly number[], share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

answerParent(async (request: ViewersRequest) => {
  if (request.do === "open") return void (await Promise.all(request.tickets.map((ticket) => open(request.address, ticket, request.series))));
  if (request.do === "begin") return void (delaysMs = []);
  const sorted = delaysMs.toSorted((a, b) => a - b);
  for (const socket of sockets) {
    socket.onclose = null;
    socket.close();
  }
  return { count: sorted.length, p50Ms: percentile(sorted, 0.5), p99Ms: percentile(sorted, 0.99), mostMs: sorted.at(-1) ?? 0 };
});
