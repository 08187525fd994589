import type { Descent, Told } from "./chain.worker.ts";

/** Hashes a seed down a chain beside the page; `onDone` hears how far it is. Ended by the signal, it answers nothing. */
export function descend(way: Descent, { signal, onDone }: { signal: AbortSignal; onDone: (done: number) => void }): Promise<Uint8Array> {
  const worker = new Worker(new URL("./chain.worker.ts", import.meta.url), { type: "module" });
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
  worker.addEventListener("message", ({ data }: MessageEvent<Told>) => ("link" in data ? resolve(data.link) : onDone(data.done)));
  worker.addEventListener("error", () => reject(new Error("The chain could not be hashed down.")));
  signal.addEventListener("abort", () => reject(new DOMException("Ended.", "AbortError")));
  worker.postMessage(way);
  return promise.finally(() => worker.terminate());
}
