import { factors } from "@laro/contract/factors";

/** The calls that bind an authenticator: a member's and a staff's are each other's twins. */
export interface TotpEndpoints {
  readonly begin: typeof factors.beginTotp | typeof factors.beginTotpOperator;
  readonly confirm: typeof factors.confirmTotp | typeof factors.confirmTotpOperator;
  readonly mine: typeof factors.mine | typeof factors.mineOperator;
}

export const memberTotp: TotpEndpoints = { begin: factors.beginTotp, confirm: factors.confirmTotp, mine: factors.mine };
export const operatorTotp: TotpEndpoints = { begin: factors.beginTotpOperator, confirm: factors.confirmTotpOperator, mine: factors.mineOperator };
