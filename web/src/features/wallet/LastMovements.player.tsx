import { faceOf, useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { ButtonLink } from "../../ui/Button.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { MovementTable } from "./MovementTable.player.tsx";
import { useMovements } from "./wallet.api.ts";

const SHOWN = 5;

/** The newest lines of the account record. */
export function LastMovements({ recordTo, depositTo }: { recordTo: string; depositTo: string }) {
  const t = useT();
  const refusal = useRefusal();
  const record = useMovements({ limit: SHOWN });
  return (
    <section aria-label={t("wallet.last")} className="grid gap-3">
      <header className="flex items-center justify-between gap-3">
        <h2 className="text-base font-semibold">{t("wallet.last")}</h2>
        <ButtonLink to={recordTo} tone="ghost" size="sm">
          {t("wallet.all")}
        </ButtonLink>
      </header>
      <MovementTable
        rows={record.rows.slice(0, SHOWN)}
        face={faceOf(record, record.rows.length)}
        empty={<EmptyState drawing="banca" text={t("wallet.emptyEver")} action={<ButtonLink to={depositTo}>{t("wallet.deposit")}</ButtonLink>} />}
        refused={<RefusedState {...refusal(record)} />}
      />
    </section>
  );
}
