import { campaignTabs } from "@laro/contract/campaigns";
import { periods } from "@laro/contract/core/campaignRules";
import { parseAmount } from "@laro/contract/core/money";
import { type ComponentType, type ReactNode, useState } from "react";
import { useAsking } from "../../api/asking.tsx";
import { useT } from "../../api/language.ts";
import { usePermission } from "../../api/permission.ts";
import { useFault } from "../../api/query.ts";
import { ChangeDialog } from "../../ui/ChangeDialog.tsx";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { cx } from "../../ui/cx.ts";
import { useNow } from "../../ui/DateTime.tsx";
import { TextArea, TextField } from "../../ui/Field.tsx";
import { Select } from "../../ui/Select.tsx";
import { showToast } from "../../ui/Toast.tsx";
import {
  categoryChoices,
  type Desk,
  gameChoices,
  isGiven,
  isOnce,
  isPlaced,
  measures,
  readRain,
  readTyped,
  triggerChoices,
  type Typed,
  typedOf,
  unreadOf,
} from "./draft.operator.ts";
import { useSave } from "./campaigns.operator.api.ts";
import { useTerms } from "./terms.ts";

/** Chooses a picture of the library. */
export type PicturePart = ComponentType<{ label: string; value: string | null; error?: ReactNode; onChange: (id: string | null) => void }>;

const FIELDS = "code words pictureId startsAt endsAt budget clearance permit rule.trigger rule.trigger.slips rule.trigger.minimum".split(" ");
/** The lines that show a refusal of what is given. */
const giftFields = (on: Typed["on"]): readonly string[] => (isPlaced(on) ? ["rule.gift", "rule.prizes"] : isGiven(on) ? ["rule.gift"] : []);
const gives = ["cash", "points", "bonus", "bonusBet", "ticket", "egg"] as const;

/** Writes a draft, or the next version of what is published. */
export function CampaignFormOperator({ row, picture, onDone }: { row: Desk | undefined; picture: PicturePart; onDone: () => void }) {
  const t = useT();
  const asking = useAsking();
  const faultOf = useFault();
  const save = useSave();
  const now = useNow();
  const [typed, setTyped] = useState<Typed>(() => typedOf(row, now));
  const read = readTyped(typed);
  const fault = save.error === null ? undefined : faultOf(save.error);
  const submit = (reason: string) => {
    if (read === undefined) return;
    save.mutate(
      { ...read, madeAt: row?.madeAt ?? null, reason },
      {
        onSuccess: () => {
          showToast(t("campaigns.desk.saved"), "success");
          onDone();
        },
      },
    );
  };
  return (
    <ChangeDialog
      size="lg"
      title={row === undefined ? t("campaigns.desk.new") : t("campaigns.desk.edit", { code: row.code })}
      changes={[]}
      isBlocked={read === undefined}
      {...asking(save, { verb: t("campaigns.desk.save"), hint: t("settings.reasonHint"), fields: [...FIELDS, ...giftFields(typed.on)] })}
      onConfirm={submit}
      onCancel={onDone}
    >
      <Fields
        typed={typed}
        isNew={row === undefined}
        errorOf={(field) => (fault?.field === field ? fault.text : undefined)}
        picture={picture}
        onChange={(change) => {
          setTyped({ ...typed, ...change });
          save.reset();
        }}
      />
    </ChangeDialog>
  );
}

interface FieldsProps {
  typed: Typed;
  isNew: boolean;
  errorOf: (field: string) => string | undefined;
  picture: PicturePart;
  onChange: (change: Partial<Typed>) => void;
}

type TextName = { [Name in keyof Typed]: Typed[Name] extends string ? Name : never }[keyof Typed];

/** What a line must be that cannot be read as it is typed. */
function useUnread(typed: Typed): (name: TextName) => string | undefined {
  const t = useT();
  return (name) => {
    const what = unreadOf(typed, name);
    if (what === "code") return t("campaigns.field.codeHint");
    if (what === "prizes") return t("campaigns.field.prizesHint");
    return what && t("campaigns.field.unread", { what });
  };
}

