import { SMTPServer } from "smtp-server";
import type { Orders } from "./messenger.orders.ts";

/** A letter as it came over the wire. */
export interface Mail {
  readonly from: string;
  readonly to: readonly string[];
  /** Head and body, undecoded. */
  readonly raw: string;
  readonly isEncrypted: boolean;
}

const MAILS_MAX = 1_000;
const SIZE_MAX_BYTES = 256 * 1024;
const SLOW_MS = 1_500;

const refusal = (responseCode: number, words: string): Error => Object.assign(new Error(words), { responseCode });

/** The mail server: keeps what it is handed. */
export class Mailbox {
  readonly #mails: Mail[] = [];
  readonly server: SMTPServer;

  constructor(orders: Orders) {
    this.server = new SMTPServer({
      authOptional: true,
      disabledCommands: ["AUTH"],
      size: SIZE_MAX_BYTES,
      logger: false,
      onRcptTo: ({ address }, _session, done) => {
        if (orders.take("mail-refuse", address)) done(refusal(550, "No such mailbox here"));
        else if (orders.take("mail-fail", address)) done(refusal(451, "Try again later"));
        else if (orders.take("mail-slow", address)) setTimeout(done, SLOW_MS);
        else done();
      },
      onData: (stream, { envelope, secure }, done) => {
        const chunks: Buffer[] = [];
        stream.on("data", (chunk: Buffer) => chunks.push(chunk));
        stream.on("end", () => {
          const from = envelope.mailFrom === false ? "" : envelope.mailFrom.address;
          this.#mails.push({ from, to: envelope.rcptTo.map(({ address }) => address), raw: Buffer.concat(chunks).toString("utf8"), isEncrypted: secure });
          if (this.#mails.length > MAILS_MAX) this.#mails.shift();
          done();
        });
      },
    });
    // A client that hangs up in the middle is no fault of the server's.
    this.server.on("error", () => undefined);
  }

  list(): readonly Mail[] {
    return this.#mails;
  }
}
