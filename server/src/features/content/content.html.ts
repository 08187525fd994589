import { refuse } from "@laro/contract/core/errors";
import { HTML_DEPTH_MAX, HTML_MAX, htmlAttributes, htmlDropped, htmlTags, isAllowedAttribute, type Removed } from "@laro/contract/core/html";
import type { Attributes, IOptions } from "sanitize-html";

/** Marks that mean the same as one of the list: what word processors and other editors write. */
const sameAs: Readonly<Record<string, string>> = { b: "strong", i: "em", h1: "h3", h2: "h3", h5: "h4", h6: "h4", strike: "s", del: "s", ins: "u" };

const isListed = (tag: string): boolean => Object.hasOwn(htmlAttributes, tag);
const OPENING = /<[a-z]/g;

/**
 * Reduces formatted text to the list of `contract/src/core/html.ts` and tells what fell away. What comes out, put in again, comes out the same. Refuses more
 * than 50,000 signs with `content.too_long`.
 */
export async function sanitise(given: string, field = "html"): Promise<{ readonly html: string; readonly removed: readonly Removed[] }> {
  if (given.length > HTML_MAX) refuse("content.too_long", { field, maximum: HTML_MAX });
  const { default: sanitizeHtml } = await import("sanitize-html"); // A start need not wait for it.
  const fallen = new Map<string, number>();
  let opened = 0;
  const drop = (what: string): void => void fallen.set(what, (fallen.get(what) ?? 0) + 1);
  const once = sanitizeHtml(given, {
    ...strict,
    transformTags: {
      "*": (name: string, attributes: Attributes) => {
        const tagName = Object.hasOwn(sameAs, name) ? sameAs[name]! : name;
        if (!isListed(tagName)) {
          drop(nameOf(name));
          return { tagName, attribs: {} };
        }
        opened++;
        return { tagName, attribs: keepAttributes(tagName, attributes, drop) };
      },
    },
  });
  const html = settled(once, (text) => sanitizeHtml(text, strict));
  const kept = html.match(OPENING)?.length ?? 0;
  if (opened > kept) fallen.set("depth", opened - kept);
  if (html.length > HTML_MAX) refuse("content.too_long", { field, maximum: HTML_MAX });
  return { html, removed: [...fallen].map(([what, count]) => ({ what, count })).slice(0, REMOVED_MAX) };
}

/** Each reading closes what the one before could not see was open. Nobody needs so many; a bound all the same. */
const READINGS_MAX = 8;

/** Reads a text until it comes out as it went in. A paragraph that a mark of no list stood in is ended by a heading only once that mark is gone. */
function settled(html: string, read: (html: string) => string): string {
  let [last, next] = [html, read(html)];
  for (let readings = 1; next !== last && readings < READINGS_MAX; readings++) [last, next] = [next, read(next)];
  return next;
}

/** An officer reads no more, and a made-up document has thousands of marks. */
const REMOVED_MAX = 20;

const nameOf = (name: string): string => (/^[a-z][a-z0-9-]{0,20}$/.test(name) ? name : "?");

function keepAttributes(tag: string, attributes: Attributes, drop: (what: string) => void): Attributes {
  const kept = Object.entries(attributes).filter(([name, value]) => {
    const isKept = isAllowedAttribute(tag, name, value);
    if (!isKept) drop(`${tag}[${nameOf(name)}]`);
    return isKept;
  });
  return Object.fromEntries(kept);
}

const strict: IOptions = {
  allowedTags: [...htmlTags],
  allowedAttributes: Object.fromEntries(Object.entries(htmlAttributes).map(([tag, names]) => [tag, [...names]])),
  allowedSchemes: ["https", "mailto", "tel"],
  allowProtocolRelative: false,
  allowedClasses: {},
  allowedStyles: {},
  nonTextTags: [...htmlDropped],
  nestingLimit: HTML_DEPTH_MAX,
  enforceHtmlBoundary: false,
  // A picture that lost its address shows nothing.
  exclusiveFilter: ({ tag, attribs }) => tag === "img" && (attribs["src"] ?? "") === "",
};

/** The words of a formatted text without its marks, for lengths and comparisons. */
export const wordsOf = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();

/** Every address a formatted text leads to or shows. */
export const linksOf = (html: string): readonly string[] =>
  [...html.matchAll(/\shref="([^"]*)"/g)].map(([, href]) => href!.replaceAll("&amp;", "&")).filter((href) => href !== "");

/** The pictures of ours in a formatted text. */
export const picturesOf = (html: string): readonly string[] => [...html.matchAll(/\ssrc="\/pictures\/([0-9a-f-]{36})\//g)].map(([, id]) => id!);

const signs: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** A text as HTML shows it. */
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => signs[sign] ?? sign);
