/**
 * What formatted text may hold, stated once: the server's sanitiser, the desk's editor and the page that shows it all read this list, and whatever is not
 * on it is dropped. Attributes that run or fetch something (`style`, `on…`, `srcset`) are on no list.
 */
export const htmlTags = ["p", "h3", "h4", "strong", "em", "u", "s", "a", "ul", "ol", "li", "blockquote", "hr", "br", "img"] as const;
export type HtmlTag = (typeof htmlTags)[number];

const everywhere = ["lang", "dir", "title"] as const;

/** Which attributes each mark may have. */
export const htmlAttributes = {
  p: everywhere,
  h3: everywhere,
  h4: everywhere,
  strong: everywhere,
  em: everywhere,
  u: everywhere,
  s: everywhere,
  a: [...everywhere, "href"],
  ul: everywhere,
  ol: everywhere,
  li: everywhere,
  blockquote: everywhere,
  hr: [],
  br: [],
  img: [...everywhere, "src", "alt", "width", "height"],
} as const satisfies Record<HtmlTag, readonly string[]>;

/** What goes with all that stands in it: its words were never meant to be read. */
export const htmlDropped = [
  "script",
  "style",
  "textarea",
  "option",
  "select",
  "noscript",
  "template",
  "iframe",
  "object",
  "embed",
  "svg",
  "math",
  "title",
  "xmp",
  "noembed",
  "noframes",
  "plaintext",
] as const;

/** How long one text may be with its marks, in UTF-16 units. */
export const HTML_MAX = 50_000;
/** How many marks may stand in one another. */
export const HTML_DEPTH_MAX = 12;

/** What a browser leaves out of an address or reads as another sign: controls, blanks, and the backslash. */
const CONTROLS = /[\p{Cc}\p{Z}\\]/u;
const OUTSIDE = /^(?:https:\/\/[a-z0-9]|mailto:[^\s@]+@|tel:\+?[0-9])/i;
const PATH = /^\/(?!\/)/;

/** Whether a link may be followed: https, mailto, tel or a path of our own. No other scheme, nothing without one, and no sign that a browser leaves out. */
export const isAllowedHref = (href: string): boolean => href.length <= 2_000 && !CONTROLS.test(href) && (OUTSIDE.test(href) || PATH.test(href) || href === "");

/** Whether an address is a picture of ours, in one of its widths. */
export const isAllowedSrc = (src: string): boolean => PICTURE_PATH.test(src);
const PICTURE_PATH = /^\/pictures\/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\/(?:390|780|1170|1560)\.(?:avif|webp)$/;

const isShortNumber = (value: string): boolean => /^[1-9][0-9]{0,3}$/.test(value);

/** Whether a mark may have an attribute with this value; both in small letters, as every parser gives them. */
export function isAllowedAttribute(tag: string, name: string, value: string): boolean {
  if (!Object.hasOwn(htmlAttributes, tag)) return false;
  const names: readonly string[] = htmlAttributes[tag as HtmlTag];
  if (!names.includes(name)) return false;
  if (name === "href") return isAllowedHref(value);
  if (name === "src") return isAllowedSrc(value);
  if (name === "width" || name === "height") return isShortNumber(value);
  if (name === "dir") return value === "ltr" || value === "rtl" || value === "auto";
  if (name === "lang") return /^[a-z]{2,3}(?:-[a-z0-9]{2,8}){0,2}$/i.test(value);
  return value.length <= 300;
}

/** What the sanitiser left out of a text, and how often: a mark by its name, an attribute as `tag[name]`, nesting that is too deep as `depth`. */
export interface Removed {
  readonly what: string;
  readonly count: number;
}
