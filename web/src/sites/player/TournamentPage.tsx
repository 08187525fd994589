import { useSearchParams } from "wouter";
import { useT } from "../../api/language.ts";
import { useIsLoggedIn } from "../../api/session.ts";
import { CampaignState } from "../../features/campaigns/CampaignList.player.tsx";
import { CampaignPicture } from "../../features/campaigns/CampaignPicture.tsx";
import { useTerms } from "../../features/campaigns/terms.ts";
import { WhyNot } from "../../features/campaigns/WhyNot.player.tsx";
import { PlayFault } from "../../features/rounds/PlayFault.tsx";
import { Tournaments } from "../../features/tournaments/Tournament.player.tsx";
import { Button, ButtonLink } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/Faces.tsx";
import { useTitle } from "../../ui/title.ts";
import { openDialog } from "./dialogs.ts";
import { useMember } from "./session.ts";
import { TitleBanner } from "./TitleBanner.tsx";

/** The tournament: its prizes and ranking for everybody, and for a member the seat. */
export function TournamentPage() {
  const t = useT();
  const { gain, prizes } = useTerms();
  const [search, setSearch] = useSearchParams();
  useTitle(t("tournaments.title"));
  return (
    <div className="flex min-w-0 flex-col gap-6">
      <TitleBanner title={t("tournaments.title")} text={t("tournaments.text")} glyph="trophy" />
      <Tournaments
        code={search.get("code")}
        onCode={(code) => setSearch({ code })}
        outside={useOutside()}
        empty={<EmptyState text={t("tournaments.empty")} action={<ButtonLink to="/bgs">{t("site.toGames")}</ButtonLink>} />}
        state={CampaignState}
        picture={CampaignPicture}
        fault={PlayFault}
        why={WhyNot}
        gain={gain}
        prizes={prizes}
      />
    </div>
  );
}

/** An invitation to whoever cannot take a seat: visitors and trials. */
function useOutside() {
  const t = useT();
  const isLoggedIn = useIsLoggedIn();
  const { me } = useMember();
  if (!isLoggedIn) return <Invitation text={t("tournaments.guest")} act={t("sessions.logIn")} onAct={() => openDialog("login")} />;
  return me?.isTrial === true ? <Invitation text={t("tournaments.trial")} act={t("sessions.register")} onAct={() => openDialog("realAccount")} /> : undefined;
}

const Invitation = ({ text, act, onAct }: { text: string; act: string; onAct: () => void }) => (
  <div className="flex flex-wrap items-center justify-between gap-3 rounded-md border border-line bg-card px-4 py-3">
    <p className="text-sm font-medium">{text}</p>
    <Button onClick={onAct}>{act}</Button>
  </div>
);
