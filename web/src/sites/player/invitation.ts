import type { Invitation } from "../../features/accounts/useRegistrationForm.ts";

const query = new URLSearchParams(location.search);
/** The codes of the address the visitor came by, read before the page's own walks change it. */
const arrived = { affiliateCode: query.get("affiliateCode")?.trim() ?? "", referralCode: query.get("referralCode")?.trim() ?? "" };

let looked: Promise<Invitation> | undefined;

/** Looks the address's codes up, once, with what only few visits need. */
export const readInvitation = (): Promise<Invitation> => (looked ??= import("./invitationCodes.ts").then(({ lookUp }) => lookUp(arrived)));

/** Whoever came with a code has it looked up, though they may never register. */
export function keepInvitation(): void {
  if (arrived.affiliateCode !== "" || arrived.referralCode !== "") void readInvitation();
}
