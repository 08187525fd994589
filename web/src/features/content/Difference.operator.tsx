import type { ContentText } from "@laro/contract/content";
import type { Key } from "../../api/language.ts";
import { useT } from "../../api/language.ts";
import { formatManila } from "../../ui/DateTime.tsx";
import { readRichText, type RichNode } from "../../ui/richText.ts";
import { type Draft, isSame } from "./content.operator.api.ts";
import { compareWords, type Run } from "./difference.ts";

interface DifferenceProps {
  /** Undefined where there was nothing. */
  before: Draft | undefined;
  after: Draft;
}

/** What changes from one version to another: each text word by word, each field with both its values. */
export function Difference({ before, after }: DifferenceProps) {
  const t = useT();
  const parts = [...fieldsOf(before, after), ...after.texts.flatMap((text) => textParts(before, text))];
  if (parts.length === 0)
    return (
      <p role="status" className="text-sm text-muted">
        {t("content.noDifference")}
      </p>
    );
  return (
    <dl aria-label={t("content.difference")} className="grid gap-3">
      {parts.map(({ language, name, runs, isFormat }) => (
        <div key={`${language}${name}`} className="grid gap-1 rounded-sm border border-line bg-card px-4 py-3">
          <dt className="text-xs text-muted">
            {language !== "" && <b className="font-semibold text-text">{language} </b>}
            {t(name)}
          </dt>
          <dd className="max-h-80 overflow-y-auto text-sm wrap-anywhere whitespace-pre-wrap">
            {runs.map(showRun)}
            {isFormat && <p className="mt-1 text-muted">{t("content.formatOnly")}</p>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const showRun = ({ how, words }: Run, at: number) => {
  if (how === "kept") return <span key={at}>{words}</span>;
  if (how === "gone")
    return (
      <del key={at} className="bg-accent/14 text-accent-text">
        {words}
      </del>
    );
  return (
    <ins key={at} className="bg-win/14 text-win-text">
      {words}
    </ins>
  );
};

interface Part {
  readonly language: string;
  readonly name: Key;
  readonly runs: readonly Run[];
  /** The words stayed and only their marks changed. */
  readonly isFormat: boolean;
}

const BLOCKS: ReadonlySet<string> = new Set(["p", "h3", "h4", "li", "blockquote", "hr", "br"]);

/** Formatted text as it reads aloud: a line for each block, addresses and pictures named. */
const readWords = (node: RichNode): string => {
  if (typeof node === "string") return node.replaceAll(/\s+/gu, " ");
  const { tag, attributes, children } = node;
  const inner = children.map(readWords).join("");
  if (tag === "img") return `[${attributes["alt"] ?? ""} ${attributes["src"] ?? ""}]\n`;
  if (tag === "a") return `${inner} (${attributes["href"] ?? ""})`;
  return BLOCKS.has(tag) ? `${inner.replace(/\n$/, "")}\n` : inner;
};

const plain = (html: string): string => readRichText(html).map(readWords).join("").trim();

function textParts(before: Draft | undefined, text: ContentText): Part[] {
  const old = before?.texts.find(({ language }) => language === text.language);
  const { language } = text;
  const lines: readonly (readonly [name: Key, old: string, fresh: string])[] = [
    ["content.text.title", old?.title ?? "", text.title],
    ["content.text.summary", old?.summary ?? "", text.summary],
    ["content.text.html", plain(old?.html ?? ""), plain(text.html)],
    ["content.text.alt", old?.alt ?? "", text.alt],
    ["content.text.seoTitle", old?.seo.title ?? "", text.seo.title],
    ["content.text.seoDescription", old?.seo.description ?? "", text.seo.description],
  ];
  return lines
    .map(([name, was, is]) => {
      const isFormat = name === "content.text.html" && was === is && (old?.html ?? "") !== text.html;
      return { language, name, runs: compareWords(was, is), isFormat };
    })
    .filter(({ runs, isFormat }) => isFormat || runs.some(({ how }) => how !== "kept"));
}

const written = (value: unknown): string =>
  value === null || value === undefined || value === "" ? "–" : typeof value === "string" ? value : JSON.stringify(value);
const moment = (value: string | null): string => (value === null ? "–" : formatManila(value));

function fieldsOf(before: Draft | undefined, after: Draft): Part[] {
  const [old, fresh] = [before?.detail, after.detail] as readonly [Record<string, unknown> | undefined, Record<string, unknown>];
  const named = Object.keys(fresh).filter((name) => name !== "kind" && name !== "twoOfficers" && (old === undefined || !isSame(old[name], fresh[name])));
  const changes: (readonly [name: string, was: string, is: string])[] = named.map((name) => [
    name,
    old === undefined ? "" : written(old[name]),
    written(fresh[name]),
  ]);
  if ((before?.startsAt ?? null) !== after.startsAt) changes.push(["startsAt", moment(before?.startsAt ?? null), moment(after.startsAt)]);
  if ((before?.endsAt ?? null) !== after.endsAt) changes.push(["endsAt", moment(before?.endsAt ?? null), moment(after.endsAt)]);
  return changes
    .filter(([, was, is]) => was !== "" || is !== "–")
    .map(([name, was, is]) => ({
      language: "",
      name: `content.field.${name}` as Key,
      isFormat: false,
      runs: [
        { how: "gone" as const, words: was },
        { how: "kept" as const, words: " " },
        { how: "come" as const, words: is },
      ].filter(({ words }) => words !== ""),
    }));
}
