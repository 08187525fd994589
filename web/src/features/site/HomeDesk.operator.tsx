import { type HomeSection, menuCategories, quickClasses, type Switchable } from "@laro/contract/core/homeSections";
import type { MenuSetting } from "@laro/contract/settings";
import { RotateCcw } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useAsking } from "../../api/asking.tsx";
import { useDraft } from "../../api/drafts.ts";
import { useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Button } from "../../ui/Button.tsx";
import { ChangeDialog } from "../../ui/ChangeDialog.tsx";
import { cx } from "../../ui/cx.ts";
import { RefusedState } from "../../ui/Faces.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { OrderList } from "../../ui/OrderList.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { UnsavedBar } from "../../ui/UnsavedBar.tsx";
import { HomeSketchOperator } from "./HomeSketch.operator.tsx";
import { type MenuInForce, useMenuInForce, useRestoreMenu, useSetMenu } from "./menu.operator.api.ts";
import { differencesOf, shippedMenu } from "./menuDifference.ts";
import { MenuHistoryOperator } from "./MenuHistory.operator.tsx";
import { useMenuWords } from "./menuWords.operator.tsx";

export interface HomeDeskProps {
  officer: string;
  canChange: boolean;
  /** The vendors at the foot, as whoever knows vendors shows them. */
  footer: ReactNode;
}

/** The home page and the navigation as operators arrange them, with a drawing of the page that follows. */
export function HomeDeskOperator({ officer, canChange, footer }: HomeDeskProps) {
  const t = useT();
  const refusal = useRefusal();
  const { data, error, refetch } = useMenuInForce();
  return (
    <div className="grid grid-cols-1 gap-4">
      <header className="grid gap-1">
        <h1 className="text-xl font-bold">{t("settings.homeTitle")}</h1>
        <p className="text-muted">{t(canChange ? "settings.homeText" : "settings.readOnly")}</p>
      </header>
      {error && data === undefined && (
        <section className="rounded-md border border-line bg-card">
          <RefusedState {...refusal({ error, refetch })} />
        </section>
      )}
      {!error && data === undefined && <Skeleton className="h-96" />}
      {data && <Arranging officer={officer} inForce={data} canChange={canChange} footer={footer} />}
    </div>
  );
}

/** What an officer makes of what was in force when they began. */
interface Arrangement {
  readonly inForce: MenuInForce;
  readonly draft: MenuSetting;
}

