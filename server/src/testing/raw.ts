import { once } from "node:events";
import { type IncomingMessage, type OutgoingHttpHeaders, request } from "node:http";

export interface Got {
  readonly status: number | undefined;
  readonly headers: IncomingMessage["headers"];
  readonly body: Buffer;
}

/** What a server answers, byte by byte: `fetch` would unpack it. */
export async function getRaw(url: string, headers: OutgoingHttpHeaders = {}, method = "GET"): Promise<Got> {
  const [response] = (await once(request(url, { method, headers }).end(), "response")) as [IncomingMessage];
  const parts: Buffer[] = [];
  for await (const part of response) parts.push(part as Buffer);
  return { status: response.statusCode, headers: response.headers, body: Buffer.concat(parts) };
}
