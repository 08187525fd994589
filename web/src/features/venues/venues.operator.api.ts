import { venues } from "@laro/contract/venues";
import { useApiCommand, useApiQuery } from "../../api/query.ts";

export const useKeptVenues = () => useApiQuery(venues.kept, {});
export const useAddVenue = () => useApiCommand(venues.add, { stale: [venues.kept] });
export const useChangeVenue = () => useApiCommand(venues.change, { stale: [venues.kept] });
