import { derivedId, type OwnId } from "../../platform/ids.ts";

interface Where {
  readonly code: string;
  readonly walletId: bigint;
}

/** What we call a vendor's transaction: the wallet is in it, because vendors of shared tables repeat ids between players. */
export const transactionId = ({ code, walletId }: Where, theirId: string): OwnId => derivedId("vendor", code, String(walletId), theirId);

/** What we call a vendor's round. */
export const roundKey = ({ code, walletId }: Where, theirId: string): OwnId => derivedId("vendor-round", code, String(walletId), theirId);

/** What we call a prize of a vendor: it is no transaction of a round, and no rollback finds it. */
export const prizeId = ({ code, walletId }: Where, theirId: string): OwnId => derivedId("vendor-prize", code, String(walletId), theirId);

/** What we call the prize that free rounds we granted come to. */
export const issueId = ({ code, walletId }: Where, issue: string): OwnId => derivedId("vendor-issue", code, String(walletId), issue);

/** What we call a rollback that has no id of its own: whose original it is says it. */
export const undoingId = ({ code, walletId }: Where, original: string): OwnId => derivedId("vendor-undoing", code, String(walletId), original);
