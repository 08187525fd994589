import type { OutputOf } from "@laro/contract/core/endpoint";
import type { vip, VipHost } from "@laro/contract/vip";
import { Crown } from "lucide-react";
import type { ComponentType } from "react";
import { useT } from "../../api/language.ts";
import { Badge } from "../../ui/Badge.tsx";
import { ButtonLink } from "../../ui/Button.tsx";
import { DateTime } from "../../ui/DateTime.tsx";
import { Meter } from "../../ui/Meter.tsx";
import { Money } from "../../ui/Money.tsx";
import { Panel } from "../../ui/Panel.tsx";

type Mine = OutputOf<(typeof vip)["mine"]>;

/** The level, how far it is to the next one, and until when play is counted. */
export function VipStanding({ mine }: { mine: Mine }) {
  const t = useT();
  const { vipLabelName: label, vipRankLevel: level, valid, next, countedUntil } = mine;
  return (
    <section aria-label={t("vip.standing")} className="grid gap-4 rounded-md border border-line bg-card p-4 sm:p-5">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <p className="flex items-center gap-3 font-display text-xl font-bold">
          <Crown aria-hidden="true" className="size-6 text-primary-text" />
          {t("vip.rank", { level })}
        </p>
        <Badge tone="primary">{label}</Badge>
      </header>
      {next === null ? (
        <p className="text-sm font-medium">{t("vip.highest")}</p>
      ) : (
        <>
          <Meter
            label={t("vip.way", { level: next.level })}
            value={Number(valid)}
            max={Number(next.valid)}
            tone="primary"
            text={
              <>
                <Money minor={valid} /> / <Money minor={next.valid} />
              </>
            }
          />
          <p className="text-sm">
            <Money minor={next.left} className="font-semibold" /> {t("vip.toNext", { level: next.level })}
          </p>
        </>
      )}
      <p className="text-xs text-muted">
        {countedUntil === null ? (
          t("vip.notCounted")
        ) : (
          <>
            {t("vip.countedUntil")} <DateTime at={countedUntil} />
          </>
        )}
      </p>
    </section>
  );
}

/** A picture as another feature shows it. */
export type PictureView = ComponentType<{ picture: NonNullable<VipHost["picture"]>; sizes: string; className: string }>;

/** The member's host, or from which level on there is one. */
export function VipHostCard({ mine: { host, hostFrom, vipRankLevel }, picture: Picture }: { mine: Mine; picture: PictureView }) {
  const t = useT();
  if (host === null) {
    return (
      <Panel title={t("vip.host")}>
        <p className="text-sm text-muted">{t(vipRankLevel >= hostFrom ? "vip.hostComes" : "vip.hostFrom", { level: hostFrom })}</p>
      </Panel>
    );
  }
  const { name, picture, hours, url } = host;
  return (
    <Panel title={t("vip.host")}>
      <div className="flex items-center gap-4">
        {picture && <Picture picture={picture} sizes="64px" className="size-16 shrink-0 rounded-pill object-cover" />}
        <div className="grid min-w-0 gap-0.5">
          <p className="truncate text-base font-semibold">{name}</p>
          <p className="text-sm text-muted">{hours}</p>
        </div>
      </div>
      <ButtonLink to={url} className="justify-self-start">
        {t("vip.write", { name })}
      </ButtonLink>
    </Panel>
  );
}
