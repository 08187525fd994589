import { usePermission } from "./permission.ts";

/** The address an application is got from by a telephone. A copy for development is reached as it was reached now; the site in service by its own name. */
export function useDownloadAddress(): (system: string) => string {
  const { mainDomain } = usePermission();
  const origin = mainDomain === location.hostname ? location.origin : `https://${mainDomain}`;
  return (system) => `${origin}/download?os=${system.toLowerCase()}`;
}
