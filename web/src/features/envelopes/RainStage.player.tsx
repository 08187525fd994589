import { RefusedCall } from "@laro/contract/core/call";
import type { Condition } from "@laro/contract/core/campaignRules";
import type { Rain } from "@laro/contract/envelopes";
import type { ComponentType } from "react";
import { FormFault } from "../../api/FormFault.tsx";
import { useT } from "../../api/language.ts";
import { useIsLoggedIn } from "../../api/session.ts";
import { Button } from "../../ui/Button.tsx";
import { Countdown } from "../../ui/Countdown.tsx";
import { formatManila, useNow } from "../../ui/DateTime.tsx";
import { Money } from "../../ui/Money.tsx";
import { type Phase, phaseAt, useMine, useOpen } from "./envelopes.api.ts";
import { OpenedEnvelope, RainSky } from "./RainSky.tsx";

/** What the page knows besides: how to log in, how a campaign's conditions are told, and why one does not fit them. */
export interface RainParts {
  readonly onSignIn: () => void;
  /** An envelope was opened: what it held stays in sight, though another rain is nearer now. */
  readonly onOpened: () => void;
  readonly condition: (one: Condition) => string;
  readonly why: ComponentType<{ code: string }>;
}

type Face = Phase | "opened" | "empty";

/** The sky of a rain: what comes, what falls, what one opened. One tap opens one envelope, and nothing opens by itself. */
export function RainStage({ rain, onSignIn, onOpened, why }: Omit<RainParts, "condition"> & { rain: Rain }) {
  const isLoggedIn = useIsLoggedIn();
  const mine = useMine();
  const open = useOpen(rain);
  const phase = phaseAt(rain, useNow());
  const own = open.data ?? mine.rows.find(({ code }) => code === rain.code);
  const isEmpty = rain.left === 0 || (open.error instanceof RefusedCall && open.error.code === "envelopes.empty");
  const face: Face = own !== undefined ? "opened" : phase === "open" && isEmpty ? "empty" : phase;
  const tap = (): void => {
    if (!isLoggedIn) onSignIn();
    else if (!open.isPending) open.mutate(undefined, { onSuccess: onOpened });
  };
  // Whoever opened one before is answered the same again, so nobody waits for a list that does not come.
  const isKnown = !isLoggedIn || mine.first !== undefined || mine.error !== null;
  return (
    <RainSky isFalling={face === "open"} onTap={face === "open" && isKnown ? tap : undefined}>
      <Said face={face} rain={rain} amountMinor={own?.amount} />
      {face === "open" && (
        <Button size="lg" busy={open.isPending || !isKnown} onClick={tap}>
          <OpenWord isLoggedIn={isLoggedIn} />
        </Button>
      )}
      {face === "open" && <Refused error={open.error} code={rain.code} why={why} />}
    </RainSky>
  );
}

const OpenWord = ({ isLoggedIn }: { isLoggedIn: boolean }) => {
  const t = useT();
  return t(isLoggedIn ? "envelopes.open" : "envelopes.logIn");
};

function Said({ face, rain, amountMinor }: { face: Face; rain: Rain; amountMinor: bigint | undefined }) {
  const t = useT();
  const { startsAt, endsAt, left } = rain;
  return (
    <>
      {amountMinor !== undefined && (
        <OpenedEnvelope>
          <Money minor={amountMinor} />
        </OpenedEnvelope>
      )}
      <div role="status">
        <h2 className="text-lg font-extrabold">{t("envelopes.face", { face })}</h2>
      </div>
      {face === "coming" && <Countdown until={Date.parse(startsAt)} className="font-display text-[2.75rem] leading-tight font-extrabold text-[#ffcf5c]" />}
      <p className="text-sm text-[#ffe9c7]">{t("envelopes.faceText", { face, at: formatManila(face === "coming" ? startsAt : endsAt) })}</p>
      {face === "open" && (
        <p className="flex flex-wrap justify-center gap-x-4 text-sm text-[#ffe9c7]">
          {left !== null && <span>{t("envelopes.leftOf", { left, slips: rain.slips })}</span>}
          <span>
            {t("envelopes.closesIn")} <Countdown until={Date.parse(endsAt)} className="font-semibold" />
          </span>
        </p>
      )}
    </>
  );
}

/** Why none was opened; where it is for the rain's conditions, which of them. */
function Refused({ error, code, why: Why }: { error: Error | null; code: string; why: RainParts["why"] }) {
  if (error === null) return null;
  return (
    <div className="grid justify-items-center gap-2 rounded-sm bg-card text-text">
      <FormFault error={error} />
      {error instanceof RefusedCall && error.code === "campaigns.not_eligible" && <Why code={code} />}
    </div>
  );
}
