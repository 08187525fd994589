import { linkageTypes } from "@laro/contract/core/contentKinds";
import { isAllowedHref } from "@laro/contract/core/html";
import { findPlayerPath } from "@laro/contract/core/paths";

const PICTURE = /^\/pictures\//;
/** Where agents log in: a site of its own. */
const AGENTS = "/agent";

const pathOf = (href: string): string => href.split(/[?#]/, 1)[0] ?? "";

/** Whether somebody who follows a link of a text arrives: https elsewhere, a letter, a telephone, or a page that there is. */
export function leadsSomewhere(href: string): boolean {
  if (!isAllowedHref(href)) return false;
  if (!href.startsWith("/")) return true;
  const path = pathOf(href);
  return path === AGENTS || PICTURE.test(path) || findPlayerPath(path) !== undefined;
}

/** Whether an address is a page of ours. */
export const isOwnPath = (url: string): boolean => url.startsWith("/") && leadsSomewhere(url);

const NODE = /^[1-9][0-9]{0,8}$/;
const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Whether what a banner, popup or promotion leads to is what its kind of link says. */
export function isLinkageWhole({ linkageType, url }: { readonly linkageType: number; readonly url: string }): boolean {
  if (linkageType === linkageTypes.none) return url === "";
  if (linkageType === linkageTypes.path) return isOwnPath(url);
  if (linkageType === linkageTypes.outside) return url.startsWith("https://") && URL.canParse(url) && isAllowedHref(url);
  if (linkageType === linkageTypes.game) return NODE.test(url);
  return linkageType === linkageTypes.promotion && SLUG.test(url);
}

/** Whether the address of a resource is one: a page of ours, or https elsewhere. */
export const isResourceUrl = (url: string): boolean => isAllowedHref(url) && url !== "" && (url.startsWith("https://") || isOwnPath(url));
