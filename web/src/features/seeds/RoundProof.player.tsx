import { ShieldCheck, ShieldX } from "lucide-react";
import { useState } from "react";
import { useT, type Key } from "../../api/language.ts";
import { Button } from "../../ui/Button.tsx";
import type { Claim, Verdict } from "./verify.ts";

const words = {
  true: "seeds.roundTrue",
  seed_differs: "seeds.seedDiffers",
  outcome_differs: "seeds.outcomeDiffers",
  unknown_game: "seeds.unknownGame",
} as const satisfies Record<Verdict, Key>;

/** Checks one recorded round in the browser, as soon as its seed is shown. */
export function RoundProof({ round }: { round: Omit<Claim, "serverSeed"> & { readonly serverSeed: string | null } }) {
  const t = useT();
  const [verdict, setVerdict] = useState<Verdict>();
  const { serverSeed } = round;
  if (serverSeed === null) return <p className="text-sm text-muted">{t("seeds.notYet")}</p>;
  const check = async (): Promise<void> => {
    const { verifyRound } = await import("./verify.ts");
    setVerdict(verifyRound({ ...round, serverSeed }));
  };
  const isTrue = verdict === "true";
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
      <Button tone="secondary" icon={<ShieldCheck />} onClick={() => void check()}>
        {t("seeds.checkRound")}
      </Button>
      <p role="status" className={isTrue ? "flex items-center gap-2 font-semibold text-win-text" : "flex items-center gap-2 font-semibold text-accent-text"}>
        {verdict !== undefined && (isTrue ? <ShieldCheck className="size-4.5" /> : <ShieldX className="size-4.5" />)}
        {verdict !== undefined && t(words[verdict])}
      </p>
    </div>
  );
}
