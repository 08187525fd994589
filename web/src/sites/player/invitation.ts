import { agents } from "@laro/contract/agents";
import { RefusedCall } from "@laro/contract/core/call";
import { call } from "../../api/call.ts";
import { nowMs } from "../../api/clock.ts";

const names = ["affiliateCode", "referralCode"] as const;
type Name = (typeof names)[number];
type Codes = Partial<Record<Name, string>>;

const KEPT_MS = 30 * 86_400_000;
const momentOf = (name: Name): string => `${name}At`;

interface Kept extends Codes {
  /** A code of this address is somebody's. */
  isValid: boolean;
}

/** The codes of the address the visitor came by, read before the page's own walks change it. */
const arrived: Codes = Object.fromEntries(
  names.flatMap((name) => {
    const code = new URLSearchParams(location.search).get(name)?.trim();
    return code ? [[name, code]] : [];
  }),
);

let looked: Promise<Kept> | undefined;

/** Looks the address's codes up, once. Those that are somebody's stay 30 days in this browser in place of earlier ones (REG-13). */
export const readInvitation = (): Promise<Kept> => (looked ??= look());

async function look(): Promise<Kept> {
  const verdicts = await Promise.all(names.map(async (name) => [name, await judge(arrived[name])] as const));
  for (const [name, verdict] of verdicts) {
    const code = arrived[name];
    if (code === undefined || verdict === "nobody") continue;
    localStorage.setItem(name, code);
    localStorage.setItem(momentOf(name), String(nowMs()));
  }
  const codes = Object.fromEntries(names.flatMap((name) => [[name, recall(name)] as const]).filter(([, code]) => code !== undefined));
  return { ...codes, isValid: verdicts.some(([, verdict]) => verdict === "somebody") };
}

/** Whose a code is, as far as the server says it; one that could not be asked about is looked at again when the form is sent. */
async function judge(code: string | undefined): Promise<"none" | "somebody" | "nobody" | "unknown"> {
  if (code === undefined) return "none";
  try {
    await call(agents.checkCode, { code, domain: location.hostname });
    return "somebody";
  } catch (error) {
    return error instanceof RefusedCall && error.code === "accounts.invitation_unknown" ? "nobody" : "unknown";
  }
}

/** A code of an earlier visit; after 30 days it is forgotten. */
function recall(name: Name): string | undefined {
  const code = localStorage.getItem(name);
  if (code === null) return undefined;
  if (nowMs() - Number(localStorage.getItem(momentOf(name))) <= KEPT_MS) return code;
  localStorage.removeItem(name);
  localStorage.removeItem(momentOf(name));
  return undefined;
}
