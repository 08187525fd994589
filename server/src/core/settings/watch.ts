import { refuse } from "@laro/contract/core/errors";
import type { Platform } from "../../platform/routes.ts";
import { getSiteStatus, PERMISSION_ENDPOINT, type SiteStatus } from "./settings.ts";

/** Should the notice of a change be lost, the status is read again after this. */
const TRUSTED_MS = 1_000;

interface Known {
  readonly status: Promise<SiteStatus>;
  readonly readAtMs: number;
  isOpen: boolean;
}

/** Remembers whether the site is open. Answers what refuses with `site.maintenance` or `site.region_restricted` while it is not. */
export function watchSite({ database, live }: Pick<Platform, "database" | "live">): () => Promise<void> | undefined {
  let known: Known | undefined;
  live.onStale([PERMISSION_ENDPOINT], () => (known = undefined));
  const read = (): Known => {
    const asked: Known = { status: getSiteStatus(database.db), readAtMs: performance.now(), isOpen: false };
    known = asked;
    asked.status.then(
      ({ maintenance, regionRestriction }) => (asked.isOpen = !maintenance && !regionRestriction),
      () => (known = known === asked ? undefined : known),
    );
    return asked;
  };
  return () => {
    const current = known !== undefined && performance.now() - known.readAtMs < TRUSTED_MS ? known : read();
    return current.isOpen ? undefined : current.status.then(refuseClosed);
  };
}

function refuseClosed({ maintenance, regionRestriction }: SiteStatus): void {
  if (maintenance) refuse("site.maintenance");
  if (regionRestriction) refuse("site.region_restricted");
}