function Fields({ typed, isNew, errorOf, picture: Picture, onChange }: FieldsProps) {
  const t = useT();
  const isRain = typed.on === "rain";
  const unread = useUnread(typed);
  const line = (name: LineName, { fields = [name], ...more }: LineMore = {}) => {
    const refused = fields.map(errorOf).find((text) => text !== undefined);
    const said = unread(name);
    return (
      <TextField
        label={t(`campaigns.field.${name}`)}
        name={name}
        autoComplete="off"
        maxLength={200}
        value={typed[name]}
        {...more}
        // What is still to be typed is no fault yet.
        {...(said !== undefined && { [typed[name] === "" ? "hint" : "error"]: said })}
        {...(refused !== undefined && { error: refused })}
        onChange={(event) => onChange({ [name]: name === "code" || name === "raffle" ? event.target.value.toUpperCase() : event.target.value })}
      />
    );
  };
  return (
    <div className="grid gap-4">
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {line("code", { hint: t("campaigns.field.codeHint"), disabled: !isNew })}
        <Select
          label={t("campaigns.field.tab")}
          value={typed.tab}
          onChange={(event) => onChange({ tab: campaignTabs.find((one) => one === event.target.value) ?? typed.tab })}
          options={campaignTabs.map((value) => ({ value, label: t("campaigns.tab", { tab: value }) }))}
        />
      </div>
      <Words words={typed.words} error={errorOf("words")} onChange={(words) => onChange({ words })} />
      <Picture label={t("campaigns.field.picture")} value={typed.pictureId} error={errorOf("pictureId")} onChange={(pictureId) => onChange({ pictureId })} />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {line("startsAt", { type: "datetime-local" })}
        {line("endsAt", { type: "datetime-local" })}
        {line("budget")}
        {!isRain && line("dayMax", { hint: t("campaigns.field.dayMaxHint") })}
      </div>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <RuleFields typed={typed} errorOf={errorOf} onChange={onChange} line={line} />
      </div>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {!isRain && line("memberCount")}
        {!isRain && line("claimDays")}
        {line("levelFrom")}
        {line("newerThan")}
        {line("clearance")}
        {line("permit")}
      </div>
      <div className="grid gap-2">
        {(isRain ? (["verified"] as const) : (["reviewed", "again", "verified"] as const)).map((name) => (
          <Checkbox key={name} label={t(`campaigns.field.${name}`)} checked={typed[name]} onChange={(event) => onChange({ [name]: event.target.checked })} />
        ))}
      </div>
    </div>
  );
}

/** The fields that are one line of text. */
const lines = [
  "code",
  "startsAt",
  "endsAt",
  "budget",
  "dayMax",
  "clearance",
  "permit",
  "target",
  "days",
  "most",
  "amount",
  "wagering",
  "bonusDays",
  "betStake",
  "raffle",
  "prizes",
  "memberCount",
  "claimDays",
  "levelFrom",
  "newerThan",
  "minimum",
  "slips",
  "slipMinimum",
  "slipMaximum",
  "seatChips",
  "seatRounds",
] as const;

type LineName = TextName & (typeof lines)[number];
interface LineMore {
  readonly type?: string;
  readonly hint?: string;
  readonly disabled?: boolean;
  /** Whose refusals it shows, if not its own. */
  readonly fields?: readonly string[];
}

interface RuleProps extends Pick<FieldsProps, "typed" | "errorOf" | "onChange"> {
  line: (name: LineName, more?: LineMore) => ReactNode;
}

/** What members do, and what it gives. */
function RuleFields({ typed, errorOf, onChange, line }: RuleProps) {
  const t = useT();
  const isSeated = typed.on === "ranked" && typed.measure === "chips";
  const counts = (typed.on === "played" || isPlaced(typed.on)) && !isSeated;
  return (
    <>
      <Select
        label={t("campaigns.field.trigger")}
        value={typed.on}
        error={errorOf("rule.trigger")}
        onChange={(event) => onChange({ on: triggerChoices.find((one) => one === event.target.value) ?? typed.on })}
        options={triggerChoices.map((on) => ({ value: on, label: t("campaigns.field.triggerOf", { on }) }))}
      />
      {(typed.on === "played" || typed.on === "drawn") && line("target")}
      {typed.on === "visited" && line("days")}
      {typed.on === "drawn" && line("most")}
      {typed.on === "deposited" && line("minimum")}
      {typed.on === "ranked" && (
        <Select
          label={t("campaigns.field.measure")}
          value={typed.measure}
          onChange={(event) => onChange({ measure: measures.find((one) => one === event.target.value) ?? typed.measure })}
          options={measures.map((measure) => ({ value: measure, label: t("campaigns.field.measureOf", { measure }) }))}
        />
      )}
      {isSeated && (
        <Select
          label={t("campaigns.field.seatGame")}
          value={typed.seatGame}
          onChange={(event) => onChange({ seatGame: gameChoices.find((one) => one === event.target.value) ?? typed.seatGame })}
          options={gameChoices.map((game) => ({ value: game, label: t("campaigns.field.seatGameOf", { game }) }))}
        />
      )}
      {isSeated && line("seatChips")}
      {isSeated && line("seatRounds")}
      {counts && (
        <Select
          label={t("campaigns.field.category")}
          value={typed.category}
          onChange={(event) => onChange({ category: categoryChoices.find((one) => one === event.target.value) ?? "" })}
          options={[{ value: "", label: t("campaigns.allGames") }, ...categoryChoices.map((value) => ({ value, label: t("games.type", { type: value }) }))]}
        />
      )}
      {typed.on === "rain" && (
        <>
          {line("slips", { fields: ["rule.trigger.slips"] })}
          {line("slipMinimum", { fields: ["rule.trigger.minimum"] })}
          {line("slipMaximum")}
          <WorstCase typed={typed} />
        </>
      )}
      {isPlaced(typed.on) && line("prizes", { hint: t("campaigns.field.prizesHint"), fields: giftFields(typed.on) })}
      {isGiven(typed.on) && <GiftFields {...{ typed, errorOf, onChange, line }} />}
    </>
  );
}

