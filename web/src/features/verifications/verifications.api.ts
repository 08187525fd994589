import { accounts } from "@laro/contract/accounts";
import { verifications } from "@laro/contract/verifications";
import { useApiCommand, useApiQuery } from "../../api/query.ts";

export const useVerificationConfig = (enabled = true) => useApiQuery(verifications.config, {}, { enabled });

export const useMyVerification = (enabled = true) => useApiQuery(verifications.mine, {}, { enabled });

const stale = [verifications.config, verifications.mine, accounts.me];

export const useSetPersonalInfo = () => useApiCommand(verifications.setPersonalInfo, { stale });

export const useUploadIdImages = () => useApiCommand(verifications.uploadIdImages, { stale });
