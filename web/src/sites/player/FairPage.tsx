import { seeds } from "@laro/contract/seeds";
import { useSearchParams } from "wouter";
import { useCsv } from "../../api/csv.ts";
import { FormFault } from "../../api/FormFault.tsx";
import { useT } from "../../api/language.ts";
import { CheckDraw } from "../../features/draws/CheckDraw.player.tsx";
import { Returns } from "../../features/games/Returns.player.tsx";
import { CheckRound } from "../../features/seeds/CheckRound.player.tsx";
import { ButtonLink } from "../../ui/Button.tsx";
import { DownloadButton } from "../../ui/DownloadButton.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { Steps } from "../../ui/Proof.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { useTitle } from "../../ui/title.ts";
import { useMember } from "./session.ts";
import { TitleBanner } from "./TitleBanner.tsx";

const parts = ["how", "round", "draw", "returns"] as const;
type Part = (typeof parts)[number];

/** How games are kept fair, and everything to check it with: for anybody, in their own browser. */
export function FairPage() {
  const t = useT();
  useTitle(t("fair.title"));
  const [query, setQuery] = useSearchParams();
  const part = parts.find((one) => one === query.get("part")) ?? "how";
  const { isFree, me } = useMember();
  const isMember = isFree && me?.isTrial === false;
  return (
    <div className="flex min-w-0 flex-col gap-6">
      <TitleBanner title={t("fair.title")} text={t("fair.text")} glyph="die" />
      <Tabs<Part>
        label={t("fair.title")}
        items={parts.map((id) => ({ id, label: t(`fair.part.${id}`) }))}
        value={part}
        onChange={(next) => setQuery({ part: next })}
      >
        <div className="grid grid-cols-1 gap-5">
          {part === "how" ? (
            <How isMember={isMember} />
          ) : (
            <Panel title={t(`fair.title.${part}`)} text={t(`fair.text.${part}`)}>
              {part === "round" && <CheckRound key={String(isMember)} isMember={isMember} roundId={query.get("round")} />}
              {part === "draw" && <CheckDraw series={query.get("series")} />}
              {part === "returns" && <Returns />}
            </Panel>
          )}
        </div>
      </Tabs>
    </div>
  );
}

function How({ isMember }: { isMember: boolean }) {
  const t = useT();
  return (
    <>
      <div className="grid grid-cols-1 gap-5 lg:grid-cols-2">
        <Panel title={t("fair.own")} text={t("fair.ownText")}>
          <Steps className="text-sm" steps={[t("seeds.how1"), t("seeds.how2"), t("seeds.how3"), t("seeds.how4")]} />
        </Panel>
        <Panel title={t("fair.shared")} text={t("fair.sharedText")}>
          <Steps className="text-sm" steps={[t("rounds.live.how1"), t("rounds.live.how2"), t("rounds.live.how3"), t("rounds.live.how4")]} />
        </Panel>
      </div>
      <Panel title={t("fair.stream")}>
        <Steps className="text-sm" steps={[t("fair.stream1"), t("fair.stream2"), t("fair.stream3"), t("fair.stream4")]} />
      </Panel>
      {isMember ? <Mine /> : <Panel title={t("fair.mine")} text={t("fair.mineGuest")} />}
    </>
  );
}

/** What a member takes away to check it without us. */
function Mine() {
  const t = useT();
  const file = useCsv(seeds.export, {});
  return (
    <Panel title={t("fair.mine")} text={t("fair.mineText")}>
      <div className="flex flex-wrap gap-3">
        <DownloadButton {...file.button} label={t("fair.seedsCsv")} />
        <ButtonLink to="/member/personalHistoryCopy" tone="secondary">
          {t("fair.myRounds")}
        </ButtonLink>
      </div>
      <FormFault error={file.error} />
    </Panel>
  );
}
