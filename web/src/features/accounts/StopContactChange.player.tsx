import { accounts } from "@laro/contract/accounts";
import { type SubmitEvent, useState } from "react";
import { useT } from "../../api/language.ts";
import { useApiCommand, useFault } from "../../api/query.ts";
import { Button } from "../../ui/Button.tsx";
import { TextField } from "../../ui/Field.tsx";

/** Where the owner of the old contact types the code of the letter. */
export function StopContactChange() {
  const t = useT();
  const faultOf = useFault();
  const stop = useApiCommand(accounts.stopContactChange);
  const [code, setCode] = useState("");
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    stop.mutate({ code });
  };
  return (
    <section className="grid gap-4 rounded-md border border-line bg-card p-4 sm:p-5">
      <h1 className="text-base font-semibold">{t("accounts.stop.title")}</h1>
      {!stop.isSuccess && <p className="text-sm text-muted">{t("accounts.stop.text")}</p>}
      {stop.isSuccess ? (
        <p role="status">{t("accounts.stop.done")}</p>
      ) : (
        <form noValidate onSubmit={submit} className="grid gap-4">
          <TextField
            label={t("accounts.stop.code")}
            name="code"
            required
            autoComplete="one-time-code"
            maxLength={64}
            value={code}
            error={stop.error === null ? undefined : faultOf(stop.error).text}
            onChange={(event) => setCode(event.target.value)}
          />
          <Button type="submit" busy={stop.isPending} disabled={code.trim() === ""}>
            {t("accounts.stop.go")}
          </Button>
        </form>
      )}
    </section>
  );
}
