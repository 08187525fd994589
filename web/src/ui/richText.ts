import { HTML_DEPTH_MAX, htmlDropped, htmlTags, isAllowedAttribute, type HtmlTag } from "@laro/contract/core/html";

/** A mark of the list with what may stand on it, or words. */
export type RichNode = string | RichElement;
export interface RichElement {
  readonly tag: HtmlTag;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly RichNode[];
}

const HTML = "http://www.w3.org/1999/xhtml";
const listed: ReadonlySet<string> = new Set(htmlTags);
const dropped: ReadonlySet<string> = new Set(htmlDropped);

/**
 * Reads formatted text into what may be shown of it. The document it is parsed into is inert: nothing in it runs, loads or is ever put on the page, so a
 * row that was written past the server cannot either.
 */
export const readRichText = (html: string): readonly RichNode[] => readChildren(new DOMParser().parseFromString(html, "text/html").body, 0);

function readChildren(parent: Node, depth: number): readonly RichNode[] {
  return [...parent.childNodes].flatMap((node): readonly RichNode[] => {
    if (node.nodeType === Node.TEXT_NODE) return [node.nodeValue ?? ""];
    if (!(node instanceof Element) || node.namespaceURI !== HTML) return [];
    const tag = node.localName;
    if (dropped.has(tag) || depth >= HTML_DEPTH_MAX) return [];
    const children = readChildren(node, depth + 1);
    return isListed(tag) ? [{ tag, attributes: attributesOf(node, tag), children }] : children;
  });
}

const isListed = (tag: string): tag is HtmlTag => listed.has(tag);

const attributesOf = (node: Element, tag: HtmlTag): Readonly<Record<string, string>> =>
  Object.fromEntries([...node.attributes].filter(({ name, value }) => isAllowedAttribute(tag, name, value)).map(({ name, value }) => [name, value]));
