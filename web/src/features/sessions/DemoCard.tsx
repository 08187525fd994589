import type { Permission } from "@laro/contract/site";
import { useT } from "../../api/language.ts";
import { usePermission } from "../../api/permission.ts";

type DemoAccount = Permission["demoAccounts"][number];

/** The people of the sandbox whom anyone may be; every other pack has none. */
export function DemoCard({ sites, onChoose }: { sites: readonly DemoAccount["site"][]; onChoose: (account: DemoAccount) => void }) {
  const t = useT();
  const accounts = usePermission().demoAccounts.filter(({ site }) => sites.includes(site));
  if (accounts.length === 0) return null;
  return (
    <section aria-labelledby="demo" className="grid gap-2 rounded-md border border-dashed border-line bg-card p-4">
      <h2 id="demo" className="font-sans text-sm font-semibold tracking-normal">
        {t("sessions.demo")}
      </h2>
      <p className="text-xs text-muted">{t("sessions.demoText")}</p>
      {accounts.map((account) => (
        <button
          key={account.name}
          type="button"
          onClick={() => onChoose(account)}
          className="grid gap-0.5 rounded-sm border border-line bg-raised px-3 py-2 text-start transition hover:border-muted"
        >
          <span className="flex flex-wrap justify-between gap-x-3 text-sm font-semibold">
            {account.name} <code className="font-normal text-muted">{account.password}</code>
          </span>
          <span className="text-xs text-muted">{t("sessions.demoWhat", { site: account.site })}</span>
          {account.paymentPassword !== undefined && (
            <span className="text-xs text-muted">
              {t("sessions.demoPayment")} <code>{account.paymentPassword}</code>
            </span>
          )}
        </button>
      ))}
    </section>
  );
}
