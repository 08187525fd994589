import { Crown } from "lucide-react";
import { useT } from "../../api/language.ts";
import { Anchor } from "../../ui/Anchor.tsx";
import { Badge } from "../../ui/Badge.tsx";
import { useVip } from "./vip.api.ts";

/** A member's VIP label and level, which lead to the VIP page; nothing where the server says that there is no VIP. */
export function VipLabel({ to }: { to: string }) {
  const t = useT();
  const { data } = useVip();
  if (data?.hasVip !== true) return null;
  const { vipLabelName: label, vipRankLevel: level } = data;
  return (
    <Anchor to={to} aria-label={t("vip.mine", { label, level })} className="inline-flex rounded-pill transition hover:brightness-110">
      <Badge tone="primary">
        <Crown aria-hidden="true" className="size-3.5" />
        {t("vip.label", { label, level })}
      </Badge>
    </Anchor>
  );
}
