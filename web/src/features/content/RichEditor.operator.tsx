import { pictureUrl } from "@laro/contract/core/pictures";
import { type Editor, EditorContent, useEditor, useEditorState } from "@tiptap/react";
import {
  Bold,
  Code,
  Heading3,
  Heading4,
  ImagePlus,
  Italic,
  Link2,
  List,
  ListOrdered,
  Minus,
  Quote,
  Redo2,
  Strikethrough,
  Underline,
  Undo2,
  Unlink,
} from "lucide-react";
import { type KeyboardEvent, type ReactNode, useId, useState } from "react";
import { FormFault } from "../../api/FormFault.tsx";
import { useT } from "../../api/language.ts";
import { Button } from "../../ui/Button.tsx";
import { cx } from "../../ui/cx.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { TextArea, TextField } from "../../ui/Field.tsx";
import { useSanitise } from "./content.operator.api.ts";
import { RemovedList } from "./contentWords.operator.tsx";
import { PickPictureOperator } from "./Pictures.operator.tsx";
import { richExtensions } from "./richSchema.operator.ts";

export interface RichEditorProps {
  label: string;
  /** `html` of the draft; another text needs another key. */
  value: string;
  language: string;
  error?: ReactNode;
  isReadOnly: boolean;
  onChange: (html: string) => void;
}

const TEXT_CLASS =
  "min-h-48 max-h-[60dvh] overflow-y-auto px-4 py-3 text-base leading-relaxed whitespace-pre-wrap outline-none sm:text-sm " +
  "[&_p]:my-2 [&_h3]:mt-5 [&_h3]:mb-2 [&_h3]:font-display [&_h3]:text-xl [&_h3]:font-bold [&_h4]:mt-4 [&_h4]:mb-2 [&_h4]:font-semibold [&_a]:text-primary-text [&_a]:underline " +
  "[&_ul]:list-disc [&_ul]:ps-6 [&_ol]:list-decimal [&_ol]:ps-6 [&_blockquote]:border-s-4 [&_blockquote]:border-line [&_blockquote]:ps-4 [&_blockquote]:text-muted " +
  "[&_hr]:my-5 [&_hr]:border-line [&_img]:my-3 [&_img]:h-auto [&_img]:max-w-full [&_img]:rounded-md [&_.ProseMirror-selectednode]:outline-2 [&_.ProseMirror-selectednode]:outline-primary-text";

/** One formatted text: written as it will look, or as HTML. Whatever falls away of what is pasted is told. */
export function RichEditor({ label, value, language, error, isReadOnly, onChange }: RichEditorProps) {
  const t = useT();
  const id = useId();
  const [isSource, setSource] = useState(false);
  const sanitise = useSanitise();
  const editor = useEditor({
    extensions: richExtensions,
    content: value,
    injectCSS: false,
    editable: !isReadOnly,
    onUpdate: ({ editor: at }) => onChange(at.isEmpty ? "" : at.getHTML()),
    editorProps: {
      attributes: { class: TEXT_CLASS, role: "textbox", "aria-multiline": "true", "aria-label": label, lang: language === "TY" ? "tl" : "en" },
      // The editor's own schema has let go of it already; the server's list says what that was.
      transformPastedHTML: (html) => {
        sanitise.mutate({ html: html.slice(0, PASTED_MAX) });
        return html;
      },
    },
  });
  const leaveSource = () =>
    sanitise.mutate(
      { html: value },
      {
        onSuccess: ({ html }) => {
          editor.commands.setContent(html, { emitUpdate: false });
          if (html !== value) onChange(html);
          setSource(false);
        },
      },
    );
  return (
    <div className="grid gap-1.5">
      <span id={id} className="text-sm font-medium">
        {label}
      </span>
      <div className={cx("rounded-sm border bg-field focus-within:border-primary-text", error ? "border-accent-text" : "border-line")}>
        {!isReadOnly && (
          <Bar editor={editor} isSource={isSource} labelledBy={id}>
            <Tool label={t("content.tool.source")} isOn={isSource} isDisabled={sanitise.isPending} onPress={() => (isSource ? leaveSource() : setSource(true))}>
              <Code />
            </Tool>
          </Bar>
        )}
        {isSource ? (
          <div className="p-3">
            <TextArea
              label={t("content.source")}
              rows={12}
              spellCheck={false}
              className="font-mono"
              value={value}
              onChange={(event) => onChange(event.target.value)}
            />
          </div>
        ) : (
          <EditorContent editor={editor} />
        )}
      </div>
      {error && (
        <p role="alert" className="text-xs text-accent-text">
          {error}
        </p>
      )}
      <FormFault error={sanitise.error} />
      {sanitise.data !== undefined && sanitise.data.removed.length > 0 && <RemovedList removed={sanitise.data.removed} title={t("content.removedPasted")} />}
    </div>
  );
}

/** What a call of `content.sanitise` takes. */
const PASTED_MAX = 120_000;

interface ToolProps {
  label: string;
  isOn?: boolean | undefined;
  isDisabled?: boolean | undefined;
  onPress: () => void;
  children: ReactNode;
}

const Tool = ({ label, isOn, isDisabled, onPress, children }: ToolProps) => (
  <button
    type="button"
    aria-label={label}
    title={label}
    aria-pressed={isOn}
    disabled={isDisabled}
    onMouseDown={(event) => event.preventDefault()}
    onClick={onPress}
    className={cx(
      "grid size-9 place-items-center rounded-sm transition hover:bg-text/8 disabled:opacity-40 [&_svg]:size-4.5",
      isOn ? "bg-primary/16 text-primary-text" : "text-muted",
    )}
  >
    {children}
  </button>
);

