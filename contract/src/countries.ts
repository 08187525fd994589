import { z } from "zod";
import { contract, query } from "./core/endpoint.ts";
import { Moment } from "./core/ids.ts";

/** A database of countries older than this says of too many addresses where they were. */
export const COUNTRIES_OLD_DAYS = 90;

export const countries = contract("countries", {
  database: query({
    for: "operator",
    personal: false,
    says: "The database that says which country an address is registered in: when it was made, and whether it is the operator's own or the shipped one.",
    input: z.object({}),
    output: z.object({ builtAt: Moment, isOwn: z.boolean(), isOld: z.boolean() }),
  }),
});
