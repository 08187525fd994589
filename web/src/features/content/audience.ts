import type { Notice, Popup } from "@laro/contract/core/contentShown";
import type { ComponentType } from "react";

/** The way to where something leads; the site knows its paths and games. */
export type Leads = ComponentType<{ to: { readonly linkageType: number; readonly url: string }; onFollow?: () => void }>;

/** Whom an execution shows to: A everyone, B before login, F after it; anything else nobody (ENTITY-23). */
const isFor: ReadonlyMap<string, (isMember: boolean) => boolean> = new Map([
  ["A", () => true],
  ["B", (isMember: boolean) => !isMember],
  ["F", (isMember: boolean) => isMember],
]);

export const isShownOnWeb = ({ platform }: Pick<Notice, "platform">): boolean => platform === "W" || platform === "A";

export const isPopupFor = (popup: Pick<Popup, "platform" | "execution">, isMember: boolean): boolean =>
  isShownOnWeb(popup) && isFor.get(popup.execution)?.(isMember) === true;
