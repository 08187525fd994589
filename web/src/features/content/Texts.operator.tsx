import { SUMMARY_MAX, TITLE_MAX, type ContentRow, type ContentText } from "@laro/contract/content";
import type { ContentKind } from "@laro/contract/core/contentKinds";
import { lazy, Suspense } from "react";
import { useT } from "../../api/language.ts";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { TextArea } from "../../ui/Field.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { SOURCE } from "./content.operator.api.ts";

/** The editor's library is larger than all the rest of a page of the console. */
const RichEditor = lazy(() => import("./RichEditor.operator.tsx").then((file) => ({ default: file.RichEditor })));

interface TextsProps {
  kind: ContentKind;
  texts: readonly ContentText[];
  states: ContentRow["languages"];
  language: string;
  /** Another number puts the editors' texts in anew. */
  round: number;
  isReadOnly: boolean;
  faultAt: (field: string) => string | undefined;
  onLanguage: (language: string) => void;
  onChange: (texts: readonly ContentText[]) => void;
}

const pictured: ReadonlySet<ContentKind> = new Set(["banner", "popup", "promotion", "post", "news", "guide", "video"]);
/** Kinds that have a page search engines find. */
const found: ReadonlySet<ContentKind> = new Set(["post", "news", "guide", "promotion", "help", "term"]);

/** The texts of an item, a tab for each language of the brand. */
export function TextsOperator({ texts, states, language, onLanguage, onChange, ...rest }: TextsProps) {
  const t = useT();
  const text = texts.find((one) => one.language === language) ?? texts[0];
  const items = texts.map(({ language: id }) => {
    const state = states.find((one) => one.language === id)?.state ?? "missing";
    return { id, label: id, badge: t(`content.language.${state}`) };
  });
  if (text === undefined) return null;
  const isOlder = states.find((one) => one.language === text.language)?.state === "older";
  return (
    <Tabs label={t("content.languages")} items={items} value={text.language} onChange={onLanguage}>
      <TextFields
        key={`${text.language} ${rest.round}`}
        {...rest}
        text={text}
        isOlder={isOlder}
        onChange={(changed) => onChange(texts.map((one) => (one.language === changed.language ? changed : one)))}
      />
    </Tabs>
  );
}

type TextFieldsProps = Pick<TextsProps, "kind" | "isReadOnly" | "faultAt"> & { text: ContentText; isOlder: boolean; onChange: (text: ContentText) => void };

function TextFields({ kind, text, isOlder, isReadOnly, faultAt, onChange }: TextFieldsProps) {
  const t = useT();
  const { language } = text;
  const at = (name: string) => faultAt(`texts.${language}.${name}`);
  const line = (name: "title" | "summary" | "alt", max: number) => (
    <CountedField
      label={t(`content.text.${name}`)}
      max={max}
      value={text[name]}
      isReadOnly={isReadOnly}
      error={at(name)}
      onChange={(value) => onChange({ ...text, [name]: value })}
    />
  );
  return (
    <div className="grid gap-4">
      {line("title", TITLE_MAX)}
      {line("summary", SUMMARY_MAX)}
      <Suspense fallback={<Skeleton className="h-72 w-full" />}>
        <RichEditor
          label={t("content.textOf", { language })}
          language={language}
          value={text.html}
          error={at("html")}
          isReadOnly={isReadOnly}
          onChange={(html) => onChange({ ...text, html })}
        />
      </Suspense>
      {pictured.has(kind) && line("alt", ALT_MAX)}
      {found.has(kind) && (
        <>
          <CountedField
            label={t("content.text.seoTitle")}
            max={SEO_TITLE_MAX}
            value={text.seo.title}
            isReadOnly={isReadOnly}
            error={at("seo.title")}
            onChange={(title) => onChange({ ...text, seo: { ...text.seo, title } })}
          />
          <CountedField
            label={t("content.text.seoDescription")}
            max={SEO_DESCRIPTION_MAX}
            value={text.seo.description}
            isReadOnly={isReadOnly}
            error={at("seo.description")}
            onChange={(description) => onChange({ ...text, seo: { ...text.seo, description } })}
          />
        </>
      )}
      {isOlder && language !== SOURCE && !isReadOnly && (
        <Checkbox
          label={t("content.reviewed", { language })}
          checked={text.reviewed === true}
          onChange={(event) => onChange({ ...text, reviewed: event.target.checked })}
        />
      )}
    </div>
  );
}

const ALT_MAX = 200;
const SEO_TITLE_MAX = 60;
const SEO_DESCRIPTION_MAX = 155;

interface CountedFieldProps {
  label: string;
  max: number;
  value: string;
  isReadOnly: boolean;
  error: string | undefined;
  onChange: (value: string) => void;
}

/** A line of words, with how many there is room for. */
const CountedField = ({ label, max, value, isReadOnly, error, onChange }: CountedFieldProps) => (
  <TextArea
    label={label}
    rows={max > 100 ? 2 : 1}
    maxLength={max}
    readOnly={isReadOnly}
    counter={`${value.length} / ${max}`}
    error={error}
    value={value}
    onChange={(event) => onChange(event.target.value.replaceAll("\n", " "))}
  />
);
