/** What marks the picture a pressed cover grows into: the stage of a room, the cover of a sheet; `motion.css` names it while the page changes. */
const TARGET = "[data-grows]";
const NAME = "cover";
/** A place that is not there by then is not waited for. */
const WAIT_MS = 400;
const LOOK_MS = 16;

let pressed: HTMLElement | null = null;
addEventListener("click", ({ target }) => (pressed = (target as Element).closest("article")?.querySelector("img") ?? null), { capture: true });

const isThere = (): boolean => document.querySelector(TARGET) !== null;

async function untilThere(): Promise<void> {
  for (let waited = 0; waited < WAIT_MS && !isThere(); waited += LOOK_MS) await new Promise((done) => setTimeout(done, LOOK_MS));
}

/** Changes the page so that the cover that was pressed grows into its place there; at once where motion is reduced or the browser cannot. */
export function glide(change: () => void): void {
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches || !("startViewTransition" in document);
  const cover = pressed;
  pressed = null;
  if (isStill || cover?.isConnected !== true) return change();
  if (!isThere()) cover.style.viewTransitionName = NAME;
  document.startViewTransition(async () => {
    cover.style.viewTransitionName = "";
    change();
    await untilThere();
  });
}
