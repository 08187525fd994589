import { Suspense } from "react";
import { area, NoFailure } from "../../api/area.ts";
import { useFlag } from "../../api/permission.ts";

const VipLabel = area("vipLabel", () => import("../../features/vip/VipLabel.player.tsx").then((file) => file.VipLabel), NoFailure);

/** The member's VIP label and level where there is VIP; its place is kept while it comes. */
export const VipMark = ({ className }: { className: string }) =>
  useFlag("vip") && (
    <span className={className}>
      <Suspense>
        <VipLabel to="/vip" />
      </Suspense>
    </span>
  );