function Arranging({ officer, inForce: newest, canChange, footer }: HomeDeskProps & { inForce: MenuInForce }) {
  const t = useT();
  const words = useMenuWords();
  const [{ inForce, draft }, arrange, isDirty] = useDraft<Arrangement>(
    { officer, of: "home page" },
    () => ({ inForce: newest, draft: newest }),
    (arrangement) => differencesOf(arrangement.inForce, arrangement.draft).length > 0,
  );
  const [pointed, setPointed] = useState<HomeSection>();
  const [isSaving, setSaving] = useState(false);
  const [restored, setRestored] = useState<{ no: number; setting: MenuSetting }>();
  const changes = differencesOf(inForce, draft);
  const setDraft = (next: MenuSetting) => arrange({ inForce, draft: next });
  const adopt = (version: MenuInForce) => arrange({ inForce: version, draft: version });
  // What another officer did is taken over at once, but never over what somebody is about to save.
  const isOvertaken = newest.no > inForce.no;
  if (isOvertaken && !isDirty) adopt(newest);
  const shown = draft.home.filter(({ isOn }) => isOn).map(({ section }) => section);
  const turnEntry = (code: Switchable) =>
    setDraft({ ...draft, off: draft.off.includes(code) ? draft.off.filter((one) => one !== code) : [...draft.off, code] });
  return (
    <>
      <div className="grid grid-cols-1 items-start gap-4 md:grid-cols-[minmax(0,1fr)_220px] lg:grid-cols-[minmax(0,1fr)_340px]">
        <div className="grid min-w-0 gap-4">
          <Panel title={t("settings.homeSections")} text={t("settings.homeSectionsText")}>
            <SectionList draft={draft} disabled={!canChange} onChange={setDraft} onPoint={setPointed} />
            {canChange && <ShippedButton disabled={inForce.isShipped} onPress={() => setRestored({ no: 0, setting: shippedMenu })} />}
          </Panel>
          <Entries off={draft.off} disabled={!canChange} onTurn={turnEntry} />
          {footer}
          <MenuHistoryOperator inForce={inForce} onRestore={canChange ? setRestored : undefined} />
        </div>
        <section
          aria-labelledby="sketch"
          className="sticky top-[calc(var(--header)+20px)] grid gap-3 rounded-md border border-line bg-card p-3 max-md:hidden lg:p-4"
        >
          <h2 id="sketch" className="text-base font-semibold">
            {t("settings.homeSketch")}
          </h2>
          <HomeSketchOperator
            sections={shown}
            off={draft.off}
            pointed={pointed}
            label={t("settings.homeSketchText", { sections: shown.map(words.section).join(", ") })}
          />
        </section>
      </div>
      {isDirty && (
        <UnsavedBar
          labels={{ bar: t("settings.unsaved"), discard: t(isOvertaken ? "settings.loadTheirs" : "settings.discard"), save: t("settings.save") }}
          text={isOvertaken ? t("settings.overtaken") : t("settings.unsavedCount", { count: changes.length })}
          isBlocked={isOvertaken}
          onDiscard={() => adopt(newest)}
          onSave={() => setSaving(true)}
        />
      )}
      {isSaving && <SaveDialog inForce={inForce} draft={draft} onSaved={adopt} onDone={() => setSaving(false)} />}
      {restored && <RestoreDialog inForce={inForce} restored={restored} onSaved={adopt} onDone={() => setRestored(undefined)} />}
    </>
  );
}

function ShippedButton({ disabled, onPress }: { disabled: boolean; onPress: () => void }) {
  const t = useT();
  return (
    <Button tone="secondary" size="sm" icon={<RotateCcw />} disabled={disabled} onClick={onPress} className="justify-self-end">
      {t("settings.homeShipped")}
    </Button>
  );
}

interface SectionListProps {
  draft: MenuSetting;
  disabled: boolean;
  onChange: (draft: MenuSetting) => void;
  onPoint: (section: HomeSection | undefined) => void;
}

function SectionList({ draft, disabled, onChange, onPoint }: SectionListProps) {
  const t = useT();
  const words = useMenuWords();
  const turn = (code: HomeSection) => onChange({ ...draft, home: draft.home.map((one) => (one.section === code ? { ...one, isOn: !one.isOn } : one)) });
  return (
    <div className="-mx-2 overflow-clip rounded-sm border border-line sm:mx-0">
      <OrderList
        label={t("settings.homeSections")}
        disabled={disabled}
        items={draft.home.map(({ section, isOn }) => ({
          id: section,
          name: words.section(section),
          isOff: !isOn,
          content: (
            <div className="flex items-center justify-between gap-3">
              <span className="grid min-w-0">
                <span className="text-sm font-medium">{words.section(section)}</span>
                <span className="text-xs text-muted max-sm:hidden">{words.text(section)}</span>
              </span>
              <Switch label={words.section(section)} isOn={isOn} disabled={disabled} onPress={() => turn(section)} />
            </div>
          ),
        }))}
        onOrder={(ids) => onChange({ ...draft, home: ids.map((id) => draft.home.find(({ section }) => section === id)!) })}
        onPoint={onPoint}
        labels={(name) => ({ grip: t("settings.move", { name }), up: t("settings.moveUp", { name }), down: t("settings.moveDown", { name }) })}
        sayPlace={(name, number, of) => t("settings.movedTo", { name, number, of })}
      />
    </div>
  );
}

