import { freeRounds } from "@laro/contract/freeRounds";
import { useApiPages } from "../../api/query.ts";

export const useOwnFreeRounds = () => useApiPages(freeRounds.mine, {});
