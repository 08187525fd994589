import { isIPv6 } from "node:net";

/** An address as it is compared: one of version 4 that came in the clothes of version 6 is one of version 4. */
export const plainAddress = (ip: string): string => ip.replace(/^::ffff:(?=\d+\.)/i, "");

const GROUPS = 8;
const NETWORK_GROUPS = 4;

/** What one household has of an address: all of version 4, the /64 of version 6 however it is written; anything else as it is. Who comes by the Unix socket without a proxy's word has none. */
export function networkOf(address: string | undefined): string {
  if (address === undefined) return "";
  const ip = plainAddress(address);
  if (!isIPv6(ip)) return ip;
  const [head = "", tail = ""] = new URL(`http://[${ip.split("%")[0]}]`).hostname.slice(1, -1).split("::");
  const [first, last] = [head, tail].map((side) => side.split(":").filter((group) => group !== ""));
  const zeros = Array.from({ length: GROUPS - first!.length - last!.length }, () => "0");
  return `${[...first!, ...zeros, ...last!].slice(0, NETWORK_GROUPS).join(":")}::/64`;
}

/** The first half of an address: enough to say whether it was one's own, and too little to find anyone by. */
export function maskAddress(address: string): string {
  const ip = plainAddress(address);
  const sign = isIPv6(ip) ? ":" : ".";
  return `${ip.split(sign).slice(0, 2).join(sign)}${sign}…`;
}
