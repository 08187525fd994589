import { verifications } from "@laro/contract/members";
import { useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { RefusedState } from "../../ui/Faces.tsx";
import { Figures } from "../../ui/Figures.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { useCounts } from "./members.operator.api.ts";
import { Facts, useTypeWord } from "./memberWords.operator.tsx";

/** How many members there are; nobody by name. */
export function MemberCountsOperator() {
  const t = useT();
  const refusal = useRefusal();
  const typeWord = useTypeWord();
  const asked = useCounts();
  const { data } = asked;
  if (asked.isError) return <RefusedState {...refusal(asked)} />;
  const verificationWord = (value: string) => {
    const known = verifications.find((one) => one === value);
    return known === undefined ? value : t(`members.verification.${known}`);
  };
  const factsOf = (figures: readonly { value: string; count: number }[] | undefined, word: (value: string) => string) =>
    (figures ?? []).map(({ value, count }) => ({ label: word(value), value: <span className="figures">{count}</span> }));
  return (
    <div className="grid grid-cols-1 gap-4">
      <header className="grid gap-1">
        <h1 className="text-xl font-bold">{t("members.countsTitle")}</h1>
        <p className="text-muted">{t("members.countsText")}</p>
      </header>
      <Figures
        label={t("members.countsTitle")}
        figures={(["all", "newInWeek", "newInMonth", "closed", "restricted", "ineligible"] as const).map((figure) => ({
          label: t(`members.count.${figure}`),
          figure: data && <span className="figures">{data[figure]}</span>,
        }))}
      />
      <div className="grid gap-4 lg:grid-cols-2">
        <Panel title={t("members.type")}>
          <Facts facts={factsOf(data?.byType, (value) => typeWord(Number(value)))} />
        </Panel>
        <Panel title={t("members.verification")}>
          <Facts facts={factsOf(data?.byVerification, verificationWord)} />
        </Panel>
      </div>
    </div>
  );
}
