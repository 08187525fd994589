import { venues } from "@laro/contract/venues";
import { routes } from "../../platform/routes.ts";
import { addVenue, changeVenue, chooseVenue, getMyVenue, listKeptVenues, listVenues } from "./venues.ts";

export const venuesRoutes = routes(venues, {
  list: async ({ db }) => listVenues(db),
  mine: async ({ db, actor }) => getMyVenue(db, actor.id),
  choose: async ({ tx, actor, input }) => {
    await chooseVenue(tx, { accountId: actor.id, venue: input.venue });
    return {};
  },
  kept: async ({ db }) => ({ list: await listKeptVenues(db) }),
  add: async ({ tx, input: { label }, now }) => {
    await addVenue(tx, { label, now });
    return { list: await listKeptVenues(tx) };
  },
  change: async ({ tx, input: { id, label, isOpen } }) => {
    await changeVenue(tx, { id, label, isOpen });
    return { list: await listKeptVenues(tx) };
  },
});