/** What one member gets, and how often. */
function GiftFields({ typed, errorOf, onChange, line }: RuleProps) {
  const t = useT();
  return (
    <>
      <Select
        label={t("campaigns.field.gives")}
        value={typed.gives}
        error={errorOf("rule.gift")}
        onChange={(event) => onChange({ gives: gives.find((one) => one === event.target.value) ?? typed.gives })}
        options={gives.map((value) => ({ value, label: t("campaigns.field.givesOf", { gives: value }) }))}
      />
      {line("amount")}
      {typed.gives === "bonus" && line("wagering")}
      {(typed.gives === "bonus" || typed.gives === "bonusBet") && line("bonusDays")}
      {typed.gives === "bonusBet" && line("betStake")}
      {typed.gives === "ticket" && line("raffle")}
      {!isOnce(typed.on) && (
        <Select
          label={t("campaigns.field.period")}
          value={typed.period}
          onChange={(event) => onChange({ period: periods.find((one) => one === event.target.value) ?? typed.period })}
          options={periods.map((period) => ({ value: period, label: t("campaigns.field.periodOf", { period }) }))}
        />
      )}
    </>
  );
}

/** What a rain costs at most, and what an envelope holds on average; or that its figures do not fit together. */
function WorstCase({ typed }: Pick<FieldsProps, "typed">) {
  const t = useT();
  const { money } = useTerms();
  const [rain, total] = [readRain(typed), parseAmount(typed.budget)];
  if (rain === undefined || total === undefined) return null;
  const count = BigInt(rain.slips);
  const [least, most] = [count * rain.minimum, count * rain.maximum];
  const isFitting = least <= total && total <= most;
  return (
    <p role="status" className={cx("rounded-sm px-3 py-2 text-sm sm:col-span-2", isFitting ? "bg-text/4" : "bg-accent/14")}>
      {isFitting
        ? t("campaigns.field.rainCosts", { total: money(total), count: rain.slips, average: money(total / count) })
        : t("campaigns.field.rainOff", { least: money(least), most: money(most) })}
    </p>
  );
}

function Words({ words, error, onChange }: { words: Typed["words"]; error: ReactNode; onChange: (words: Typed["words"]) => void }) {
  const t = useT();
  const { languages } = usePermission();
  const set = (language: string, change: Partial<Typed["words"][string]>) =>
    onChange({ ...words, [language]: { title: "", summary: "", text: "", ...words[language], ...change } });
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      {languages.map((language) => (
        <fieldset key={language} className="grid gap-3">
          <legend className="mb-2 text-sm font-semibold">{language}</legend>
          <TextField
            label={t("campaigns.field.title")}
            name={`title-${language}`}
            maxLength={80}
            required
            value={words[language]?.title ?? ""}
            error={error}
            onChange={(event) => set(language, { title: event.target.value })}
          />
          <TextField
            label={t("campaigns.field.summary")}
            name={`summary-${language}`}
            maxLength={160}
            required
            value={words[language]?.summary ?? ""}
            onChange={(event) => set(language, { summary: event.target.value })}
          />
          <TextArea
            label={t("campaigns.field.text")}
            name={`text-${language}`}
            rows={3}
            maxLength={2_000}
            value={words[language]?.text ?? ""}
            onChange={(event) => set(language, { text: event.target.value })}
          />
        </fieldset>
      ))}
    </div>
  );
}
