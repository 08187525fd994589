import { refuse } from "@laro/contract/core/errors";
import type { VendorRules } from "@laro/contract/gateway";
import { sql } from "kysely";
import { isIP } from "node:net";
import type { Tx } from "../../platform/db.ts";

const BITS = { 4: 32, 6: 128 } as const;

/** Whether a text names an address or a range of them, as `10.0.0.0/8`. */
function isRange(text: string): boolean {
  const [net = "", bits, ...rest] = text.split("/");
  const family = isIP(net);
  if (family === 0 || net.includes("%") || rest.length > 0) return false;
  return bits === undefined || (/^[0-9]{1,3}$/.test(bits) && Number(bits) <= BITS[family as 4 | 6]);
}

/** Refuses with `gateway.address_wrong` what is no address. */
export function checkAddresses(addresses: readonly string[]): void {
  if (addresses.some((address) => !isRange(address))) refuse("gateway.address_wrong", { field: "addresses" });
}

/** Sets rules of a vendor; those left out stay. Refuses with `gateway.address_wrong` what is no address. They hold within a second. */
export async function setRules(tx: Tx, vendorId: number, { addresses, ...rules }: Partial<VendorRules>): Promise<void> {
  checkAddresses(addresses ?? []);
  const columns = {
    calls_per_s: rules.callsPerS,
    calls_at_once: rules.callsAtOnce,
    answer_within_ms: rules.answerWithinMs,
    stake_max: rules.stakeMax,
    hour_loss_max: rules.hourLossMax,
    grant_win_max: rules.grantWinMax,
    prize_day_max: rules.prizeDayMax,
    round_rule: rules.roundRule,
    // Bits behind the range's end are dropped: 10.1.2.3/8 is 10.0.0.0/8.
    cidrs: addresses && sql<string[]>`array(select distinct network(address::inet)::cidr from unnest(${[...addresses]}::text[]) address order by 1)`,
  };
  const given = Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
  if (Object.keys(given).length > 0) await tx.updateTable("vendor").set(given).where("id", "=", vendorId).execute();
}
