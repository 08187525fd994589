import { feedback } from "@laro/contract/feedback";
import { messages } from "@laro/contract/messages";
import { type ComponentType, useState } from "react";
import { useApiCommand, useApiPages, useApiQuery } from "../../api/query.ts";

export interface CaptchaAnswer {
  key: string;
  answer: string;
}

/** The picture to read, as the entrances have it too. */
export type CaptchaField = ComponentType<{ value: CaptchaAnswer; error: string | undefined; onChange: (value: CaptchaAnswer) => void }>;

/** Shows one of the member's own pictures. */
export type PictureOf = ComponentType<{ id: string; label: string }>;

const fresh = (): CaptchaAnswer => ({ key: crypto.randomUUID(), answer: "" });

/** A captcha that every message brings; one look uses it up. */
export function useCaptcha() {
  const [value, setValue] = useState(fresh);
  return { value, setValue, renew: () => setValue(fresh()), isMissing: value.answer.trim() === "" };
}

const stale = [feedback.mine, feedback.thread, messages.unread];

export const usePromises = () => useApiQuery(feedback.promises, {});
export const useSend = () => useApiCommand(feedback.send, { stale });
export const useThreads = () => useApiPages(feedback.mine, {});
export const useThread = (id: string) => useApiQuery(feedback.thread, { id });
export const useReadThread = () => useApiCommand(feedback.read, { stale });
export const useReply = () => useApiCommand(feedback.reply, { stale });
export const useReopen = () => useApiCommand(feedback.reopen, { stale });
export const useAddPicture = () => useApiCommand(feedback.addPicture, { stale });
