import { isAllowedAttribute, isAllowedHref, isAllowedSrc } from "@laro/contract/core/html";
import { Extension } from "@tiptap/core";
import { Image } from "@tiptap/extension-image";
import { StarterKit } from "@tiptap/starter-kit";

const kit = StarterKit.configure({
  code: false,
  codeBlock: false,
  trailingNode: false,
  heading: { levels: [3, 4] },
  link: {
    openOnClick: false,
    autolink: false,
    defaultProtocol: "https",
    isAllowedUri: (uri) => isAllowedHref(uri ?? ""),
    HTMLAttributes: { target: null, rel: null, class: null },
  },
});

/** A picture of ours: another address is never shown, because it would be asked for. */
const OwnImage = Image.extend({
  parseHTML: () => [{ tag: "img[src]", getAttrs: (element) => (isAllowedSrc(element.getAttribute("src") ?? "") ? null : false) }],
});

const attribute = (name: string) => ({
  default: null,
  parseHTML: (element: HTMLElement) => {
    const value = element.getAttribute(name);
    return value !== null && isAllowedAttribute("p", name, value) ? value : null;
  },
});

/** What the list allows on every mark. */
const Everywhere = Extension.create({
  name: "everywhere",
  addGlobalAttributes: () => [
    {
      types: ["paragraph", "heading", "bulletList", "orderedList", "listItem", "blockquote", "bold", "italic", "underline", "strike", "link"],
      attributes: { lang: attribute("lang"), dir: attribute("dir"), title: attribute("title") },
    },
  ],
});

/** The editor's schema: the list of `core/html.ts` and nothing else, so what is pasted leaves behind what that list has not. */
export const richExtensions = [kit, OwnImage, Everywhere];
