import type { VerificationCase } from "@laro/contract/verifications";
import { useState } from "react";
import { useRefusal } from "../../api/faces.ts";
import { useAsking } from "../../api/asking.tsx";
import { useT } from "../../api/language.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Button } from "../../ui/Button.tsx";
import { ChangeDialog } from "../../ui/ChangeDialog.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { RefusedState } from "../../ui/Faces.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { FilledFormOperator } from "./FilledForm.operator.tsx";
import { useCase, useSettleMatch } from "./verifications.operator.api.ts";

type Match = VerificationCase["matches"][number];
type Verdict = NonNullable<Match["verdict"]>;

/** Other accounts that look like the same person, and the word on each. */
export function MatchesOperator({ row }: { row: VerificationCase }) {
  const t = useT();
  const [asking, setAsking] = useState<{ match: Match; verdict: Verdict }>();
  const [beside, setBeside] = useState<Match>();
  if (row.matches.length === 0) return null;
  const words = { samePerson: t("verifications.samePerson"), anotherPerson: t("verifications.anotherPerson") };
  return (
    <Panel title={t("verifications.matches")} className="border-accent">
      <ul className="grid gap-3">
        {row.matches.map((match) => (
          <li key={match.otherId} className="flex flex-wrap items-center gap-3 text-sm">
            <span className="font-semibold">{match.memberName}</span>
            <Badge tone="accent">{t(`verifications.match.${match.kind}`)}</Badge>
            <Badge>{t(`verifications.state.${match.state}`)}</Badge>
            <Button size="sm" tone="ghost" aria-label={`${t("verifications.beside")}: ${match.memberName}`} onClick={() => setBeside(match)}>
              {t("verifications.beside")}
            </Button>
            {match.verdict !== null && (
              <span className="text-muted">
                {match.decided
                  ? t("verifications.decidedWord", { verdict: words[match.verdict] })
                  : t("verifications.proposedBy", { verdict: words[match.verdict], officer: match.proposedBy ?? "" })}
              </span>
            )}
            {!match.decided && row.state === "submitted" && (
              <span className="ms-auto flex flex-wrap gap-2">
                <Button size="sm" tone="secondary" onClick={() => setAsking({ match, verdict: "anotherPerson" })}>
                  {words.anotherPerson}
                </Button>
                <Button size="sm" tone="danger" onClick={() => setAsking({ match, verdict: "samePerson" })}>
                  {words.samePerson}
                </Button>
              </span>
            )}
          </li>
        ))}
      </ul>
      {beside && <BesideDialog row={row} match={beside} onClose={() => setBeside(undefined)} />}
      {asking && <MatchDialog id={row.id} {...asking} word={words[asking.verdict]} onClose={() => setAsking(undefined)} />}
    </Panel>
  );
}

function MatchDialog({ id, match, verdict, word, onClose }: { id: string; match: Match; verdict: Verdict; word: string; onClose: () => void }) {
  const t = useT();
  const asking = useAsking();
  const settle = useSettleMatch();
  return (
    <ChangeDialog
      title={t("verifications.matchTitle", { member: match.memberName })}
      changes={[{ label: t("verifications.matches"), before: "–", after: word }]}
      {...asking(settle, { verb: word, hint: t("verifications.matchHint") })}
      onConfirm={(reason) => settle.mutate({ id, otherId: match.otherId, verdict, reason }, { onSuccess: onClose })}
      onCancel={onClose}
    />
  );
}

/** Both forms, line beside line. */
function BesideDialog({ row, match, onClose }: { row: VerificationCase; match: Match; onClose: () => void }) {
  const t = useT();
  const refusal = useRefusal();
  const other = useCase(match.otherId);
  return (
    <Dialog open title={t("verifications.besideTitle", { member: match.memberName })} size="lg" onClose={onClose} closeLabel={t("ui.close")}>
      <div className="grid items-start gap-4 md:grid-cols-2">
        <Panel title={`${row.reference} · ${row.memberName}`}>
          <FilledFormOperator row={row} />
        </Panel>
        {other.data === undefined ? (
          other.error ? (
            <RefusedState {...refusal(other)} />
          ) : (
            <Skeleton className="h-96 w-full" />
          )
        ) : (
          <Panel title={`${other.data.reference} · ${other.data.memberName}`}>
            <FilledFormOperator row={other.data} />
          </Panel>
        )}
      </div>
    </Dialog>
  );
}
