import { useT } from "../../../api/language.ts";

const tongitsPays = [
  ["pvp.payTongits", "", 3],
  ["pvp.payTongitsBurned", "", 4],
  ["pvp.payFolded", "", 1],
  ["pvp.payBurned", "", 2],
  ["pvp.payCalled", "", 3],
  ["pvp.payStock", "", 1],
  ["pvp.payFour", "+", 1],
  ["pvp.paySecret", "+", 2],
  ["pvp.payMost", "", 8],
] as const;

const tongitsRules = ["pvp.rulesTongitsGoal", "pvp.rulesTongitsMelds", "pvp.rulesTongitsFight", "pvp.rulesTongitsEnd"] as const;
const commonRules = ["pvp.rulesKnows", "pvp.rulesDeck", "pvp.rulesClock", "pvp.rulesSeats", "pvp.rulesStopped"] as const;

/** How a card room is played, what is paid, and what the server knows of it. */
export function Rules({ isPractice }: { isPractice: boolean }) {
  const t = useT();
  return (
    <section aria-label={t("pvp.rules")} className="grid content-start gap-3 text-sm">
      <h2 className="text-base font-bold">{t("pvp.rules")}</h2>
      {tongitsRules.map((rule) => (
        <p key={rule}>{t(rule)}</p>
      ))}
      <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1.5 rounded-md border border-line p-3">
        {tongitsPays.map(([name, sign, count]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{t(name)}</dt>
            <dd className="figures text-end font-semibold">{t("pvp.units", { sign, count })}</dd>
          </div>
        ))}
      </dl>
      {commonRules.map((rule) => (
        <p key={rule} className={rule === "pvp.rulesKnows" ? "font-semibold" : "text-muted"}>
          {t(rule)}
        </p>
      ))}
      {isPractice && <p className="text-muted">{t("pvp.rulesComputer")}</p>}
    </section>
  );
}
