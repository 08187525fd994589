import { type MarketingKind, marketingKinds, privacy } from "@laro/contract/privacy";
import { useState } from "react";
import { saveFile } from "../../api/download.ts";
import { useRefusal } from "../../api/faces.ts";
import { FormFault } from "../../api/FormFault.tsx";
import { useT } from "../../api/language.ts";
import { useApiCommand, useApiQuery } from "../../api/query.ts";
import { Button } from "../../ui/Button.tsx";
import { DateTime } from "../../ui/DateTime.tsx";
import { ConfirmDialog } from "../../ui/Dialog.tsx";
import { RefusedState } from "../../ui/Faces.tsx";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { showToast } from "../../ui/Toast.tsx";

/** What a member agreed to, a copy of their data, and the way to leave. */
export function Privacy({ onClosed }: { onClosed: () => void }) {
  const t = useT();
  return (
    <Panel title={t("privacy.title")} text={t("privacy.text")}>
      <div className="grid gap-8 lg:grid-cols-2">
        <Consents />
        <div className="grid content-start gap-8">
          <Copy />
          <Closing onClosed={onClosed} />
        </div>
      </div>
    </Panel>
  );
}

function Consents() {
  const t = useT();
  const refusal = useRefusal();
  const mine = useApiQuery(privacy.consents, {});
  if (mine.data === undefined) return mine.error === null ? <Skeleton className="h-40 w-full" /> : <RefusedState {...refusal(mine)} />;
  const { list, marketing } = mine.data;
  return (
    <div className="grid content-start gap-6">
      <section aria-labelledby="privacy-marketing" className="grid gap-3">
        <h3 id="privacy-marketing" className="text-sm font-semibold">
          {t("privacy.marketing")}
        </h3>
        <p className="text-sm text-muted">{t("privacy.marketingText")}</p>
        {marketingKinds.map((kind) => (
          <Marketing key={kind} kind={kind} given={marketing[kind]} />
        ))}
      </section>
      <section aria-labelledby="privacy-consents" className="grid gap-3">
        <h3 id="privacy-consents" className="text-sm font-semibold">
          {t("privacy.consents")}
        </h3>
        {list.length === 0 && <p className="text-sm text-muted">{t("privacy.none")}</p>}
        <ul className="grid max-h-80 overflow-y-auto" tabIndex={0} aria-labelledby="privacy-consents">
          {list.map(({ kind, version, given, at, address }) => (
            <li key={`${kind} ${at} ${given}`} className="grid gap-0.5 border-t border-line py-2.5 text-sm first:border-t-0">
              <span className="font-medium">{t(`privacy.kind.${kind}`)}</span>
              <span className="text-xs text-muted">
                {t(given ? "privacy.given" : "privacy.withdrawn")} <DateTime at={at} />
              </span>
              <span className="text-xs text-muted">{t("privacy.version", { version, address })}</span>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

function Marketing({ kind, given }: { kind: MarketingKind; given: boolean }) {
  const t = useT();
  const set = useApiCommand(privacy.setMarketing, { stale: [privacy.consents] });
  const change = (wanted: boolean) => set.mutate({ kind, given: wanted }, { onSuccess: () => showToast(t("privacy.saved"), "success") });
  return (
    <>
      <Checkbox label={t(`privacy.kind.${kind}`)} checked={given} disabled={set.isPending} onChange={(event) => change(event.target.checked)} />
      <FormFault error={set.error} fields={[]} />
    </>
  );
}

function Copy() {
  const t = useT();
  const copy = useApiCommand(privacy.download);
  const save = () =>
    copy.mutate(
      {},
      {
        onSuccess: (data) => {
          const name = `${data.profile.userName}-${data.at.slice(0, "yyyy-mm-dd".length)}.json`;
          saveFile(name, new Blob([JSON.stringify(data, null, 2)], { type: "application/json" }));
          showToast(t("privacy.copy.done"), "success");
        },
      },
    );
  return (
    <section aria-labelledby="privacy-copy" className="grid gap-3">
      <h3 id="privacy-copy" className="text-sm font-semibold">
        {t("privacy.copy.title")}
      </h3>
      <p className="text-sm text-muted">{t("privacy.copy.text")}</p>
      <Button tone="secondary" className="justify-self-start" busy={copy.isPending} onClick={save}>
        {t("privacy.copy.take")}
      </Button>
      <FormFault error={copy.error} fields={[]} />
    </section>
  );
}

function Closing({ onClosed }: { onClosed: () => void }) {
  const t = useT();
  const close = useApiCommand(privacy.close);
  const [isAsking, setAsking] = useState(false);
  const leave = async () => {
    try {
      // The socket may end the session before the answer is here and take this panel off the screen: a callback of `mutate` would go with it.
      await close.mutateAsync({});
      onClosed();
      showToast(t("privacy.close.done"), "success");
    } catch {
      setAsking(false);
    }
  };
  return (
    <section aria-labelledby="privacy-close" className="grid gap-3">
      <h3 id="privacy-close" className="text-sm font-semibold">
        {t("privacy.close.title")}
      </h3>
      <p className="text-sm text-muted">{t("privacy.close.text")}</p>
      <Button tone="danger" className="justify-self-start" onClick={() => setAsking(true)}>
        {t("privacy.close.title")}
      </Button>
      <FormFault error={close.error} fields={[]} />
      <ConfirmDialog
        open={isAsking}
        title={t("privacy.close.title")}
        body={t("privacy.close.what")}
        confirmLabel={t("privacy.close.confirm")}
        cancelLabel={t("ui.cancel")}
        tone="danger"
        busy={close.isPending}
        onConfirm={() => void leave()}
        onCancel={() => setAsking(false)}
      />
    </section>
  );
}
