import { images } from "@laro/contract/images";
import { useApiCommand, useApiQuery } from "../../api/query.ts";

export const useMyPicture = (id: string) => useApiQuery(images.mine, { id });
export const useLook = () => useApiCommand(images.view);

/** A stored picture as an address an `img` can show. */
export const addressOf = (base64: string): string => `data:image/jpeg;base64,${base64}`;
