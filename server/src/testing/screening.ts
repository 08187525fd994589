import type { ScreeningListName } from "@laro/contract/screening";
import type { Named } from "../core/screening/keys.ts";
import { loadList, type Loaded } from "../core/screening/lists.ts";
import type { World } from "./world.ts";

/** Puts a list of these people in force, as its file would. */
export function loadPeople({ open, clock }: Pick<World, "open" | "clock">, list: ScreeningListName, people: readonly Named[]): Promise<Loaded> {
  const { database, keys } = open.platform;
  const port = async function* () {
    yield* people;
  };
  return database.begin((tx) => loadList(tx, { list, port, keys, now: clock.now() }));
}
