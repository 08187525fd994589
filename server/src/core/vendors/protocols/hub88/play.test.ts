import { expect, test } from "vitest";
import { hub88Keys } from "../../../../testing/hub88.ts";
import { hub88Play } from "./play.ts";
import { isSigned } from "./signature.ts";

const item = {
  transaction_uuid: "t1",
  transaction_status: "TS_SUCCESS",
  user: "ann",
  currency: "PHP",
  game_code: "gale",
  round: "r1",
  kind: "TK_BET",
  amount: 1_250_000,
  inserted_at: "2026-11-26T04:05:06",
};
const read = (list: unknown) => hub88Play.answer.safeParse(list);

test("an answer that is no list, or a list beyond its bound, is no answer", () => {
  for (const none of [{ status: "RS_ERROR_UNKNOWN" }, null, "[]", Array.from({ length: 5_001 }, () => item)]) expect(read(none).success).toBe(false);
});

test("what is no record is told apart by its id, and the others count", () => {
  const odd = [
    [
      { ...item, transaction_uuid: "x".repeat(256) },
      { id: "", kind: "record_malformed" },
    ],
    [
      { ...item, user: undefined },
      { id: "t1", kind: "record_malformed" },
    ],
    [
      { ...item, inserted_at: "2026-02-30T99:00:00" },
      { id: "t1", kind: "record_malformed" },
    ],
    [
      { ...item, kind: "TK_ROLLBACK" },
      { id: "t1", kind: "record_malformed" },
    ],
    [
      { ...item, kind: "TK_NEG_BET" },
      { id: "t1", kind: "record_kind_unknown" },
    ],
    [
      { ...item, amount: 1.5 },
      { id: "t1", kind: "amount_wrong" },
    ],
    [
      { ...item, amount: -1_000 },
      { id: "t1", kind: "amount_wrong" },
    ],
    [
      { ...item, amount: 9_007_199_254_740_991 },
      { id: "t1", kind: "amount_wrong" },
    ],
    [
      { ...item, amount: 999 },
      { id: "t1", kind: "fraction" },
    ],
    [7, { id: "", kind: "record_malformed" }],
  ] as const;
  const { list, odd: told } = hub88Play.answer.parse([...odd.map(([one]) => one), { ...item, transaction_uuid: "t2" }]);
  expect(told).toEqual(odd.map(([, kind]) => kind));
  expect(list).toEqual([
    {
      type: "bet",
      id: "t2",
      player: "ann",
      currency: "PHP",
      game: "gale",
      round: "r1",
      amountMinor: 12_50n,
      playedAt: new Date("2026-11-26T04:05:06Z"),
    },
  ]);
});

test("what was declined, given up or free is nothing; a rollback and what says of itself that it was rolled back name the same", () => {
  const told = hub88Play.answer.parse([
    { ...item, transaction_status: "TS_DECLINED" },
    { ...item, transaction_status: "TS_RETRY_ATTEMPTS_LIMIT_EXCEEDED" },
    { ...item, kind: "TK_FREE_BET" },
    { ...item, transaction_status: "TS_ROLLEDBACK" },
    { ...item, transaction_uuid: "t9", kind: "TK_ROLLBACK", reference_transaction_uuid: "t1" },
    { ...item, transaction_status: undefined, status: "TS_SUCCESS", kind: "TK_JP_WIN", round: null },
  ]);
  expect(told.odd).toEqual([]);
  expect(told.list).toMatchObject([
    { type: "undo", id: "t1", amountMinor: 0n },
    { type: "undo", id: "t1", amountMinor: 0n },
    { type: "win", id: "t1", round: "t1", amountMinor: 12_50n },
  ]);
});

test("a stretch of time is asked for to the second, never less of it, and signed as it is sent", () => {
  const about = { casinoId: "laro", currency: "PHP", from: new Date("2026-11-26T04:00:00.900Z"), until: new Date("2026-11-26T04:05:00.100Z") };
  const { path, headers, body } = hub88Play.ask(about, hub88Keys.own);
  expect(path).toBe("operator/generic/v2/transactions/list");
  expect(JSON.parse(body)).toMatchObject({ operator_id: "laro", currency: "PHP", start_time: "2026-11-26T04:00:00", end_time: "2026-11-26T04:05:01" });
  expect(isSigned(Buffer.from(body), headers["x-hub88-signature"], [hub88Keys.shared])).toBe(true);
});
