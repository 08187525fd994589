import type { Refusal } from "@laro/contract/core/errors";
import { expect, test } from "vitest";
import { systemClock } from "../../platform/clock.ts";
import type { Database } from "../../platform/db.ts";
import { reserve, WAITING_MAX, type Reservation } from "./exposures.ts";

/** A database that lets everybody wait until it is told to go on. */
function slowDatabase() {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  return { place: { database: { begin: () => promise } as unknown as Pick<Database, "begin">, clock: systemClock }, goOn: () => resolve(undefined) };
}
const asking = (marks: number): Reservation => ({
  eventId: 1n,
  asks: Array.from({ length: marks }, (_, at) => ({ key: `d=${at}`, amount: 1n, cap: 1_000_000n })),
});
const codeOf = (asked: Promise<unknown>) =>
  asked.then(
    () => "taken",
    (error: unknown) => (error as Refusal).code,
  );

test("so many purchases wait for their room; whoever comes then is told to come again, and those that waited get theirs", async () => {
  const { place, goOn } = slowDatabase();
  const asked = Array.from({ length: WAITING_MAX + 5 }, () => codeOf(reserve(place, asking(2))));
  goOn();
  const said = await Promise.all(asked);
  expect([said.filter((one) => one === "taken").length, said.filter((one) => one === "server.busy").length]).toEqual([WAITING_MAX, 5]);
  expect(await codeOf(reserve(place, asking(2)))).toBe("taken");
});

test("few purchases with very many marks fill the line as well, and the first is taken whatever its size", async () => {
  const { place, goOn } = slowDatabase();
  const asked = [30_000, 30_000, 30_000, 30_000, 2].map((marks) => codeOf(reserve(place, asking(marks))));
  goOn();
  expect(await Promise.all(asked)).toEqual(["taken", "taken", "taken", "server.busy", "taken"]);
});
