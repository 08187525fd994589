import { connect, type Socket } from "node:net";

const BUFFER_BYTES = 256 * 1024;
const HEAD_END = "\r\n\r\n";
const LENGTH = /\r\ncontent-length: (\d+)/i;

/** All answers of a process are read through one buffer: each is looked at before the next arrives. */
const buffer = Buffer.allocUnsafe(BUFFER_BYTES);

/** One kept-alive connection that asks one thing at a time and reads no more of the answer than its status, its length and one word. */
export class Connection {
  readonly #socket: Socket;
  #answered: PromiseWithResolvers<void> | undefined;
  #wanted = "";
  #text = "";

  constructor(socketPath: string) {
    const onread = { buffer, callback: (length: number, bytes: Uint8Array) => this.#read((bytes as Buffer).toString("latin1", 0, length)) };
    this.#socket = connect({ path: socketPath, onread });
    this.#socket.on("error", (error) => this.#answered?.reject(error));
    this.#socket.on("close", () => this.#answered?.reject(new Error("The server closed a connection.")));
  }

  /** Sends a whole request; settles when its whole answer has arrived. Any status but 200 is a fault, and an answer without what is wanted. */
  call(request: string, wanted = ""): Promise<void> {
    this.#answered = Promise.withResolvers();
    this.#wanted = wanted;
    this.#socket.write(request, "latin1");
    return this.#answered.promise;
  }

  close(): void {
    this.#socket.destroy();
  }

  #read(text: string): boolean {
    this.#text += text;
    const head = this.#text.indexOf(HEAD_END);
    if (head === -1) return true;
    const length = Number(LENGTH.exec(this.#text)?.[1]);
    if (this.#text.length < head + HEAD_END.length + length) return true;
    const answer = this.#text;
    this.#text = "";
    if (answer.startsWith("HTTP/1.1 200 ") && answer.includes(this.#wanted)) this.#answered?.resolve();
    else this.#answered?.reject(new Error(`The server answered ${answer}`));
    return true;
  }
}
