import { createElement, useMemo, type ReactNode } from "react";
import { Anchor } from "./Anchor.tsx";
import { cx } from "./cx.ts";
import { readRichText, type RichElement, type RichNode } from "./richText.ts";

const VOID: ReadonlySet<string> = new Set(["br", "hr", "img"]);

const looks: Partial<Record<RichElement["tag"], string>> = {
  p: "my-3 first:mt-0 last:mb-0",
  h3: "mt-6 mb-2 font-display text-xl font-bold first:mt-0",
  h4: "mt-5 mb-2 font-semibold first:mt-0",
  a: "text-primary underline underline-offset-2 break-words",
  ul: "my-3 list-disc ps-6 first:mt-0 last:mb-0",
  ol: "my-3 list-decimal ps-6 first:mt-0 last:mb-0",
  li: "my-1",
  blockquote: "my-3 border-s-4 border-line ps-4 text-muted",
  hr: "my-6 border-line",
  img: "my-4 h-auto max-w-full rounded-lg",
};

/** Formatted text of the operator's: elements made from the list of allowed marks, never HTML that is set. */
export function RichText({ html, className }: { readonly html: string; readonly className?: string }) {
  const nodes = useMemo(() => readRichText(html), [html]);
  return <div className={cx("break-words leading-relaxed", className)}>{nodes.map(showNode)}</div>;
}

function showNode(node: RichNode, at: number): ReactNode {
  if (typeof node === "string") return node;
  const { tag, attributes, children } = node;
  if (tag === "img" && attributes["src"] === undefined) return null;
  const href = attributes["href"] ?? "";
  if (tag === "a" && href.startsWith("/")) return createElement(Anchor, { key: at, className: looks.a, to: href }, ...children.map(showNode));
  const props = { key: at, className: looks[tag], ...attributes, ...linkProps(tag, href), ...(tag === "img" ? pictureProps(attributes) : {}) };
  return VOID.has(tag) ? createElement(tag, props) : createElement(tag, props, ...children.map(showNode));
}

const linkProps = (tag: string, href: string): object => (tag === "a" && href.startsWith("https:") ? { target: "_blank", rel: "noopener noreferrer" } : {});
const pictureProps = ({ alt = "" }: Readonly<Record<string, string>>): object => ({ alt, loading: "lazy", decoding: "async" });
