import { formatAmount, parseAmount } from "@laro/contract/core/money";
import { type DeskItem, itemStates } from "@laro/contract/points";
import { type ComponentType, type ReactNode, useState } from "react";
import { useAsking } from "../../api/asking.tsx";
import { useT } from "../../api/language.ts";
import { usePermission } from "../../api/permission.ts";
import { useFault } from "../../api/query.ts";
import { ChangeDialog } from "../../ui/ChangeDialog.tsx";
import { TextArea, TextField } from "../../ui/Field.tsx";
import { Select } from "../../ui/Select.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { useSaveItem } from "./points.operator.api.ts";

/** Chooses a picture of the library. */
export type PicturePart = ComponentType<{ label: string; value: string | null; error?: ReactNode; onChange: (id: string | null) => void }>;

interface ItemFormProps {
  item: DeskItem | undefined;
  picture: PicturePart;
  onDone: () => void;
}

const FIELDS = ["words", "pictureId", "permit", "stock", "pointsRequirement", "amountRequirement", "units"];
const numberOr = (typed: string): number | null => (/^[0-9]{1,10}$/.test(typed) ? Number(typed) : null);
const written = (figure: number | null | undefined): string => (figure === null || figure === undefined ? "" : String(figure));

/** What is typed of an item, as texts until it is sent. */
const draftOf = (item: DeskItem | undefined) => ({
  state: item?.state ?? ("draft" as DeskItem["state"]),
  words: item?.words ?? {},
  group: item?.group ?? "",
  pictureId: item?.pictureId ?? null,
  pointsRequirement: written(item?.pointsRequirement),
  amountRequirement: formatAmount(item?.amountRequirement ?? 0n),
  units: item?.units ?? "",
  stock: written(item?.stock),
  perMember: written(item?.perMember),
  permit: item?.permit ?? "",
  sort: written(item?.sort ?? 0),
});
type Draft = ReturnType<typeof draftOf>;

/** Writes an item; whoever read an older version is told. */
export function ItemFormOperator({ item, picture, onDone }: ItemFormProps) {
  const t = useT();
  const asking = useAsking();
  const save = useSaveItem();
  const [draft, setDraft] = useState<Draft>(() => draftOf(item));
  const [cost, amount] = [numberOr(draft.pointsRequirement), parseAmount(draft.amountRequirement)];
  const isComplete = cost !== null && cost > 0 && amount !== undefined && draft.units.trim() !== "";
  const stateOf = (state: DeskItem["state"]) => t(`points.itemState.${state}`);
  const submit = (reason: string) => {
    if (!isComplete) return;
    const { state, words, group, pictureId, units, stock, perMember, permit, sort } = draft;
    save.mutate(
      {
        ...(item === undefined ? {} : { id: item.id }),
        version: item?.version ?? 0,
        state,
        words,
        group,
        pictureId,
        units,
        permit,
        reason,
        pointsRequirement: cost,
        amountRequirement: amount,
        stock: numberOr(stock),
        perMember: numberOr(perMember),
        sort: numberOr(sort) ?? 0,
      },
      {
        onSuccess: () => {
          showToast(t("points.saved"), "success");
          onDone();
        },
      },
    );
  };
  return (
    <ChangeDialog
      size="lg"
      title={t(item === undefined ? "points.addItem" : "points.changeItem")}
      changes={
        item === undefined || item.state === draft.state ? [] : [{ label: t("points.itemState"), before: stateOf(item.state), after: stateOf(draft.state) }]
      }
      isBlocked={!isComplete}
      {...asking(save, { verb: t("points.save"), hint: t("settings.reasonHint"), fields: FIELDS })}
      onConfirm={submit}
      onCancel={onDone}
    >
      <Fields draft={draft} error={save.error} picture={picture} onChange={(change) => setDraft({ ...draft, ...change })} />
    </ChangeDialog>
  );
}

interface FieldsProps {
  draft: Draft;
  error: Error | null;
  picture: PicturePart;
  onChange: (change: Partial<Draft>) => void;
}

function Fields({ draft, error, picture: Picture, onChange }: FieldsProps) {
  const t = useT();
  const faultOf = useFault();
  const fault = error === null ? undefined : faultOf(error);
  const errorOf = (field: string) => (fault?.field === field ? fault.text : undefined);
  const typed = (
    field: "group" | "pointsRequirement" | "amountRequirement" | "units" | "stock" | "perMember" | "permit" | "sort",
    maxLength: number,
    hint?: string,
  ) => (
    <TextField
      label={t(`points.field.${field}`)}
      name={field}
      autoComplete="off"
      maxLength={maxLength}
      hint={hint}
      required={field === "pointsRequirement" || field === "units"}
      value={draft[field]}
      error={errorOf(field)}
      onChange={(event) => onChange({ [field]: event.target.value })}
    />
  );
  return (
    <div className="grid gap-4">
      <Select
        label={t("points.itemState")}
        value={draft.state}
        onChange={(event) => onChange({ state: itemStates.find((one) => one === event.target.value) ?? draft.state })}
        options={itemStates.map((value) => ({ value, label: t(`points.itemState.${value}`) }))}
      />
      <Words words={draft.words} error={errorOf("words")} onChange={(words) => onChange({ words })} />
      <Picture label={t("points.picture")} value={draft.pictureId} error={errorOf("pictureId")} onChange={(pictureId) => onChange({ pictureId })} />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {typed("pointsRequirement", 10)}
        {typed("amountRequirement", 16, t("points.field.amountHint"))}
        {typed("units", 20)}
        {typed("group", 40)}
        {typed("stock", 7, t("points.field.stockHint"))}
        {typed("perMember", 4, t("points.field.perMemberHint"))}
        {typed("permit", 64)}
        {typed("sort", 4)}
      </div>
    </div>
  );
}

function Words({ words, error, onChange }: { words: Draft["words"]; error: ReactNode; onChange: (words: Draft["words"]) => void }) {
  const t = useT();
  const { languages } = usePermission();
  const set = (language: string, change: Partial<Draft["words"][string]>) =>
    onChange({ ...words, [language]: { name: "", description: "", ...words[language], ...change } });
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      {languages.map((language) => (
        <fieldset key={language} className="grid gap-3">
          <legend className="mb-2 text-sm font-semibold">{language}</legend>
          <TextField
            label={`${t("points.item")} (${language})`}
            name={`name-${language}`}
            maxLength={80}
            value={words[language]?.name ?? ""}
            error={error}
            onChange={(event) => set(language, { name: event.target.value })}
          />
          <TextArea
            label={`${t("points.description")} (${language})`}
            name={`description-${language}`}
            maxLength={400}
            rows={2}
            value={words[language]?.description ?? ""}
            onChange={(event) => set(language, { description: event.target.value })}
          />
        </fieldset>
      ))}
    </div>
  );
}
