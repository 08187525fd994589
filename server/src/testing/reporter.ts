import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { isSigned } from "../core/vendors/protocols/softswiss/signature.ts";
import { addVendor, type GatewayVendor, keepKey } from "./gateway.ts";
import type { World } from "./world.ts";

/** What a vendor is asked of a day of its books. */
export interface Question {
  readonly day: string;
  readonly level: "sums" | "accounts" | "entries";
  readonly account_id?: string;
  readonly after?: string;
}

/** What we sign with. */
export const OURS = Buffer.from("what we sign with");

/** A report's sums of nothing. */
export const none = { entries: 0, stake: "0.00", win: "0.00", rollback: "0.00", prize: "0.00", digest: "0" };

/** A report of nothing, at each of its depths. */
export const tellNothing = ({ level }: Question): object => (level === "sums" ? none : { accounts: [], entries: [], next: null });

/** A vendor that is asked for reports. */
export interface Reporter {
  readonly vendor: GatewayVendor;
  readonly baseUrl: string;
  readonly asked: Question[];
  /** What it answers; undefined hangs up. */
  tell: (question: Question) => object | undefined;
  readonly close: () => void;
}

/** Adds a vendor that is asked here. */
export async function addReporter(world: World, about: { id: number; code: string }): Promise<Reporter> {
  const asked: Question[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks);
      const question = JSON.parse(body.toString()) as Question;
      const isOurs = request.url === "/api/report" && isSigned(body, request.headers["x-request-sign"], [OURS]);
      if (isOurs) asked.push(question);
      const answer = isOurs ? reporter.tell(question) : undefined;
      if (answer === undefined) return void request.socket.destroy();
      response.end(JSON.stringify(answer));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
  const vendor = await addVendor(world, { ...about, row: { simulated: false, base_url: baseUrl } });
  await keepKey(world, { vendorId: about.id, use: "ours", secret: OURS });
  const reporter: Reporter = { vendor, baseUrl, asked, tell: () => undefined, close: () => void server.close() };
  return reporter;
}
