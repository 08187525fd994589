import { type SubmitEvent, useState } from "react";
import { FormFault } from "../../api/FormFault.tsx";
import { useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { useFault } from "../../api/query.ts";
import { Button } from "../../ui/Button.tsx";
import { DateTime } from "../../ui/DateTime.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { RefusedState } from "../../ui/Faces.tsx";
import { TextField } from "../../ui/Field.tsx";
import { LoadingBar } from "../../ui/Loading.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { useMyFactors, useNewRecoveryCodes, useRemoveTotp } from "./factors.operator.api.ts";
import { RecoveryCodes } from "./RecoveryCodes.tsx";
import { operatorTotp } from "./totpEndpoints.ts";
import { TotpSetup } from "./TotpSetup.tsx";

/** Anyone of the staff binds their authenticator, draws new recovery codes, or removes it. */
export function MyFactorOperator({ onClose }: { onClose: () => void }) {
  const t = useT();
  const [isSettingUp, setSettingUp] = useState(false);
  const [codes, setCodes] = useState<readonly string[]>();
  const body = () => {
    if (codes) return <RecoveryCodes codes={codes} onDone={onClose} />;
    return isSettingUp ? <TotpSetup endpoints={operatorTotp} onDone={onClose} /> : <Overview onSetUp={() => setSettingUp(true)} onCodes={setCodes} />;
  };
  return (
    <Dialog open title={t("factors.title")} size="md" onClose={codes === undefined ? onClose : undefined} closeLabel={t("ui.close")}>
      {body()}
    </Dialog>
  );
}

function Overview({ onSetUp, onCodes }: { onSetUp: () => void; onCodes: (codes: readonly string[]) => void }) {
  const t = useT();
  const refusal = useRefusal();
  const asked = useMyFactors();
  if (asked.isError) return <RefusedState {...refusal(asked)} />;
  if (!asked.data) return <LoadingBar label={t("ui.loading")} />;
  const { totpSince, recoveryLeft } = asked.data;
  if (totpSince === null)
    return (
      <div className="grid gap-4">
        <p className="text-muted">{t("factors.noneText")}</p>
        <Button onClick={onSetUp}>{t("factors.setUp")}</Button>
      </div>
    );
  return (
    <div className="grid gap-5">
      <dl className="grid gap-2 text-sm">
        <div className="flex justify-between gap-4">
          <dt className="text-muted">{t("factors.since")}</dt>
          <dd>
            <DateTime at={totpSince} shape="exact" />
          </dd>
        </div>
        <div className="flex justify-between gap-4">
          <dt className="text-muted">{t("factors.left")}</dt>
          <dd className="figures font-semibold">{recoveryLeft}</dd>
        </div>
      </dl>
      <ByCode onCodes={onCodes} />
    </div>
  );
}

/** What is changed about a bound authenticator, by a code of it. */
function ByCode({ onCodes }: { onCodes: (codes: readonly string[]) => void }) {
  const t = useT();
  const faultOf = useFault();
  const [code, setCode] = useState("");
  const renew = useNewRecoveryCodes();
  const remove = useRemoveTotp();
  const error = renew.error ?? remove.error;
  const isPending = renew.isPending || remove.isPending;
  const fault = error === null ? undefined : faultOf(error);
  const isReady = code.trim() !== "" && !isPending;
  const takeOff = () => {
    renew.reset();
    remove.mutate({ code: code.trim() }, { onSuccess: () => showToast(t("factors.removedToast"), "success") });
  };
  const draw = (event: SubmitEvent) => {
    event.preventDefault();
    remove.reset();
    if (isReady) renew.mutate({ code: code.trim() }, { onSuccess: ({ recoveryCodes }) => onCodes(recoveryCodes) });
  };
  return (
    <form noValidate onSubmit={draw} className="grid gap-4">
      <TextField
        label={t("factors.code")}
        hint={t("factors.codeHint")}
        error={fault?.field === "code" ? fault.text : undefined}
        autoComplete="one-time-code"
        spellCheck={false}
        maxLength={32}
        value={code}
        onChange={(event) => setCode(event.target.value)}
        data-autofocus
      />
      <FormFault error={error} fields={["code"]} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" tone="secondary" busy={renew.isPending} disabled={!isReady}>
          {t("factors.newCodes")}
        </Button>
        <Button tone="danger" busy={remove.isPending} disabled={!isReady} onClick={takeOff}>
          {t("factors.remove")}
        </Button>
      </div>
    </form>
  );
}
