import { ArrowLeft, ExternalLink } from "lucide-react";
import { useState } from "react";
import { useSearchParams } from "wouter";
import { nowMs } from "../../api/clock.ts";
import { useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { usePermission } from "../../api/permission.ts";
import { GatewayKeysOperator } from "../../features/gateway/GatewayKeys.operator.tsx";
import { PartnerForm } from "../../features/partners/PartnerForm.operator.tsx";
import { PartnerFreeOperator } from "../../features/partners/PartnerFree.operator.tsx";
import { PartnerRoundsOperator, PartnersOperator, PartnerTotalsOperator } from "../../features/partners/Partners.operator.tsx";
import { PartnerStakesOperator } from "../../features/partners/PartnerStakes.operator.tsx";
import { type PartnersRights, usePartner, usePartnerKeyActs } from "../../features/partners/partners.operator.api.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Button, ButtonLink } from "../../ui/Button.tsx";
import { dayIn } from "../../ui/days.ts";
import { RefusedState } from "../../ui/Faces.tsx";
import { Skeleton } from "../../ui/Loading.tsx";

/** Foreign operators who take our games: what they are held to, their keys, rounds that are not over, and totals for the invoice. */
export function PartnersPage({ rights }: { rights: PartnersRights }) {
  const t = useT();
  const { timeZone } = usePermission().jurisdiction;
  const [params, setParams] = useSearchParams();
  const code = params.get("partner");
  return (
    <div className="grid grid-cols-1 gap-4">
      <h1 className="text-xl font-bold">{t("partners.title")}</h1>
      {code === null ? (
        <>
          <PartnersOperator rights={rights} onOpen={(partner) => setParams({ partner })} />
          {rights.canTakeTotals && <PartnerTotalsOperator today={dayIn(timeZone, nowMs())} />}
        </>
      ) : (
        <One key={code} code={code} rights={rights} onBack={() => setParams({})} />
      )}
    </div>
  );
}

function One({ code, rights, onBack }: { code: string; rights: PartnersRights; onBack: () => void }) {
  const t = useT();
  const refusal = useRefusal();
  const asked = usePartner(code);
  const acts = usePartnerKeyActs(code);
  const [isChanging, setChanging] = useState(false);
  const { data: partner, error } = asked;
  if (partner === undefined) return error === null ? <Skeleton className="h-64 w-full" /> : <RefusedState {...refusal(asked)} />;
  const holder = { name: partner.rules.name, simulated: partner.simulated, keys: partner.keys };
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <Button tone="ghost" size="sm" icon={<ArrowLeft className="rtl:-scale-x-100" />} onClick={onBack}>
          {t("partners.list")}
        </Button>
        <h2 className="text-lg font-semibold">{partner.rules.name}</h2>
        {partner.simulated && (
          <>
            <Badge>{t("partners.simulated")}</Badge>
            <ButtonLink to={partner.rules.baseUrl} target="_blank" tone="secondary" size="sm" icon={<ExternalLink />}>
              {t("partners.openSite")}
            </ButtonLink>
          </>
        )}
        {rights.canChange && (
          <Button tone="secondary" size="sm" onClick={() => setChanging(true)}>
            {t("partners.change", { name: partner.code })}
          </Button>
        )}
      </div>
      <PartnerStakesOperator partner={partner} rights={rights} />
      <PartnerRoundsOperator code={code} rights={rights} />
      <PartnerFreeOperator code={code} rights={rights} />
      <GatewayKeysOperator holder={holder} acts={acts} rights={rights} />
      {isChanging && <PartnerForm partner={partner} onDone={() => setChanging(false)} />}
    </>
  );
}
