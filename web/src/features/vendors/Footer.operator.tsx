import { useState } from "react";
import { useAsking } from "../../api/asking.tsx";
import { useDraft } from "../../api/drafts.ts";
import { useT } from "../../api/language.ts";
import { Button } from "../../ui/Button.tsx";
import { ChangeDialog } from "../../ui/ChangeDialog.tsx";
import { cx } from "../../ui/cx.ts";
import { Skeleton } from "../../ui/Loading.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { useSetFooter, useVendors } from "./vendors.operator.api.ts";

/** Which vendors are named at the foot of each page. */
export function FooterVendorsOperator({ officer, canChange }: { officer: string; canChange: boolean }) {
  const t = useT();
  const { data, error } = useVendors();
  const all = data?.list ?? [];
  const [draft, setDraft, isChanged] = useDraft<readonly string[] | undefined>(
    { officer, of: "footer" },
    () => undefined,
    (codes) => codes !== undefined && (data === undefined || all.some(({ vendorCode, inFooter }) => inFooter !== codes.includes(vendorCode))),
  );
  const [isSaving, setSaving] = useState(false);
  if (error && data === undefined) return null;
  const stood = all.filter(({ inFooter }) => inFooter).map(({ vendorCode }) => vendorCode);
  const chosen = draft ?? stood;
  const turn = (code: string) => setDraft(chosen.includes(code) ? chosen.filter((one) => one !== code) : [...chosen, code]);
  return (
    <Panel
      title={t("vendors.footerTitle")}
      text={t("vendors.footerText")}
      aside={
        isChanged && (
          <span className="flex shrink-0 gap-2">
            <Button tone="secondary" size="sm" onClick={() => setDraft(undefined)}>
              {t("settings.discard")}
            </Button>
            <Button size="sm" aria-label={t("vendors.footerSave")} onClick={() => setSaving(true)}>
              {t("settings.save")}
            </Button>
          </span>
        )
      }
    >
      {data === undefined ? (
        <Skeleton className="h-20" />
      ) : (
        <div role="group" aria-label={t("vendors.footerTitle")} className="flex flex-wrap gap-2">
          {all.map(({ vendorCode, name }) => (
            <button
              key={vendorCode}
              type="button"
              aria-pressed={chosen.includes(vendorCode)}
              disabled={!canChange}
              onClick={() => turn(vendorCode)}
              className={cx(
                "h-9 rounded-pill border px-3.5 text-sm font-medium transition disabled:opacity-70",
                chosen.includes(vendorCode) ? "border-primary-text bg-primary/14 text-text" : "border-line text-muted enabled:hover:border-muted",
              )}
            >
              {name}
            </button>
          ))}
        </div>
      )}
      {isSaving && (
        <SaveDialog
          stood={stood}
          chosen={all.map(({ vendorCode }) => vendorCode).filter((code) => chosen.includes(code))}
          onDone={(isSaved) => {
            setSaving(false);
            if (isSaved) setDraft(undefined);
          }}
        />
      )}
    </Panel>
  );
}

function SaveDialog({ stood, chosen, onDone }: { stood: readonly string[]; chosen: readonly string[]; onDone: (isSaved: boolean) => void }) {
  const t = useT();
  const asking = useAsking();
  const setFooter = useSetFooter();
  const done = {
    onSuccess: () => {
      showToast(t("vendors.footerSaved"), "success");
      onDone(true);
    },
  };
  return (
    <ChangeDialog
      title={t("vendors.footerSave")}
      changes={[{ label: t("vendors.footerTitle"), before: stood.join(", ") || "–", after: chosen.join(", ") || "–" }]}
      {...asking(setFooter, { verb: t("settings.confirm"), hint: t("settings.reasonHint") })}
      onConfirm={(reason) => setFooter.mutate({ vendorCodes: [...chosen], seen: [...stood], reason }, done)}
      onCancel={() => onDone(false)}
    />
  );
}
