import type { Revealed } from "@laro/contract/seeds";
import { ShieldCheck, ShieldX } from "lucide-react";
import { type FormEvent, type ReactNode, useState } from "react";
import { useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { useFault } from "../../api/query.ts";
import { Button } from "../../ui/Button.tsx";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { RefusedState } from "../../ui/Faces.tsx";
import { TextField } from "../../ui/Field.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { cx } from "../../ui/cx.ts";
import { useCheckLastRounds, useCommitment, useRotateSeed } from "./seeds.api.ts";

const SEED_BYTES = 8;
const SEED = /^[\x21-\x7e]{1,64}$/;

/** The promise in force, the player's own part in it, and the check of what was played. */
export function FairnessPanel(): ReactNode {
  const t = useT();
  const refusal = useRefusal();
  const { data, error, refetch } = useCommitment();
  if (data === undefined && error !== null) return <RefusedState {...refusal({ error, refetch })} />;
  if (data === undefined) return <Skeleton className="h-40 w-full" />;
  return (
    <div className="grid gap-4">
      <dl className="grid gap-3 text-sm">
        <SeedFact label={t("seeds.commitment")} value={data.serverSeedHash} />
        <SeedFact label={t("seeds.mine")} value={data.clientSeed} />
        <div className="flex justify-between gap-3">
          <dt className="text-muted">{t("seeds.nextNonce")}</dt>
          <dd className="figures font-semibold">{data.nextNonce}</dd>
        </div>
        <SeedFact label={t("seeds.next")} value={data.nextServerSeedHash} />
      </dl>
      <RoundsCheck />
      <SeedChange key={data.seedId} promised={data.nextServerSeedHash} />
      <details className="rounded-md border border-line px-3.5 py-2.5 text-sm">
        <summary className="font-semibold">{t("seeds.how")}</summary>
        <ol className="mt-2 grid list-decimal gap-2 ps-5 leading-6 text-muted">
          <li>{t("seeds.how1")}</li>
          <li>{t("seeds.how2")}</li>
          <li>{t("seeds.how3")}</li>
          <li>{t("seeds.how4")}</li>
          <li>{t("seeds.how5")}</li>
        </ol>
      </details>
    </div>
  );
}

function SeedFact({ label, value }: { label: string; value: string }) {
  const t = useT();
  return (
    <div className="min-w-0">
      <dt className="text-muted">{label}</dt>
      <dd className="flex items-center gap-1.5">
        <code className="min-w-0 flex-1 truncate text-xs">{value}</code>
        <CopyButton text={value} label={`${t("ui.copy")}: ${label}`} copiedLabel={t("copy_success")} />
      </dd>
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
            <SeedFact label={t("seeds.revealed", { rounds: last.revealed.rounds })} value={last.revealed.serverSeed} />
            <SeedFact label={t("seeds.revealedHash")} value={last.revealed.serverSeedHash} />
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
