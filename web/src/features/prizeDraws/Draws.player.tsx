import type { Drawn, PrizeDrawName } from "@laro/contract/prizeDraws";
import { ShieldCheck } from "lucide-react";
import { useState } from "react";
import { useCopyWords } from "../../api/check.ts";
import { useT } from "../../api/language.ts";
import { Button } from "../../ui/Button.tsx";
import { DateTime } from "../../ui/DateTime.tsx";
import { More } from "../../ui/More.tsx";
import { ProofFact, Sign, Steps } from "../../ui/Proof.tsx";
import { useDrawn, useEggs } from "./prizeDraws.api.ts";
import { useCause, useWon } from "./won.ts";

/** What a member's tickets drew, each to be checked here. */
export function Draws({ draw }: { draw: PrizeDrawName }) {
  const t = useT();
  const [wonOf, causeOf] = [useWon(), useCause()];
  const drawn = useDrawn(draw);
  if (drawn.rows.length === 0) return null;
  return (
    <section aria-label={t("prizeDraws.drawn")} className="grid gap-2">
      <h3 className="text-sm font-semibold">{t("prizeDraws.drawn")}</h3>
      <ul className="grid gap-2">
        {drawn.rows.map((one) => (
          <li key={one.id} className="rounded-sm border border-line px-3 py-2">
            <details className="text-sm">
              <summary className="cursor-pointer">
                <span className="font-semibold">{wonOf(one)}</span>{" "}
                <span className="text-xs text-muted">
                  {causeOf(one)} · <DateTime at={one.drawnAt} />
                </span>
              </summary>
              <Proof drawn={one} />
            </details>
          </li>
        ))}
      </ul>
      <More {...drawn} label={t("ui.more")} className="justify-self-center" />
    </section>
  );
}

function Proof({ drawn }: { drawn: Drawn }) {
  const t = useT();
  const words = useCopyWords();
  const isEgg = drawn.draw === "egg";
  const eggs = useEggs(drawn.version, { enabled: isEgg });
  const [isTrue, setTrue] = useState<boolean>();
  const check = async (): Promise<void> => setTrue((await import("./checkDraw.ts")).isAsDrawn(drawn, eggs.data?.prizes ?? []));
  return (
    <div className="grid gap-3 pt-3">
      <dl className="grid gap-2">
        <ProofFact label={t("prizeDraws.seedHash")} value={drawn.serverSeedHash} words={words} />
        <ProofFact label={t("prizeDraws.seed")} value={drawn.serverSeed} words={words} />
        <ProofFact label={t("prizeDraws.clientSeed")} value={drawn.clientSeed} words={words} />
      </dl>
      <Steps className="text-xs" steps={useSteps(drawn)} />
      <div className="flex flex-wrap items-center gap-3">
        <Button tone="secondary" size="sm" icon={<ShieldCheck />} disabled={isEgg && eggs.data === undefined} onClick={() => void check()}>
          {t("prizeDraws.check")}
        </Button>
        <span role="status">{isTrue !== undefined && <Sign isGood={isTrue}>{t(isTrue ? "prizeDraws.true" : "prizeDraws.untrue")}</Sign>}</span>
      </div>
    </div>
  );
}

/** How a draw follows from its seeds, step by step. */
function useSteps({ draw, stop, version, replaced }: Drawn): readonly string[] {
  const t = useT();
  if (draw === "wheel") return [t("prizeDraws.how1"), t("prizeDraws.how2", { stop }), t("prizeDraws.how3", { version })];
  return [
    t("prizeDraws.eggs.how1"),
    t("prizeDraws.eggs.how2", { stop }),
    t("prizeDraws.eggs.how3", { version }),
    ...(replaced ? [t("prizeDraws.eggs.replaced")] : []),
  ];
}
