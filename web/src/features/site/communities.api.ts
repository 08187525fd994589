import { content } from "@laro/contract/content";
import { useSpeech } from "../../api/language.ts";
import { useApiQuery } from "../../api/query.ts";

/** Where else the operator is (LAYOUT-22). */
export function useCommunities() {
  const { language } = useSpeech();
  return (useApiQuery(content.resources, { language }).data?.list ?? []).filter(({ type }) => type === "SOCIALMEDIA");
}
