import { content } from "@laro/contract/content";
import { announcementsInput, helpInput } from "@laro/contract/core/firstInputs";
import type { AnnouncementType } from "@laro/contract/core/contentKinds";
import type { Announcement, PostHead, SiteText } from "@laro/contract/core/contentShown";
import { useSpeech } from "../../api/language.ts";
import { useApiCommand, useApiPages, useApiQuery } from "../../api/query.ts";

interface Wish {
  readonly enabled?: boolean;
}

/** What the operator announces now of one type, in the operator's order. */
export function useAnnouncements<Type extends AnnouncementType>(type: Type, wish: Wish = {}) {
  const { language } = useSpeech();
  const answer = useApiQuery(content.announcements, announcementsInput(language), wish);
  const list = answer.data?.list.filter((one): one is Extract<Announcement, { type: Type }> => one.type === type);
  return { ...answer, list };
}

export function useHelp() {
  const { language } = useSpeech();
  return useApiQuery(content.help, helpInput(language));
}

export function useHelpCenter() {
  const { language } = useSpeech();
  return useApiQuery(content.helpCenter, { lang: language });
}

/** A text of the site by its code; `null` where the operator has none. */
export function useSiteText(code: string, wish: Wish = {}) {
  const { language } = useSpeech();
  const answer = useApiQuery(content.texts, { language }, wish);
  return { ...answer, text: answer.data && (answer.data.list.find((one) => one.code === code) ?? null) };
}

/** The operator's texts by their codes; none while they are not known. */
export function useSiteTexts(): ReadonlyMap<string, SiteText> {
  const { language } = useSpeech();
  const { data } = useApiQuery(content.texts, { language });
  return new Map(data?.list.map((text) => [text.code, text]));
}

/** The links and apps the operator published (ENTITY-41). */
export function useResources() {
  const { language } = useSpeech();
  return useApiQuery(content.resources, { language }).data?.list ?? [];
}

const POSTS_A_PAGE = 12;

export function usePosts(kind: PostHead["kind"]) {
  const { language } = useSpeech();
  return useApiPages(content.posts, { kind, language, limit: POSTS_A_PAGE });
}

export function usePost(kind: PostHead["kind"], slug: string) {
  const { language } = useSpeech();
  return useApiQuery(content.post, { kind, slug, language });
}

export function useConsentsDue(enabled = true) {
  const { language } = useSpeech();
  return useApiQuery(content.consentsDue, { language }, { enabled });
}

export const useAccept = () => useApiCommand(content.accept, { stale: [content.consentsDue] });

/** Announcements for agents, a page of nine. */
export function useAgentNotices(page: number) {
  const { language } = useSpeech();
  return useApiQuery(content.agentNotices, { page, language });
}
export const useReadAgentNotice = () => useApiCommand(content.readAgentNotice, { stale: [content.agentNotices] });
