import { useEffect, useState } from "react";

const ADDRESS = "/sw.js";

/** Chromium alone says whether its reader saves data. */
const savesData = (): boolean => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** Resolves once the page and all it waited for are there. */
const loaded = (): Promise<unknown> =>
  document.readyState === "complete" ? Promise.resolve() : new Promise((resolve) => addEventListener("load", resolve, { once: true }));

/** The worker of a newer release that waits to begin; undefined while there is none. Registers the worker after the page has loaded. */
export function useWaitingWorker(): ServiceWorker | undefined {
  const [waiting, setWaiting] = useState<ServiceWorker>();
  useEffect(() => {
    let isOver = false;
    void register((worker) => isOver || setWaiting(worker)).catch(reportError);
    return () => void (isOver = true);
  }, []);
  return waiting;
}

async function register(found: (worker: ServiceWorker) => void): Promise<void> {
  if (!("serviceWorker" in navigator) || savesData()) return;
  await loaded();
  const registration = await navigator.serviceWorker.register(ADDRESS);
  const look = (): void => {
    // The first of all replaces nobody.
    if (registration.waiting !== null && navigator.serviceWorker.controller !== null) found(registration.waiting);
  };
  look();
  registration.addEventListener("updatefound", () => registration.installing?.addEventListener("statechange", look));
}

/** Has the newer release begin, and the page start with it. */
export function takeOver(worker: ServiceWorker): void {
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
  worker.postMessage("begin");
}
