import { identities, type Provider } from "@laro/contract/identities";
import { useState } from "react";
import { useRefusal } from "../../api/faces.ts";
import { call } from "../../api/call.ts";
import { useT } from "../../api/language.ts";
import { usePermission } from "../../api/permission.ts";
import { useApiCommand, useApiQuery, useFault } from "../../api/query.ts";
import { Button } from "../../ui/Button.tsx";
import { DateTime } from "../../ui/DateTime.tsx";
import { ConfirmDialog } from "../../ui/Dialog.tsx";
import { RefusedState } from "../../ui/Faces.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { ProviderMark } from "./ProviderMark.tsx";
import { useSignIn } from "./useSignIn.ts";

/** The sign-ins elsewhere that open this account; nothing where no provider is configured. */
export function LinkedSignIns() {
  const { social } = usePermission();
  return social.length > 0 && <Linked social={social} />;
}

/** Takes a sign-in away, or says why it stays. */
function useUnlink(onSettled: () => void) {
  const t = useT();
  const faultOf = useFault();
  const { mutate, isPending } = useApiCommand(identities.unlink, { stale: [identities.mine] });
  const told = {
    onSuccess: () => showToast(t("identities.unlinked"), "success"),
    onError: (error: Error) => showToast(faultOf(error).text, "problem"),
    onSettled,
  };
  return { isPending, run: (provider: Provider) => mutate({ provider }, told) };
}

function Linked({ social }: { social: readonly Provider[] }) {
  const t = useT();
  const refusal = useRefusal();
  const { data, error, refetch } = useApiQuery(identities.mine, {});
  const [leaving, setLeaving] = useState<Provider>();
  const unlink = useUnlink(() => setLeaving(undefined));
  const { waiting, fault, begin } = useSignIn(async (ticket) => {
    await call(identities.link, { ticket });
    showToast(t("identities.linked"), "success");
    await refetch();
  });
  return (
    <Panel title={t("identities.title")} text={t("identities.text")}>
      {data === undefined && error !== null && <RefusedState {...refusal({ error, refetch })} />}
      {data === undefined && error === null && <Skeleton className="h-24 w-full" />}
      {data !== undefined && (
        <ul className="grid">
          {social.map((provider) => {
            const linked = data.list.find((one) => one.provider === provider);
            return (
              <li key={provider} className="flex items-center gap-3 border-t border-line py-3.5 first:border-t-0 first:pt-0">
                <span className="size-8 shrink-0">
                  <ProviderMark provider={provider} />
                </span>
                <span className="grid min-w-0 flex-1">
                  <span className="text-sm font-semibold">{t("identities.name", { provider })}</span>
                  <span className="text-xs text-muted">
                    {linked === undefined ? (
                      t("identities.notLinked")
                    ) : (
                      <>
                        {linked.label} <DateTime at={linked.at} />
                      </>
                    )}
                  </span>
                </span>
                <Button size="sm" tone="secondary" busy={waiting === provider} onClick={() => (linked === undefined ? begin(provider) : setLeaving(provider))}>
                  {t(linked === undefined ? "identities.link" : "identities.unlink")}
                </Button>
              </li>
            );
          })}
        </ul>
      )}
      {fault !== undefined && (
        <p role="alert" className="mt-3 rounded-sm bg-accent/14 px-4 py-3 text-sm">
          {fault}
        </p>
      )}
      <ConfirmDialog
        open={leaving !== undefined}
        title={t("identities.unlinkTitle")}
        body={t("identities.unlinkText")}
        confirmLabel={t("identities.unlink")}
        cancelLabel={t("ui.cancel")}
        busy={unlink.isPending}
        onConfirm={() => leaving !== undefined && unlink.run(leaving)}
        onCancel={() => setLeaving(undefined)}
      />
    </Panel>
  );
}
