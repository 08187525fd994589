import { PAYMENT_PASSWORD } from "./cashier.ts";
import { points, type DeskItem } from "@laro/contract/points";
import type { InputOf } from "@laro/contract/core/endpoint";
import { givePoints } from "../core/points/points.ts";
import { derivedId, newId } from "../platform/ids.ts";
import type { Person } from "./person.ts";
import type { World } from "./world.ts";

/** Gives a member points, as a draw would. */
export const winPoints = (world: Pick<World, "open" | "clock">, accountId: bigint, won: bigint): Promise<boolean> => {
  const now = world.clock.now();
  return world.open.platform.database.begin((tx) =>
    givePoints(tx, { accountId, ref: derivedId("demo-points", newId(now)), kind: "won", points: won, detail: { names: { EN: "A draw" } }, now }),
  );
};

type Wanted = InputOf<typeof points.saveItem>;

/** An item as an officer fills it in. */
export const itemOf = (more: Partial<Wanted> = {}): Wanted => ({
  version: 0,
  state: "open",
  words: { EN: { name: "Umbrella", description: "Blue" }, TY: { name: "Payong", description: "Asul" } },
  group: "",
  pictureId: null,
  pointsRequirement: 500,
  amountRequirement: 0n,
  units: "piece",
  stock: null,
  perMember: null,
  permit: "",
  sort: 0,
  reason: "For the mall",
  ...more,
});

/** Puts an item into the mall. */
export const addItem = (officer: Person, more: Partial<Wanted> = {}): Promise<DeskItem> => officer.call(points.saveItem, itemOf(more));

/** What a member sends who redeems one. */
export const redeemOf = (
  { id: itemId, pointsRequirement }: Pick<DeskItem, "id" | "pointsRequirement">,
  more: Partial<InputOf<typeof points.redeem>> = {},
): InputOf<typeof points.redeem> => ({
  requestId: newId(new Date()),
  itemId,
  pointsRequirement,
  quantity: 1,
  paymentPassword: PAYMENT_PASSWORD,
  address: "12 Mabini Street, Quezon City",
  countryDialingCode: "+63",
  mobileNum: "0917 123 4567",
  ...more,
});

/** An item of which one was redeemed, by a statement that the next one plants a fault into. */
const ITEM = `insert into points_item values ('00000000-0000-8000-8000-000000000001', default, 'open', '{}', '', null, 5, 0, 'piece', null, null, '', 0, `;
/** A redeem of it: in process, or rejected. */
const redeemAs = (state: string): string =>
  `${ITEM}1, 1, 1, now()); insert into points_redeem (id, account_id, item_id, names, units, quantity, points_requirement, amount_requirement, points, state, digest, written_by, decided_at, at) values (gen_random_uuid(), 1, '00000000-0000-8000-8000-000000000001', '{}', 'piece', 1, 5, 0, 5, '${state}', 0, 1, ${state === "inProcess" ? "null" : "now()"}, now())`;
const line = (kind: string, changed: number, after: number): string =>
  `insert into points_line values (1, 1, gen_random_uuid(), '${kind}', ${changed}, ${after}, '{}', now()); insert into points_account values (1, ${after}, 1)`;

/** What may be wrong with points, the audit view that sees it, and the statement that plants it. */
export const pointsFaults: readonly [what: string, view: "audit_a30" | "audit_a31", plant: string][] = [
  ["points that no line brought", "audit_a30", "insert into points_account values (1, 5, 0)"],
  ["a line whose account knows nothing of it", "audit_a30", "insert into points_line values (1, 1, gen_random_uuid(), 'won', 5, 5, '{}', now())"],
  ["a line that does not close with the sum", "audit_a30", line("won", 5, 6)],
  ["a line that follows a gap", "audit_a30", "insert into points_line values (1, 2, gen_random_uuid(), 'won', 5, 5, '{}', now())"],
  ["a redeem that took no points", "audit_a31", redeemAs("inProcess")],
  ["a rejected redeem that gave none back", "audit_a31", redeemAs("rejected")],
  ["an item that was redeemed by nobody", "audit_a31", `${ITEM}1, 1, 1, now())`],
  ["points that were converted to nothing", "audit_a31", line("converted", -5, 0)],
  [
    "money of points that nobody gave up",
    "audit_a31",
    "update transfer set kind = 18 where (wallet_id, seq) = (select wallet_id, seq from transfer where kind = 3 limit 1)",
  ],
];
