import { helpSections, type HelpSection } from "@laro/contract/core/contentKinds";
import type { Article } from "@laro/contract/core/contentShown";
import { Printer, Send } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { Chip } from "../../ui/AmountField.tsx";
import { Button, IconButton } from "../../ui/Button.tsx";
import { DateTime } from "../../ui/DateTime.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { TextField } from "../../ui/Field.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { RichText } from "../../ui/RichText.tsx";
import { useHelp, useHelpCenter } from "./content.api.ts";

interface HelpDialogProps {
  hash: string;
  /** The ways to reach the operator that are configured. */
  contact: ReactNode;
  /** The regulator's notice, which stands with the terms whatever the operator writes. */
  notice: ReactNode;
  /** Opens a section or an article by the end of its address. */
  onSection: (slug: string) => void;
  /** Writes to customer service. */
  onWrite: () => void;
  onClose: () => void;
}

/** These stand even where the operator wrote nothing. */
const always: readonly HelpSection[] = ["term", "contact"];
const WORDS_MIN = 2;

const isSection = (slug: string): slug is HelpSection => (helpSections as readonly string[]).includes(slug);

/** What an article says, without its marks. */
const plain = ({ title, summary, content }: Article): string => `${title} ${summary} ${content.replaceAll(/<[^>]*>/g, " ")}`.toLowerCase();

/** The help centre over the page; the address's hash opens a section or an article (ROUTE-09). */
export function HelpDialog({ hash, contact, notice, onSection, onWrite, onClose }: HelpDialogProps) {
  const t = useT();
  const refusal = useRefusal();
  const help = useHelp();
  const [words, setWords] = useState("");
  const sections = help.data?.sections ?? [];
  const articles = sections.flatMap((one) => one.articles);
  const slug = decodeURIComponent(hash.slice(1));
  const shown = isSection(slug) ? slug : (articles.find((one) => one.slug === slug)?.section ?? "term");
  const named = helpSections.filter((section) => always.includes(section) || sections.some((one) => one.section === section));
  useEffect(() => {
    document.getElementById("helpText")?.parentElement?.scrollTo({ top: 0 });
  }, [shown]);
  const open = (next: string) => {
    setWords("");
    onSection(next);
  };
  const isSearching = words.trim().length >= WORDS_MIN;
  return (
    <Dialog open id="helpCenterModal" size="lg" title={t("site.help")} onClose={onClose} closeLabel={t("ui.close")}>
      <div className="mb-4 flex items-end gap-2">
        <div className="flex-1">
          <TextField
            label={t("content.searchHelp")}
            type="search"
            name="words"
            maxLength={60}
            value={words}
            onChange={(event) => setWords(event.target.value)}
          />
        </div>
        <IconButton label={t("content.print")} outlined onClick={() => print()}>
          <Printer />
        </IconButton>
      </div>
      <div role="group" aria-label={t("site.help")} className="mb-5 flex flex-wrap gap-2">
        {named.map((section) => (
          <Chip key={section} selected={section === shown && !isSearching} onPress={() => open(section)}>
            {t("content.helpSection", { section })}
          </Chip>
        ))}
      </div>
      <div id="helpText" data-print className="grid min-h-80 content-start gap-6">
        {help.error !== null && help.data === undefined && <RefusedState {...refusal(help)} />}
        {help.isPending && <Skeleton className="h-64 w-full" />}
        {isSearching ? (
          <Found articles={articles.filter((one) => containsAll(plain(one), words))} onOpen={open} />
        ) : (
          <>
            {shown === "term" && notice}
            {articles.map((article) => article.section === shown && <ArticleView key={article.id} article={article} />)}
            {shown === "contact" && <ContactPart contact={contact} onWrite={onWrite} />}
          </>
        )}
      </div>
    </Dialog>
  );
}

const containsAll = (text: string, words: string): boolean =>
  words
    .toLowerCase()
    .trim()
    .split(/\s+/)
    .every((word) => text.includes(word));

function Found({ articles, onOpen }: { articles: readonly Article[]; onOpen: (slug: string) => void }) {
  const t = useT();
  return (
    <div>
      <p role="status" className="mb-3 text-sm text-muted">
        {t("content.found", { count: articles.length })}
      </p>
      {articles.length === 0 && <EmptyState text={t("content.foundNothing")} />}
      <ul className="grid gap-2">
        {articles.map(({ id, slug, title, summary }) => (
          <li key={id}>
            <button type="button" onClick={() => onOpen(slug)} className="grid w-full gap-1 rounded-sm border border-line bg-card px-4 py-3 text-start">
              <span className="font-semibold">{title}</span>
              {summary !== "" && <span className="text-sm text-muted">{summary}</span>}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function ArticleView({ article: { slug, title, content, isTerm, version, time } }: { article: Article }) {
  const t = useT();
  return (
    <article id={slug} className="scroll-mt-4">
      <h3 className="mb-2 text-lg font-bold">{title}</h3>
      {isTerm && (
        <p className="mb-3 text-xs text-muted">
          {t("content.version", { version })} · <DateTime at={time} shape="date" />
        </p>
      )}
      <RichText html={content} className="text-sm" />
    </article>
  );
}

function ContactPart({ contact, onWrite }: { contact: ReactNode; onWrite: () => void }) {
  const t = useT();
  const channels = useHelpCenter().data?.channels ?? [];
  return (
    <section id="contact" className="grid gap-2">
      <h3 className="text-base font-bold">{t("site.customerService")}</h3>
      <div className="grid gap-2 text-muted">
        <p>{t("site.contactText")}</p>
        {contact}
        {channels.length > 0 && (
          <ul className="grid gap-2">
            {channels.map(({ type, labelNameEn, label, url }) => (
              <li key={`${type}.${labelNameEn}`}>
                <a href={url} target="_blank" rel="noopener noreferrer" className="font-semibold text-primary-text underline underline-offset-4">
                  {label}
                </a>
              </li>
            ))}
          </ul>
        )}
        <Button className="mt-2 justify-self-start" icon={<Send />} onClick={onWrite}>
          {t("feedback.title")}
        </Button>
      </div>
    </section>
  );
}
