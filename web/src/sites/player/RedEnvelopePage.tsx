import { useSearchParams } from "wouter";
import { useT } from "../../api/language.ts";
import { useTerms } from "../../features/campaigns/terms.ts";
import { WhyNot } from "../../features/campaigns/WhyNot.player.tsx";
import { EnvelopeRain } from "../../features/envelopes/EnvelopeRain.player.tsx";
import { useTitle } from "../../ui/title.ts";
import { openDialog } from "./dialogs.ts";
import { TitleBanner } from "./TitleBanner.tsx";

/** The rain of red envelopes: the one that falls next, or the one the address names. */
export function RedEnvelopePage() {
  const t = useT();
  const [search] = useSearchParams();
  const { condition } = useTerms();
  useTitle(t("envelopes.title"));
  return (
    <div className="flex min-w-0 flex-col gap-6">
      <TitleBanner title={t("envelopes.title")} text={t("envelopes.text")} glyph="envelope" />
      <EnvelopeRain code={search.get("rain") ?? undefined} onSignIn={() => openDialog("login")} condition={condition} why={WhyNot} />
    </div>
  );
}
