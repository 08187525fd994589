import { settings } from "@laro/contract/settings";
import type { Person } from "./person.ts";

interface Status {
  readonly maintenance?: boolean;
  readonly regionRestriction?: boolean;
  readonly until?: string;
}

/** Opens the site but for what is named, as an officer does who has just looked at it. */
export async function setSite(officer: Person, status: Status, reason = "it is asked for"): Promise<void> {
  const { maintenance, regionRestriction } = await officer.call(settings.site, {});
  const seen = { maintenance, regionRestriction };
  await officer.call(settings.setStatus, { maintenance: false, regionRestriction: false, ...status, seen, reason });
}
