import { agents } from "@laro/contract/agents";
import { RefusedCall } from "@laro/contract/core/call";
import { call } from "../../api/call.ts";
import { nowMs } from "../../api/clock.ts";
import type { Invitation } from "../../features/accounts/useRegistrationForm.ts";

const names = ["affiliateCode", "referralCode"] as const;
type Name = (typeof names)[number];

const KEPT_MS = 30 * 86_400_000;
const momentOf = (name: Name): string => `${name}At`;

/** Looks the address's codes up. Those that are somebody's stay 30 days in this browser in place of earlier ones (REG-13). */
export async function lookUp(arrived: Readonly<Record<Name, string>>): Promise<Invitation> {
  const verdicts = await Promise.all(names.map(async (name) => [name, await judge(arrived[name])] as const));
  for (const [name, verdict] of verdicts) {
    if (verdict === "none" || verdict === "nobody") continue;
    localStorage.setItem(name, arrived[name]);
    localStorage.setItem(momentOf(name), String(nowMs()));
  }
  const codes = Object.fromEntries(names.map((name) => [name, recall(name)] as const).filter(([, code]) => code !== undefined));
  return { ...codes, isValid: verdicts.some(([, verdict]) => verdict === "somebody") };
}

/** Whose a code is, as far as the server says it; one that could not be asked about is looked at again when the form is sent. */
async function judge(code: string): Promise<"none" | "somebody" | "nobody" | "unknown"> {
  if (code === "") return "none";
  try {
    await call(agents.checkCode, { code, domain: location.hostname });
    // Nobody who came by it waits for it to be counted.
    void call(agents.visit, { code }).catch(() => undefined);
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
