import { ShieldCheck, ShieldX } from "lucide-react";
import { useState } from "react";
import { useT, type Key } from "../../api/language.ts";
import { Button, ButtonLink } from "../../ui/Button.tsx";
import { CopyButton } from "../../ui/CopyButton.tsx";
import type { Claim, Verdict } from "./verify.ts";

export const verdictWords = {
  true: "seeds.roundTrue",
  seed_differs: "seeds.seedDiffers",
  outcome_differs: "seeds.outcomeDiffers",
  unknown_game: "seeds.unknownGame",
} as const satisfies Record<Verdict, Key>;

/** Checks one recorded round in the browser, as soon as its seed is shown. */
export function RoundProof({ round }: { round: Omit<Claim, "serverSeed"> & { readonly id: string; readonly serverSeed: string | null } }) {
  const t = useT();
  const [checked, setChecked] = useState<{ readonly verdict: Verdict; readonly json: string }>();
  const { serverSeed } = round;
  if (serverSeed === null) return <p className="text-sm text-muted">{t("seeds.notYet")}</p>;
  const check = async (): Promise<void> => {
    const { judgeClaim, writeClaim } = await import("./claims.ts");
    const claim = { ...round, serverSeed };
    setChecked({ verdict: judgeClaim(claim).verdict!, json: writeClaim(claim) });
  };
  const isTrue = checked?.verdict === "true";
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
      <Button tone="secondary" icon={<ShieldCheck />} onClick={() => void check()}>
        {t("seeds.checkRound")}
      </Button>
      <ButtonLink to={`/fair?part=round&round=${round.id}`} tone="ghost">
        {t("fair.stepByStep")}
      </ButtonLink>
      {checked !== undefined && <CopyButton text={checked.json} label={t("fair.copyJson")} copiedLabel={t("copy_success")} />}
      <p role="status" className={isTrue ? "flex items-center gap-2 font-semibold text-win-text" : "flex items-center gap-2 font-semibold text-accent-text"}>
        {checked !== undefined && (isTrue ? <ShieldCheck className="size-4.5" /> : <ShieldX className="size-4.5" />)}
        {checked !== undefined && t(verdictWords[checked.verdict])}
      </p>
    </div>
  );
}
