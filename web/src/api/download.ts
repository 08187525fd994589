import { RefusedCall } from "@laro/contract/core/call";
import type { Answer, Endpoint, InputOf } from "@laro/contract/core/endpoint";
import { useRef, useState } from "react";
import { requestInit } from "./call.ts";
import { NoAnswer } from "./noAnswer.ts";
import { useT } from "./language.ts";

type Download = Endpoint & { readonly file: NonNullable<Endpoint["file"]> };

interface Progress {
  /** Lines read so far, and how many there will be if the server knows. */
  readonly read: number;
  readonly of: number | undefined;
}

const NEW_LINE = 10;

/** Fetches a file and hands it to the browser to keep; says how far it is, and can be stopped. */
export function useDownload<E extends Download>(endpoint: E) {
  const [progress, setProgress] = useState<Progress>();
  const [error, setError] = useState<Error>();
  const running = useRef<AbortController>(undefined);

  const start = async (input: InputOf<E>): Promise<void> => {
    const control = new AbortController();
    running.current = control;
    setError(undefined);
    setProgress({ read: 0, of: undefined });
    try {
      const { name, blob } = await read(endpoint, input, { signal: control.signal, onProgress: setProgress });
      saveFile(name, blob);
    } catch (fault) {
      if (!control.signal.aborted) setError(fault as Error);
    } finally {
      setProgress(undefined);
    }
  };
  return { start: (input: InputOf<E>) => void start(input), stop: () => running.current?.abort(), progress, error };
}

/** The words of a download that runs: how far it is and how to stop it. */
export function useDownloadWords() {
  const t = useT();
  return {
    stopLabel: t("ui.download.stop"),
    progressOf: (progress: Progress | undefined): string | undefined =>
      progress && (progress.of === undefined ? t("ui.download.running") : t("ui.download.lines", { read: progress.read, of: progress.of })),
  };
}

interface Reading {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
}

async function read<E extends Download>(endpoint: E, input: InputOf<E>, { signal, onProgress }: Reading): Promise<{ name: string; blob: Blob }> {
  const { path, init } = await requestInit(endpoint, input);
  const response = await fetch(path, { ...init, signal }).catch(() => Promise.reject(new NoAnswer("errors.network.offline")));
  if (!response.ok || response.body === null) throw new RefusedCall((await response.json()) as Extract<Answer<never>, { success: false }>);
  const rows = response.headers.get("x-rows");
  const of = rows === null ? undefined : Number(rows);
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let lines = 0;
  // Read as every browser can: Safari does not step through a body.
  const reader = response.body.getReader();
  for (let { done, value: chunk } = await reader.read(); !done && chunk; { done, value: chunk } = await reader.read()) {
    chunks.push(chunk);
    lines += chunk.reduce((count, byte) => count + Number(byte === NEW_LINE), 0);
    // The first line is the heading.
    onProgress({ read: Math.max(0, lines - 1), of });
  }
  const name = /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "")?.[1] ?? endpoint.name;
  return { name, blob: new Blob(chunks, { type: response.headers.get("content-type") ?? "" }) };
}

/** Hands a file that was made here to the browser to keep. */
export function saveFile(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  Object.assign(document.createElement("a"), { href: url, download: name }).click();
  URL.revokeObjectURL(url);
}
