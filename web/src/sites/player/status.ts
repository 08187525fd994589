import { site } from "@laro/contract/site";
import { useEffect, useState } from "react";
import { usePermission } from "../../api/permission.ts";
import { useApiQuery } from "../../api/query.ts";
import { useOnRefusal } from "../../api/refusals.ts";

const reload = (): void => location.reload();

/** An open page follows the site: when it closes or opens, it is loaded anew and shows the root view of the hour. */
export function useSiteStatus(options: { everyMs?: number } = {}): void {
  const known = usePermission();
  const [opened] = useState(known.systemStatus);
  useApiQuery(site.permission, {}, { known, ...options });
  const hasChanged = known.systemStatus !== opened;
  useEffect(() => {
    if (hasChanged) reload();
  }, [hasChanged]);
  useOnRefusal("site.maintenance", reload);
  useOnRefusal("site.region_restricted", reload);
}