function Switch({ label, isOn, disabled, onPress }: { label: string; isOn: boolean; disabled: boolean; onPress: () => void }) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      aria-label={label}
      disabled={disabled}
      onClick={onPress}
      className={cx(
        "relative h-6 w-11 shrink-0 rounded-pill border transition disabled:opacity-60",
        isOn ? "border-win-fill bg-win-fill" : "border-muted bg-field",
      )}
    >
      <span
        aria-hidden="true"
        className={cx("absolute start-0.5 top-0.5 size-4.5 rounded-pill transition", isOn ? "translate-x-5 bg-white rtl:-translate-x-5" : "bg-muted")}
      />
    </button>
  );
}

/** What stands in the navigation; what always does is shown so. */
function Entries({ off, disabled, onTurn }: { off: readonly Switchable[]; disabled: boolean; onTurn: (code: Switchable) => void }) {
  const t = useT();
  const words = useMenuWords();
  const rows = (codes: readonly Switchable[]) =>
    codes.map((code) => (
      <li key={code} className="flex items-center justify-between gap-3 border-b border-line px-3 py-2.5 text-sm font-medium">
        {words.entry(code)}
        <Switch label={words.entry(code)} isOn={!off.includes(code)} disabled={disabled} onPress={() => onTurn(code)} />
      </li>
    ));
  return (
    <Panel title={t("settings.navigation")} text={t("settings.navigationText")}>
      <div className="flex flex-wrap items-center gap-2 text-xs text-muted">
        {t("settings.navigationFixed")}
        {["HOME", "BGS", "PROMO"].map((code) => (
          <Badge key={code}>{t("settings.fixedEntry", { code })}</Badge>
        ))}
      </div>
      <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
        <section aria-labelledby="categories">
          <h3 id="categories" className="pb-1 text-xs font-semibold text-muted">
            {t("settings.navigationCategories")}
          </h3>
          <ul>{rows(menuCategories)}</ul>
        </section>
        <section aria-labelledby="quick">
          <h3 id="quick" className="pb-1 text-xs font-semibold text-muted">
            {t("settings.navigationQuick")}
          </h3>
          <ul>{rows(quickClasses)}</ul>
        </section>
      </div>
    </Panel>
  );
}

interface SaveProps {
  inForce: MenuInForce;
  onSaved: (version: MenuInForce) => void;
  onDone: () => void;
}

function SaveDialog({ inForce, draft, onSaved, onDone }: SaveProps & { draft: MenuSetting }) {
  const t = useT();
  const words = useMenuWords();
  const asking = useAsking();
  const setMenu = useSetMenu();
  const done = {
    onSuccess: (version: MenuInForce) => {
      showToast(t("settings.homeSaved"), "success");
      onSaved(version);
      onDone();
    },
  };
  return (
    <ChangeDialog
      title={t("settings.homeSave")}
      changes={differencesOf(inForce, draft).map(words.change)}
      {...asking(setMenu, { verb: t("settings.homePut"), hint: t("settings.reasonHint") })}
      onConfirm={(reason) => setMenu.mutate({ no: inForce.no, home: draft.home, off: draft.off, reason }, done)}
      onCancel={onDone}
    />
  );
}

interface RestoreProps extends SaveProps {
  restored: { no: number; setting: MenuSetting };
}

function RestoreDialog({ inForce, restored: { no, setting }, onSaved, onDone }: RestoreProps) {
  const t = useT();
  const words = useMenuWords();
  const asking = useAsking();
  const restore = useRestoreMenu();
  const done = {
    onSuccess: (version: MenuInForce) => {
      showToast(t("settings.homeSaved"), "success");
      onSaved(version);
      onDone();
    },
  };
  return (
    <ChangeDialog
      title={no === 0 ? t("settings.homeShipped") : t("settings.homeRestore", { no })}
      changes={differencesOf(inForce, setting).map(words.change)}
      {...asking(restore, { verb: t("settings.homePut"), hint: t("settings.reasonHint") })}
      onConfirm={(reason) => restore.mutate({ no: inForce.no, restored: no, reason }, done)}
      onCancel={onDone}
    />
  );
}
