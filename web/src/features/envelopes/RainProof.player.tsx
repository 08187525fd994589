import type { Rain } from "@laro/contract/envelopes";
import { formatAmount } from "@laro/contract/core/money";
import { useMutation } from "@tanstack/react-query";
import { ShieldCheck } from "lucide-react";
import { useCopyWords } from "../../api/check.ts";
import { saveFile } from "../../api/download.ts";
import { useRefusal } from "../../api/faces.ts";
import { FormFault } from "../../api/FormFault.tsx";
import { useT } from "../../api/language.ts";
import { Button } from "../../ui/Button.tsx";
import { cx } from "../../ui/cx.ts";
import { RefusedState } from "../../ui/Faces.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { Money } from "../../ui/Money.tsx";
import { More } from "../../ui/More.tsx";
import { ProofFact, Sign } from "../../ui/Proof.tsx";
import { readSlips, useMine, useResult } from "./envelopes.api.ts";

/** All envelopes of a rain that is over with the seed that cut them, to be cut again here or elsewhere. */
export function RainProof({ rain }: { rain: Rain }) {
  const t = useT();
  const refusal = useRefusal();
  const words = useCopyWords();
  const asked = useResult(rain.code);
  const serverSeed = asked.first?.serverSeed;
  if (asked.first === undefined) return asked.error ? <RefusedState {...refusal(asked)} /> : <Skeleton className="h-48 w-full" />;
  if (serverSeed === null || serverSeed === undefined) return null;
  return (
    <section aria-label={t("envelopes.proof")} className="grid min-w-0 gap-4">
      <dl className="grid gap-2 text-sm">
        <ProofFact label={t("envelopes.commitment")} value={rain.commitment} words={words} />
        <ProofFact label={t("envelopes.seed")} value={serverSeed} words={words} />
      </dl>
      <Slips rain={rain} slips={asked.rows} />
      <More {...asked} label={t("ui.more")} className="justify-self-center" />
      <Check rain={rain} serverSeed={serverSeed} />
    </section>
  );
}

/** Each envelope by its number; what nobody took is fainter, and one's own stands out. */
function Slips({ rain: { code, slips: count, left }, slips }: { rain: Rain; slips: readonly { readonly n: number; readonly amount: bigint }[] }) {
  const t = useT();
  const own = useMine().rows.find((one) => one.code === code)?.n;
  const taken = count - (left ?? count);
  return (
    <ol aria-label={t("envelopes.all")} className="grid grid-cols-2 gap-1.5 text-sm sm:grid-cols-4 lg:grid-cols-6">
      {slips.map(({ n, amount }) => (
        <li
          key={n}
          className={cx(
            "flex justify-between gap-2 rounded-sm px-2.5 py-1.5",
            n === own ? "bg-primary/12 font-semibold" : "bg-text/4",
            n > taken && "text-muted",
          )}
        >
          <span>{n === own ? t("envelopes.own", { n }) : n}</span>
          <span>
            <Money minor={amount} />
            {n > taken && <span className="sr-only"> {t("envelopes.notTaken")}</span>}
          </span>
        </li>
      ))}
    </ol>
  );
}

/** Reads all envelopes, which can be many: one press at a time, and a fault is said. */
function Check({ rain, serverSeed }: { rain: Rain; serverSeed: string }) {
  const t = useT();
  const { code, commitment, total, slips, minimum, maximum } = rain;
  const check = useMutation<boolean, Error, void>({
    mutationFn: async () =>
      (await import("./checkRain.ts")).isAsCut({ commitment, serverSeed, total, slips, minimum, maximum, amounts: await readSlips(code) }),
  });
  const save = useMutation<void, Error, void>({
    mutationFn: async () => {
      const amounts = (await readSlips(code)).map(formatAmount);
      const [least, most] = [formatAmount(minimum), formatAmount(maximum)];
      const text = JSON.stringify({ commitment, serverSeed, total: formatAmount(total), slips, minimum: least, maximum: most, amounts });
      saveFile(`envelopes-${code}.json`, new Blob([text], { type: "application/json" }));
    },
  });
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <Button tone="secondary" size="sm" icon={<ShieldCheck />} busy={check.isPending} disabled={save.isPending} onClick={() => check.mutate()}>
          {t("envelopes.check")}
        </Button>
        <Button tone="ghost" size="sm" busy={save.isPending} disabled={check.isPending} onClick={() => save.mutate()}>
          {t("envelopes.save")}
        </Button>
        <span role="status">{check.data !== undefined && <Sign isGood={check.data}>{t(check.data ? "envelopes.true" : "envelopes.untrue")}</Sign>}</span>
      </div>
      <FormFault error={check.error ?? save.error} />
    </div>
  );
}
