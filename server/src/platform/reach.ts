import { lookup, type LookupAddress } from "node:dns";
import { Agent as PlainAgent, request as requestPlain, type IncomingMessage, type RequestOptions } from "node:http";
import { Agent as SecureAgent, request as requestSecure } from "node:https";
import { BlockList, isIP, type LookupFunction } from "node:net";

/**
 * Where a question may arrive. `anywhere` is for addresses of whoever runs the platform: their providers may stand beside it. What officers write down or foreign parties tell
 * leads to public machines alone, and outside production also to this one, where simulators are.
 */
export type Reach = "anywhere" | "public" | "publicOrHere";

/** The reach of an address from outside. */
export const reachOf = ({ production }: { readonly production: boolean }): Reach => (production ? "public" : "publicOrHere");

/** Addresses of no public machine (IANA, IPv4 and IPv6 Special-Purpose Address Registries); of IPv6 only what is given out (2000::/3) is one. */
const NOT_PUBLIC: readonly (readonly [string, number])[] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
  ["::", 3],
  ["4000::", 2],
  ["8000::", 1],
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
];

const familyOf = (address: string): "ipv4" | "ipv6" => (isIP(address) === 6 ? "ipv6" : "ipv4");
const listOf = (ranges: readonly (readonly [string, number])[]): BlockList => {
  const list = new BlockList();
  for (const [net, prefix] of ranges) list.addSubnet(net, prefix, familyOf(net));
  return list;
};

/** A list for each family: one of both takes an IPv4 address for the IPv6 one it is written as. */
const notPublic = {
  ipv4: listOf(NOT_PUBLIC.filter(([net]) => familyOf(net) === "ipv4")),
  ipv6: listOf(NOT_PUBLIC.filter(([net]) => familyOf(net) === "ipv6")),
};
const here = listOf([
  ["127.0.0.0", 8],
  ["::1", 128],
]);

/** Whether a question of this reach may go to an address of the network. */
export function isWithin(reach: Reach, address: string): boolean {
  const family = familyOf(address);
  return reach === "anywhere" || !notPublic[family].check(address, family) || (reach === "publicOrHere" && here.check(address, family));
}

/** As `isWithin`, for the host of an address as a URL writes it: a name may, until it is looked up. */
export function mayLead(reach: Reach, hostname: string): boolean {
  const literal = hostname.replace(/^\[|\]$/g, "");
  return isIP(literal) === 0 || isWithin(reach, literal);
}

class OutOfReach extends Error {}

/** Resolves a name as always; one that leads anywhere out of reach leads nowhere, so that a name with two addresses is no way in. */
const lookupWithin =
  (reach: Reach): LookupFunction =>
  (hostname, options, done) => {
    lookup(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
      if (error !== null) return done(error, "");
      if (found.length === 0 || !found.every(({ address }) => isWithin(reach, address))) return done(new OutOfReach(`${hostname} is out of reach.`), "");
      if (options.all === true) return done(null, found);
      done(null, found[0]!.address, found[0]!.family);
    });
  };

/** Sooner than most servers end a connection that idles: a question sent into one that ends has an unknown outcome. */
const IDLE_MS = 4_000;

/** Each reach has connections of its own: one that was opened further is not taken by who may not go there. */
const agentsOf = (reach: Reach) => {
  const settings = { keepAlive: true, timeout: IDLE_MS, lookup: lookupWithin(reach) };
  return { "http:": new PlainAgent(settings), "https:": new SecureAgent(settings) };
};
const agents: Readonly<Record<Reach, ReturnType<typeof agentsOf>>> = {
  anywhere: agentsOf("anywhere"),
  public: agentsOf("public"),
  publicOrHere: agentsOf("publicOrHere"),
};

/** Opens a question by HTTP and gives its answer as it begins, after no redirect. Throws where the address is out of reach, nobody answers, or `signal` ends it. */
export function send(
  address: URL,
  {
    reach,
    body,
    ...options
  }: Pick<RequestOptions, "headers" | "method"> & { readonly reach: Reach; readonly body?: string | Uint8Array | undefined; readonly signal: AbortSignal },
): Promise<IncomingMessage> {
  const { protocol, hostname } = address;
  if (protocol !== "http:" && protocol !== "https:") throw new OutOfReach(`${protocol} is no way to ask.`);
  // Nobody looks a literal address up.
  if (!mayLead(reach, hostname)) throw new OutOfReach(`${hostname} is out of reach.`);
  const request = protocol === "https:" ? requestSecure : requestPlain;
  const agent = agents[reach][protocol];
  return new Promise((answer, fail) => {
    const asked = request(address, { ...options, agent });
    asked.once("response", answer).on("error", fail);
    asked.end(body);
  });
}
