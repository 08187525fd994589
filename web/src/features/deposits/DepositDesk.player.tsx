import { useSearchParams } from "wouter";
import { useT } from "../../api/language.ts";
import { Panel } from "../../ui/Panel.tsx";
import { DepositForm } from "./DepositForm.player.tsx";
import { DepositList } from "./DepositList.player.tsx";
import { DepositStatus } from "./DepositStatus.player.tsx";

/** Paying in: the form, or the deposit the URL names, so that a reload shows it again. */
export function DepositDesk({ recordTo }: { recordTo: string }) {
  const t = useT();
  const [search, setSearch] = useSearchParams();
  const id = search.get("id");
  if (id !== null) return <DepositStatus key={id} id={id} recordTo={recordTo} onAgain={() => setSearch({})} />;
  const open = (opened: string) => setSearch({ id: opened });
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[1.2fr_1fr]">
      <DepositForm onOpened={open} />
      <div className="grid gap-5">
        <Panel title={t("deposits.next.title")}>
          <ol className="grid list-decimal gap-2 ps-5 text-sm text-muted marker:font-semibold marker:text-primary-text">
            <li>{t("deposits.next.scan")}</li>
            <li>{t("deposits.next.pay")}</li>
            <li>{t("deposits.next.credit")}</li>
          </ol>
        </Panel>
        <DepositList onOpen={open} />
      </div>
    </div>
  );
}
