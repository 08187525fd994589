import { agents, type OwnAgent as Own } from "@laro/contract/agents";
import { useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { useApiQuery } from "../../api/query.ts";
import { RefusedState } from "../../ui/Faces.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { Panel } from "../../ui/Panel.tsx";

/** Who the member's agent is, and what that agent sees of the member. */
export function OwnAgent() {
  const t = useT();
  const refusal = useRefusal();
  const mine = useApiQuery(agents.mine, {});
  return (
    <Panel title={t("agents.own")}>
      {mine.data === undefined && (mine.error ? <RefusedState {...refusal(mine)} /> : <Skeleton className="h-24" />)}
      {mine.data?.agent === null && <p className="text-sm text-muted">{t("agents.own.none")}</p>}
      {mine.data?.agent && <Sight agent={mine.data.agent} />}
    </Panel>
  );
}

/** The same for a newcomer who came by a link, before they register; nothing where the code is nobody's. */
export function Inviter({ code }: { code: string }) {
  const t = useT();
  const { data } = useApiQuery(agents.inviter, { code });
  if (data === undefined) return null;
  return (
    <section aria-label={t("agents.own")} className="grid gap-2 rounded-md border border-line bg-field p-4">
      <Sight agent={data} />
    </section>
  );
}

function Sight({ agent: { name, seesNames } }: { agent: Own }) {
  const t = useT();
  return (
    <>
      <p className="text-sm">
        {t("agents.own.is")} <strong className="font-semibold">{name}</strong>
      </p>
      <p className="text-sm text-muted">{t(seesNames ? "agents.own.names" : "agents.own.alias")}</p>
      <p className="text-sm text-muted">{t("agents.own.never")}</p>
    </>
  );
}
