import type { Revealed } from "@laro/contract/seeds";
import { ShieldCheck, ShieldX } from "lucide-react";
import { type FormEvent, type ReactNode, useState } from "react";
import { useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { useCopyWords } from "../../api/check.ts";
import { useFault } from "../../api/query.ts";
import { Button, ButtonLink } from "../../ui/Button.tsx";
import { RefusedState } from "../../ui/Faces.tsx";
import { TextField } from "../../ui/Field.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { HowTo, PlainFact, ProofFact } from "../../ui/Proof.tsx";
import { cx } from "../../ui/cx.ts";
import { useCheckLastRounds, useCommitment, useRotateSeed } from "./seeds.api.ts";

const SEED_BYTES = 8;
const SEED = /^[\x21-\x7e]{1,64}$/;

/** The promise in force, the player's own part in it, and the check of what was played. */
export function FairnessPanel(): ReactNode {
  const t = useT();
  const refusal = useRefusal();
  const words = useCopyWords();
  const { data, error, refetch } = useCommitment();
  if (data === undefined && error !== null) return <RefusedState {...refusal({ error, refetch })} />;
  if (data === undefined) return <Skeleton className="h-40 w-full" />;
  return (
    <div className="grid gap-4">
      <dl className="grid gap-3 text-sm">
        <ProofFact label={t("seeds.commitment")} value={data.serverSeedHash} words={words} />
        <ProofFact label={t("seeds.mine")} value={data.clientSeed} words={words} />
        <PlainFact label={t("seeds.nextNonce")} figures>
          {data.nextNonce}
        </PlainFact>
        <ProofFact label={t("seeds.next")} value={data.nextServerSeedHash} words={words} />
      </dl>
      <RoundsCheck />
      <SeedChange key={data.seedId} promised={data.nextServerSeedHash} />
      <HowTo title={t("seeds.how")} steps={[t("seeds.how1"), t("seeds.how2"), t("seeds.how3"), t("seeds.how4"), t("seeds.how5")]} />
      <ButtonLink to="/fair" tone="ghost" block>
        {t("fair.title")}
      </ButtonLink>
    </div>
  );
}

function RoundsCheck() {
  const t = useT();
  const faultOf = useFault();
  const { data, error, mutate, isPending } = useCheckLastRounds();
  const isSound = data !== undefined && data.checked === data.verified;
  return (
    <div className="grid gap-2">
      <Button tone="secondary" block busy={isPending} icon={<ShieldCheck />} onClick={() => mutate()}>
        {t("seeds.check")}
      </Button>
      <div role="status" className="grid gap-1 text-sm">
        {data !== undefined && data.checked > 0 && (
          <p className={isSound ? "flex items-center gap-2 font-semibold text-win-text" : "flex items-center gap-2 font-semibold text-accent-text"}>
            {isSound ? <ShieldCheck className="size-4.5" /> : <ShieldX className="size-4.5" />}
            {t("seeds.checked", { verified: data.verified, checked: data.checked })}
          </p>
        )}
        {data !== undefined && data.waiting > 0 && <p className="text-xs text-muted">{t("seeds.waiting", { waiting: data.waiting })}</p>}
        {data !== undefined && data.checked + data.waiting === 0 && <p className="text-xs text-muted">{t("seeds.nothing")}</p>}
        {error !== null && <p className="text-accent-text">{faultOf(error).text}</p>}
      </div>
    </div>
  );
}

/** Eight random bytes: a seed nobody else can have chosen. */
const randomSeed = (): string => Array.from(crypto.getRandomValues(new Uint8Array(SEED_BYTES)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** What a change showed, and whether it kept its promise, stays on the screen although the commitment it belonged to is gone. */
let last: { readonly revealed: Revealed; readonly isKept: boolean } | undefined;

function SeedChange({ promised }: { promised: string }) {
  const t = useT();
  const faultOf = useFault();
  const words = useCopyWords();
  const [seed, setSeed] = useState(randomSeed);
  const [isRefused, setRefused] = useState(false);
  const { mutateAsync, isPending, error } = useRotateSeed();
  const change = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setRefused(!SEED.test(seed));
    if (!SEED.test(seed)) return;
    const { revealed, commitment } = await mutateAsync({ clientSeed: seed });
    last = { revealed, isKept: commitment.serverSeedHash === promised };
  };
  const problem = isRefused ? t("seeds.invalid") : error === null ? undefined : faultOf(error).text;
  return (
    <form onSubmit={(event) => void change(event).catch(() => undefined)} className="grid gap-3 rounded-md border border-line p-3.5">
      <TextField
        label={t("seeds.new")}
        hint={t("seeds.newHint")}
        error={problem}
        value={seed}
        maxLength={64}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setSeed(event.target.value)}
      />
      <Button type="submit" block busy={isPending}>
        {t("seeds.change")}
      </Button>
      {last && (
        <div role="status" className="grid gap-2 border-t border-line pt-3 text-sm">
          <dl className="grid gap-2">
            <ProofFact label={t("seeds.revealed", { rounds: last.revealed.rounds })} value={last.revealed.serverSeed} words={words} />
            <ProofFact label={t("seeds.revealedHash")} value={last.revealed.serverSeedHash} words={words} />
          </dl>
          <p className={cx("flex items-center gap-2 font-semibold", last.isKept ? "text-win-text" : "text-accent-text")}>
            {last.isKept ? <ShieldCheck aria-hidden="true" className="size-4.5 shrink-0" /> : <ShieldX aria-hidden="true" className="size-4.5 shrink-0" />}
            {t(last.isKept ? "seeds.kept" : "seeds.broken")}
          </p>
        </div>
      )}
    </form>
  );
}
