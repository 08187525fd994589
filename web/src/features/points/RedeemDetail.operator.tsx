import type { QueuedRedeem } from "@laro/contract/points";
import type { ReactNode } from "react";
import { useT } from "../../api/language.ts";
import { Button } from "../../ui/Button.tsx";
import { Count } from "../../ui/Count.tsx";
import { DateTime } from "../../ui/DateTime.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Money } from "../../ui/Money.tsx";
import type { Decision, PointsRights } from "./points.operator.api.ts";

interface DetailProps {
  row: QueuedRedeem;
  rights: PointsRights;
  onDecide: (row: QueuedRedeem, decision: Decision) => void;
  onSend: (row: QueuedRedeem) => void;
  onClose: () => void;
}

/** One redeem with where its goods go. */
export function RedeemDetailOperator({ row, rights, onDecide, onSend, onClose }: DetailProps) {
  const t = useT();
  const {
    reference,
    memberName,
    memberId,
    name,
    quantity,
    units,
    points,
    amountRequirement,
    applyTime,
    address,
    mobile,
    remark,
    decidedBy,
    decidedAt,
    carrier,
    trackingNumber,
  } = row;
  const lines: readonly (readonly [string, ReactNode])[] = [
    [t("points.member"), `${memberName} (${memberId})`],
    [t("points.item"), `${name}, ${quantity} ${units}`],
    [t("points.cost"), <Count key="cost" of={points} />],
    [t("points.amountRequirement"), <Money key="amount" minor={amountRequirement} />],
    [t("points.applyTime"), <DateTime key="at" at={applyTime} />],
    [t("points.address"), address || t("points.erased")],
    [t("accounts.mobileNum"), mobile || t("points.erased")],
    ...(decidedAt === null
      ? []
      : ([
          [
            t("points.decided"),
            <span key="by">
              {decidedBy} · <DateTime at={decidedAt} />
            </span>,
          ],
        ] as const)),
    ...(remark === "" ? [] : ([[t("points.remark"), remark]] as const)),
    ...(carrier === "" ? [] : ([[t("points.carrier"), `${carrier} ${trackingNumber}`]] as const)),
  ];
  const acts = <Acts row={row} rights={rights} onDecide={(decision) => onDecide(row, decision)} onSend={() => onSend(row)} />;
  return (
    <Dialog open size="md" title={reference} onClose={onClose} closeLabel={t("ui.close")} footer={acts}>
      <dl className="grid gap-2 text-sm">
        {lines.map(([label, value]) => (
          <div key={label} className="grid gap-0.5 sm:grid-cols-[10rem_1fr]">
            <dt className="text-muted">{label}</dt>
            <dd className="min-w-0 font-semibold break-words">{value}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

/** What can be done with an open redeem. */
function Acts({
  row,
  rights,
  onDecide,
  onSend,
}: {
  row: QueuedRedeem;
  rights: PointsRights;
  onDecide: (decision: "approve" | "reject") => void;
  onSend: () => void;
}) {
  const t = useT();
  if (!rights.canDecide || row.status === "rejected") return null;
  const isApproved = row.status === "approved";
  return (
    <>
      {row.sentAt === null && (
        <Button tone="danger" onClick={() => onDecide("reject")}>
          {t("points.reject")}
        </Button>
      )}
      {isApproved ? (
        <Button onClick={onSend}>{t(row.sentAt === null ? "points.send" : "points.sendAgain")}</Button>
      ) : (
        <Button tone="success" onClick={() => onDecide("approve")}>
          {t("points.approve")}
        </Button>
      )}
    </>
  );
}
