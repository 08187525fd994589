import { venues } from "@laro/contract/venues";
import { useApiCommand, useApiQuery } from "../../api/query.ts";

export const useVenues = () => useApiQuery(venues.list, { menuGroup: "gamingvenue" });
export const useMyVenue = (enabled: boolean) => useApiQuery(venues.mine, {}, { enabled });
export const useChooseVenue = () => useApiCommand(venues.choose, { stale: [venues.mine] });
