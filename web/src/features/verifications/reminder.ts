import type { OutputOf } from "@laro/contract/core/endpoint";
import type { verifications } from "@laro/contract/verifications";

/** The specification's names for what a tab keeps: they hide a dialog and open nothing. */
const LATER = "verifyLater";
const UPLOADED = "securityAlreadyUpLoad";

export const rememberLater = (): void => sessionStorage.setItem(LATER, "1");
export const rememberUploaded = (): void => sessionStorage.setItem(UPLOADED, "1");

type Asked = OutputOf<(typeof verifications)["config"]>["info"]["idVerification"];

/** Whether the dialog opens by itself: any one of five conditions stops it, where verification is mandatory too. */
export const isDue = ({ enabled, isComplete, status }: Asked, kept: Pick<Storage, "getItem"> = sessionStorage): boolean =>
  enabled && !isComplete && status === "N" && kept.getItem(UPLOADED) === null && kept.getItem(LATER) === null;
