import {
  audiences,
  bannerGroups,
  contentPlatforms,
  type Detail,
  type DetailOf,
  executions,
  helpSections,
  PROMOTION_IMAGES_MAX,
  resourceTypes,
  STEPS_MAX,
  TEAM_MAX,
} from "@laro/contract/core/contentKinds";
import { listTitlePages } from "@laro/contract/core/paths";
import { Plus, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { useT } from "../../api/language.ts";
import { usePermission } from "../../api/permission.ts";
import { Button, IconButton } from "../../ui/Button.tsx";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { TextField } from "../../ui/Field.tsx";
import { Select } from "../../ui/Select.tsx";
import { fromField, toField } from "./contentWords.operator.tsx";
import { PictureField } from "./PictureField.operator.tsx";

interface DetailsProps {
  detail: Detail;
  faultAt: (field: string) => string | undefined;
  onChange: (detail: Detail) => void;
  /** Only what a new item cannot be without. */
  isNew?: boolean;
}

/** The fields of a kind beside its texts. */
export function DetailsOperator({ detail, isNew = false, ...rest }: DetailsProps) {
  const put = useFields(rest);
  if (isNew)
    return (
      <>
        {detail.kind === "resource" && <ResourceFields {...rest} detail={detail} />}
        {detail.kind === "term" && put.choice("document", detail.document, ["terms", "privacy"], (document) => ({ ...detail, document }))}
      </>
    );
  return (
    <div className="grid gap-4">
      {"slug" in detail && put.words("slug", detail.slug, (slug) => ({ ...detail, slug }))}
      {"section" in detail && put.choice("section", detail.section, helpSections, (section) => ({ ...detail, section }))}
      {"platform" in detail && put.choice("platform", detail.platform, contentPlatforms, (platform) => ({ ...detail, platform }))}
      {detail.kind === "banner" && <BannerFields {...rest} detail={detail} />}
      {detail.kind === "popup" && put.choice("execution", detail.execution, executions, (execution) => ({ ...detail, execution }))}
      {"linkageType" in detail && <LinkFields {...rest} detail={detail} />}
      {detail.kind === "promotion" && <PromotionFields {...rest} detail={detail} />}
      {detail.kind === "term" && <TermFields {...rest} detail={detail} />}
      {"day" in detail && put.words("day", detail.day, (day) => ({ ...detail, day }), { type: "date" })}
      {detail.kind === "guide" && <GuideFields {...rest} detail={detail} />}
      {detail.kind === "video" && <VideoFields {...rest} detail={detail} />}
      {detail.kind === "match" && <MatchFields {...rest} detail={detail} />}
      {detail.kind === "resource" && <ResourceFields {...rest} detail={detail} />}
      {detail.kind !== "banner" && "pictureId" in detail && (
        <PictureField
          label={put.label("pictureId")}
          error={rest.faultAt("detail.pictureId")}
          value={detail.pictureId}
          onChange={(pictureId) => rest.onChange({ ...detail, pictureId })}
        />
      )}
    </div>
  );
}

type FieldsOf<Of extends Detail> = Omit<DetailsProps, "detail" | "isNew"> & { detail: Of };

/** A field by its name in the contract: its word, its refusal and its choices are found by it. */
function useFields({ faultAt, onChange }: Pick<DetailsProps, "faultAt" | "onChange">) {
  const t = useT();
  const label = (name: FieldName) => t(`content.field.${name}`);
  return {
    label,
    words: (name: FieldName, value: string, change: (value: string) => Detail, more: { type?: string; maxLength?: number; hint?: ReactNode } = {}) => (
      <TextField
        label={label(name)}
        name={`detail.${name}`}
        maxLength={500}
        {...more}
        error={faultAt(`detail.${name}`)}
        value={value}
        onChange={(event) => onChange(change(event.target.value))}
      />
    ),
    choice: <Value extends string>(name: ChoiceName, value: Value, values: readonly Value[], change: (value: Value) => Detail) => (
      <Select
        label={label(name)}
        name={`detail.${name}`}
        error={faultAt(`detail.${name}`)}
        value={value}
        options={values.map((one) => ({ value: one, label: t(`content.choice.${name}`, { value: name === "linkageType" ? `n${one}` : one }) }))}
        onChange={(event) => onChange(change(values.find((one) => one === event.target.value) ?? value))}
      />
    ),
  };
}

type ChoiceName = "audience" | "document" | "execution" | "groupName" | "guide" | "linkageType" | "platform" | "section" | "type";
type FieldName =
  | ChoiceName
  | "slug"
  | "url"
  | "gameType"
  | "clearance"
  | "day"
  | "labelNameEn"
  | "pictureId"
  | "phonePictureId"
  | "images"
  | "steps"
  | "urls"
  | "homeTeam"
  | "awayTeam"
  | "homePictureId"
  | "awayPictureId"
  | "matchTime"
  | "bindingFrom";

function BannerFields({ detail, ...rest }: FieldsOf<DetailOf<"banner">>) {
  const put = useFields(rest);
  return (
    <>
      {put.choice("groupName", detail.groupName, bannerGroups, (groupName) => ({ ...detail, groupName }))}
      {put.choice("audience", detail.audience, audiences, (audience) => ({ ...detail, audience }))}
      {detail.groupName === "w_title" ? (
        <Select
          label={put.label("gameType")}
          error={rest.faultAt("detail.gameType")}
          value={detail.gameType}
          options={[{ value: "", label: "–" }, ...[...listTitlePages()].map(([value, path]) => ({ value, label: path }))]}
          onChange={(event) => rest.onChange({ ...detail, gameType: event.target.value })}
        />
      ) : (
        put.words("gameType", detail.gameType, (gameType) => ({ ...detail, gameType: gameType.toUpperCase() }), { maxLength: 16 })
      )}
      <PictureField
        label={put.label("pictureId")}
        error={rest.faultAt("detail.pictureId")}
        value={detail.pictureId}
        onChange={(pictureId) => rest.onChange({ ...detail, pictureId })}
      />
      <PictureField
        label={put.label("phonePictureId")}
        value={detail.phonePictureId}
        onChange={(phonePictureId) => rest.onChange({ ...detail, phonePictureId })}
      />
    </>
  );
}

const linkages = ["0", "1", "2", "3", "4"] as const;

function LinkFields({ detail, ...rest }: FieldsOf<DetailOf<"banner"> | DetailOf<"popup"> | DetailOf<"promotion">>) {
  const put = useFields(rest);
  const chosen = linkages.find((one) => one === String(detail.linkageType)) ?? "0";
  return (
    <>
      {put.choice("linkageType", chosen, linkages, (value) => ({ ...detail, linkageType: Number(value), ...(value === "0" ? { url: "" } : {}) }))}
      {detail.linkageType !== 0 && put.words("url", detail.url, (url) => ({ ...detail, url: url.trim() }))}
    </>
  );
}

function PromotionFields({ detail, ...rest }: FieldsOf<DetailOf<"promotion">>) {
  const t = useT();
  const put = useFields(rest);
  const numbered = (ids: readonly string[]) => ids.map((pictureId, at) => ({ sequence: at + 1, pictureId }));
  const ids = detail.images.toSorted((one, other) => one.sequence - other.sequence).map(({ pictureId }) => pictureId);
  const change = (next: readonly string[]) => rest.onChange({ ...detail, images: numbered(next) });
  return (
    <>
      {put.words("clearance", detail.clearance, (clearance) => ({ ...detail, clearance }), { maxLength: 64, hint: t("content.clearanceHint") })}
      {ids.map((id, at) => (
        <PictureField
          key={`${at}${id}`}
          label={t("content.promotionPicture", { no: at + 1 })}
          value={id}
          onChange={(next) => change(next === null ? ids.toSpliced(at, 1) : ids.with(at, next))}
        />
      ))}
      {ids.length < PROMOTION_IMAGES_MAX && (
        <PictureField
          key={ids.length}
          label={put.label("images")}
          error={rest.faultAt("detail.pictureId")}
          value={null}
          onChange={(next) => next !== null && change([...ids, next])}
        />
      )}
    </>
  );
}

function TermFields({ detail, ...rest }: FieldsOf<DetailOf<"term">>) {
  const t = useT();
  const put = useFields(rest);
  return (
    <>
      <Checkbox
        label={t("content.consentNeeded")}
        checked={detail.consentNeeded}
        onChange={(event) => rest.onChange({ ...detail, consentNeeded: event.target.checked })}
      />
      {put.words("bindingFrom", toField(detail.bindingFrom), (typed) => ({ ...detail, bindingFrom: fromField(typed) }), {
        type: "datetime-local",
        hint: t("content.bindingHint"),
      })}
    </>
  );
}

function GuideFields({ detail, ...rest }: FieldsOf<DetailOf<"guide">>) {
  const t = useT();
  const put = useFields(rest);
  const { languages } = usePermission();
  const change = (steps: DetailOf<"guide">["steps"]) => rest.onChange({ ...detail, steps });
  return (
    <>
      {put.choice("guide", detail.guide, ["iOS", "Android"], (guide) => ({ ...detail, guide }))}
      {detail.steps.map((step, at) => (
        <fieldset key={at} className="grid gap-3 rounded-sm border border-line p-3">
          <legend className="flex items-center gap-2 px-1 text-sm font-medium">
            {t("content.step", { no: at + 1 })}
            <IconButton size="sm" label={t("content.stepRemove", { no: at + 1 })} onClick={() => change(detail.steps.toSpliced(at, 1))}>
              <Trash2 />
            </IconButton>
          </legend>
          {languages.map((language) => (
            <TextField
              key={language}
              label={language}
              maxLength={300}
              error={rest.faultAt(`detail.steps.${at}.${language}`)}
              value={step[language] ?? ""}
              onChange={(event) => change(detail.steps.with(at, { ...step, [language]: event.target.value }))}
            />
          ))}
        </fieldset>
      ))}
      {detail.steps.length < STEPS_MAX && (
        <Button tone="secondary" size="sm" icon={<Plus />} className="justify-self-start" onClick={() => change([...detail.steps, {}])}>
          {t("content.stepAdd")}
        </Button>
      )}
    </>
  );
}

function VideoFields({ detail, faultAt, onChange }: FieldsOf<DetailOf<"video">>) {
  const t = useT();
  const { languages } = usePermission();
  return languages.map((language) => (
    <TextField
      key={language}
      label={t("content.videoUrl", { language })}
      hint={t("content.videoHint")}
      maxLength={500}
      error={faultAt(`detail.urls.${language}`)}
      value={detail.urls[language] ?? ""}
      onChange={(event) => onChange({ ...detail, urls: { ...detail.urls, [language]: event.target.value.trim() } })}
    />
  ));
}

const teams = [
  { name: "homeTeam", picture: "homePictureId" },
  { name: "awayTeam", picture: "awayPictureId" },
] as const;

function MatchFields({ detail, ...rest }: FieldsOf<DetailOf<"match">>) {
  const t = useT();
  const put = useFields(rest);
  return (
    <>
      {teams.map(({ name, picture }) => (
        <div key={name} className="grid gap-4">
          {put.words(name, detail[name], (team) => ({ ...detail, [name]: team }), { maxLength: TEAM_MAX })}
          <PictureField
            label={put.label(picture)}
            error={rest.faultAt("detail.pictureId")}
            value={detail[picture]}
            onChange={(id) => rest.onChange({ ...detail, [picture]: id })}
          />
        </div>
      ))}
      {put.words("matchTime", toField(detail.matchTime), (typed) => ({ ...detail, matchTime: fromField(typed) ?? detail.matchTime }), {
        type: "datetime-local",
        hint: t("content.matchHint"),
      })}
      {put.words("url", detail.url, (url) => ({ ...detail, url: url.trim() }))}
    </>
  );
}

function ResourceFields({ detail, ...rest }: FieldsOf<DetailOf<"resource">>) {
  const put = useFields(rest);
  return (
    <>
      {put.choice("type", detail.type, resourceTypes, (type) => ({ ...detail, type }))}
      {put.words("labelNameEn", detail.labelNameEn, (labelNameEn) => ({ ...detail, labelNameEn }), { maxLength: 60 })}
      {put.words("url", detail.url, (url) => ({ ...detail, url: url.trim() }))}
    </>
  );
}
