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
export const redeemOf = (itemId: string, more: Partial<InputOf<typeof points.redeem>> = {}): InputOf<typeof points.redeem> => ({
  requestId: newId(new Date()),
  itemId,
  quantity: 1,
  paymentPassword: PAYMENT_PASSWORD,
  address: "12 Mabini Street, Quezon City",
  countryDialingCode: "+63",
  mobileNum: "0917 123 4567",
  ...more,
});