/** Arrow keys walk along the bar; the tools themselves are buttons. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (step === undefined) return;
  const tools = [...event.currentTarget.querySelectorAll<HTMLButtonElement>("button:not(:disabled)")];
  const at = tools.findIndex((tool) => tool === document.activeElement);
  tools[(at + step + tools.length) % tools.length]?.focus();
  event.preventDefault();
}

const states = (editor: Editor) => ({
  bold: editor.isActive("bold"),
  italic: editor.isActive("italic"),
  underline: editor.isActive("underline"),
  strike: editor.isActive("strike"),
  heading: editor.isActive("heading", { level: 3 }),
  subheading: editor.isActive("heading", { level: 4 }),
  bullets: editor.isActive("bulletList"),
  numbers: editor.isActive("orderedList"),
  quote: editor.isActive("blockquote"),
  link: editor.isActive("link"),
  undo: editor.can().undo(),
  redo: editor.can().redo(),
});

function Bar({ editor, isSource, labelledBy, children }: { editor: Editor; isSource: boolean; labelledBy: string; children: ReactNode }) {
  const t = useT();
  const on = useEditorState({ editor, selector: ({ editor: at }) => states(at) });
  const [asking, setAsking] = useState<"link" | "picture">();
  const run = () => editor.chain().focus();
  const insert = (picture: string, alt: string) => {
    run()
      .setImage({ src: pictureUrl(picture, 780, "webp"), alt })
      .run();
    setAsking(undefined);
  };
  const tools = [
    { name: "bold", icon: <Bold />, act: () => run().toggleBold().run(), isOn: on.bold },
    { name: "italic", icon: <Italic />, act: () => run().toggleItalic().run(), isOn: on.italic },
    { name: "underline", icon: <Underline />, act: () => run().toggleUnderline().run(), isOn: on.underline },
    { name: "strike", icon: <Strikethrough />, act: () => run().toggleStrike().run(), isOn: on.strike },
    { name: "heading", icon: <Heading3 />, act: () => run().toggleHeading({ level: 3 }).run(), isOn: on.heading },
    { name: "subheading", icon: <Heading4 />, act: () => run().toggleHeading({ level: 4 }).run(), isOn: on.subheading },
    { name: "bullets", icon: <List />, act: () => run().toggleBulletList().run(), isOn: on.bullets },
    { name: "numbers", icon: <ListOrdered />, act: () => run().toggleOrderedList().run(), isOn: on.numbers },
    { name: "quote", icon: <Quote />, act: () => run().toggleBlockquote().run(), isOn: on.quote },
    { name: "line", icon: <Minus />, act: () => run().setHorizontalRule().run() },
    { name: "link", icon: <Link2 />, act: () => setAsking("link"), isOn: on.link },
    { name: "unlink", icon: <Unlink />, act: () => run().extendMarkRange("link").unsetLink().run(), isDisabled: !on.link },
    { name: "picture", icon: <ImagePlus />, act: () => setAsking("picture") },
    { name: "undo", icon: <Undo2 />, act: () => run().undo().run(), isDisabled: !on.undo },
    { name: "redo", icon: <Redo2 />, act: () => run().redo().run(), isDisabled: !on.redo },
  ] as const;
  return (
    <>
      <div role="toolbar" aria-labelledby={labelledBy} tabIndex={-1} onKeyDown={walk} className="flex flex-wrap gap-0.5 border-b border-line p-1">
        {!isSource &&
          tools.map((tool) => (
            <Tool
              key={tool.name}
              label={t(`content.tool.${tool.name}`)}
              isOn={"isOn" in tool ? tool.isOn : undefined}
              isDisabled={"isDisabled" in tool ? tool.isDisabled : undefined}
              onPress={tool.act}
            >
              {tool.icon}
            </Tool>
          ))}
        {children}
      </div>
      {asking === "link" && <LinkDialog editor={editor} onClose={() => setAsking(undefined)} />}
      {asking === "picture" && <PickPictureOperator wantsAlt onPick={insert} onClose={() => setAsking(undefined)} />}
    </>
  );
}

/** Where the chosen words lead: a page of ours or https. */
function LinkDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const t = useT();
  const [href, setHref] = useState<string>(() => String(editor.getAttributes("link")["href"] ?? ""));
  const [isRefused, setRefused] = useState(false);
  const put = () => {
    const isBare = editor.state.selection.empty && !editor.isActive("link");
    const chain = editor.chain().focus();
    const done = isBare
      ? chain.insertContent({ type: "text", text: href, marks: [{ type: "link", attrs: { href } }] }).run()
      : chain.extendMarkRange("link").setLink({ href }).run();
    setRefused(!done);
    if (done) onClose();
  };
  return (
    <Dialog
      open
      title={t("content.tool.link")}
      onClose={onClose}
      closeLabel={t("ui.close")}
      footer={
        <Button type="submit" form="link" disabled={href.trim() === ""}>
          {t("content.linkPut")}
        </Button>
      }
    >
      <form
        id="link"
        onSubmit={(event) => {
          event.preventDefault();
          put();
        }}
      >
        <TextField
          label={t("content.linkTo")}
          hint={t("content.linkHint")}
          error={isRefused && t("content.linkRefused")}
          value={href}
          data-autofocus
          onChange={(event) => setHref(event.target.value.trim())}
        />
      </form>
    </Dialog>
  );
}
