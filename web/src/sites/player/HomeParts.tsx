import { BadgeCheck, FingerprintPattern as Fingerprint, Sprout } from "lucide-react";
import { Suspense } from "react";
import { area } from "../../api/area.ts";
import { useSpeech, useT } from "../../api/language.ts";
import { usePermission } from "../../api/permission.ts";
import { useHomeShows, Videos } from "../../features/content/Videos.player.tsx";
import { VendorRow } from "../../features/games/VendorRow.player.tsx";
import { Capiz } from "../../ui/art/motifs.tsx";
import { AgeMark } from "../../ui/art/PaymentMark.tsx";
import { Anchor } from "../../ui/Anchor.tsx";
import { ButtonLink } from "../../ui/Button.tsx";
import { AppCodes } from "./AppDownload.tsx";
import { FewGames } from "./FewGames.tsx";
import { GroupBanner } from "./GroupBanner.tsx";

const steps = [
  { Icon: Fingerprint, title: "site.fairCommit", text: "site.fairCommitText" },
  { Icon: Sprout, title: "site.fairPlay", text: "site.fairPlayText" },
  { Icon: BadgeCheck, title: "site.fairCheck", text: "site.fairCheckText" },
] as const;

function FairRound() {
  const t = useT();
  return (
    <section aria-labelledby="fairRound" className="grid gap-3">
      <h2 id="fairRound" className="flex min-h-10 items-center text-lg font-bold">
        {t("site.fairTitle")}
      </h2>
      <ol className="grid gap-4 md:grid-cols-3">
        {steps.map(({ Icon, title, text }, at) => (
          <li key={title} className="relative grid content-start gap-2 overflow-hidden rounded-md border border-line bg-raised p-5">
            <span aria-hidden="true" className="absolute -end-1 -top-4 font-display text-[88px] leading-none font-extrabold text-text/5">
              {at + 1}
            </span>
            <Icon aria-hidden="true" className="size-6 text-primary-text" />
            <h3 className="text-base font-bold">{t(title)}</h3>
            <p className="text-muted">{t(text)}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

function KnowYourLimits() {
  const t = useT();
  const { minimumAge: age } = usePermission().jurisdiction;
  return (
    <section
      aria-labelledby="limits"
      className="relative isolate flex flex-wrap items-center gap-x-6 gap-y-4 overflow-hidden rounded-md border border-line bg-raised p-5 sm:p-6"
    >
      <Capiz className="absolute inset-0 -z-10 size-full text-line opacity-25" />
      <AgeMark age={age} label={t("site.footerAge", { age })} />
      <div className="min-w-60 flex-1">
        <h2 id="limits" className="text-lg font-bold">
          {t("site.limitsTitle")}
        </h2>
        <p className="mt-1 max-w-160 text-muted">{t("site.limitsText")}</p>
      </div>
      <div className="flex flex-wrap items-center gap-4">
        <Anchor to="/help#responsible" className="font-semibold text-primary-text underline-offset-4 hover:underline">
          {t("site.limitsMore")}
        </Anchor>
        <ButtonLink to="/member/securityCenter" tone="secondary">
          {t("site.limitsAction")}
        </ButtonLink>
      </div>
    </section>
  );
}

const HomeVideos = () => <Videos banner={<GroupBanner group="w_video" sizes="(min-width: 1280px) 30vw, 92vw" className="aspect-video rounded-md" />} />;

const Matches = area("matches", () => import("../../features/content/Matches.player.tsx").then((file) => file.Matches));

/** The operator's hot matches; without one there is no section, and nothing of it is loaded. */
function HomeMatches() {
  const { matches } = useHomeShows(useSpeech().language);
  return (
    matches.length > 0 && (
      <Suspense fallback={<div aria-hidden="true" className="h-64" />}>
        <Matches matches={matches} />
      </Suspense>
    )
  );
}

function App() {
  const t = useT();
  return (
    <section aria-labelledby="app" className="grid items-center gap-5 rounded-md border border-line bg-raised p-5 sm:p-6 lg:grid-cols-2">
      <div>
        <h2 id="app" className="text-lg font-bold">
          {t("site.appDownload")}
        </h2>
        <p className="mt-1 max-w-160 text-muted">{t("site.appText")}</p>
      </div>
      <AppCodes />
    </section>
  );
}

/** The sections of home that stand below the first screen. */
export const homeParts = {
  few: FewGames,
  providers: VendorRow,
  matches: HomeMatches,
  videos: HomeVideos,
  fair: FairRound,
  limits: KnowYourLimits,
  app: App,
} as const;

/** One of them. */
export function HomePart({ section }: { section: keyof typeof homeParts }) {
  const Shown = homeParts[section];
  return <Shown />;
}
