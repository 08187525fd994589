import { LINE_COUNT_MAX } from "@laro/contract/agents";
import { useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { ButtonLink } from "../../ui/Button.tsx";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { RefusedState } from "../../ui/Faces.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { useOverview } from "./agents.api.ts";

const shown = (count: number): string => (count < LINE_COUNT_MAX ? String(count) : `${LINE_COUNT_MAX - 1}+`);

/** The agent's invitation code, how large the team is, and the way to its links. */
export function Invitation({ linksTo }: { linksTo: string }) {
  const t = useT();
  const refusal = useRefusal();
  const { data: overview, error, refetch } = useOverview();
  const code = overview?.invitationCode;
  const counts = [
    { label: t("agents.direct"), figure: overview?.direct },
    { label: t("agents.all"), figure: overview?.all },
    { label: t("agents.agents"), figure: overview?.agents },
  ];
  if (overview === undefined && error !== null)
    return (
      <Panel title={t("agents.invite")} text={t("agents.inviteText")}>
        <RefusedState {...refusal({ error, refetch })} />
      </Panel>
    );
  return (
    <Panel title={t("agents.invite")} text={t("agents.inviteText")}>
      <dl className="grid grid-cols-3 gap-3">
        {counts.map(({ label, figure }) => (
          <div key={label} className="grid content-start gap-0.5">
            <dt className="text-xs text-muted">{label}</dt>
            <dd className="figures text-base font-semibold">{figure === undefined ? <Skeleton className="h-6 w-10" /> : shown(figure)}</dd>
          </div>
        ))}
      </dl>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="grid">
          <span className="text-xs text-muted">{t("agents.code")}</span>
          {code ? (
            <span className="flex items-center gap-1">
              <span className="font-display text-lg font-bold tracking-wide">{code}</span>
              <CopyButton text={code} label={t("agents.copyCode")} copiedLabel={t("copy_success")} />
            </span>
          ) : (
            <Skeleton className="h-7 w-28" />
          )}
        </div>
        <ButtonLink tone="secondary" size="sm" to={linksTo}>
          {t("agents.links")}
        </ButtonLink>
      </div>
    </Panel>
  );
}
