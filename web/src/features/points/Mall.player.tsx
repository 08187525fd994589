import type { MallItem } from "@laro/contract/points";
import { Gift } from "lucide-react";
import { useState } from "react";
import { faceOf, useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { Button } from "../../ui/Button.tsx";
import { Count } from "../../ui/Count.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { Money } from "../../ui/Money.tsx";
import { More } from "../../ui/More.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { leftOf, type MallParts } from "./mallParts.ts";
import { useMall } from "./points.api.ts";
import { RedeemForm } from "./RedeemForm.player.tsx";

/** What can be redeemed, as cards; a press opens the form. */
export function Mall(parts: MallParts) {
  const t = useT();
  const refusal = useRefusal();
  const [group, setGroup] = useState("");
  const mall = useMall(group);
  const [chosen, setChosen] = useState<MallItem>();
  const groups = mall.first?.groups ?? [];
  const face = faceOf(mall, mall.rows.length);
  const close = () => setChosen(undefined);
  // What an officer changes meanwhile shows in the open form too.
  const shown = mall.rows.find(({ id }) => id === chosen?.id) ?? chosen;
  return (
    <div className="grid gap-4">
      {groups.length > 1 && (
        <Tabs
          label={t("points.groups")}
          items={[{ id: "", label: t("points.groups.all") }, ...groups.map((id) => ({ id, label: id }))]}
          value={group}
          onChange={setGroup}
        />
      )}
      {face === "loading" && <Skeleton className="h-72 w-full" />}
      {face === "refused" && <RefusedState {...refusal(mall)} />}
      {face === "empty" && <EmptyState text={t("points.mall.empty")} />}
      {face === "ready" && (
        <ul className="grid grid-cols-2 gap-3 md:grid-cols-3 xl:grid-cols-4">
          {mall.rows.map((item) => (
            <li key={item.id} className="grid">
              <ItemCard item={item} picture={parts.picture} onRedeem={() => setChosen(item)} />
            </li>
          ))}
        </ul>
      )}
      <More {...mall} label={t("ui.more")} size="md" className="justify-self-center" />
      <Dialog open={shown !== undefined} title={shown?.name ?? ""} onClose={close} closeLabel={t("ui.close")}>
        {shown && <RedeemForm {...parts} item={shown} onDone={close} />}
      </Dialog>
    </div>
  );
}

function ItemCard({ item, picture: Picture, onRedeem }: { item: MallItem; picture: MallParts["picture"]; onRedeem: () => void }) {
  const t = useT();
  const { name, description, picture, pointsRequirement, amountRequirement, stock, perMember, mine } = item;
  const isGone = leftOf(item) === 0;
  return (
    <article aria-label={name} className="flex min-w-0 flex-col overflow-hidden rounded-md border border-line bg-card">
      <div className="grid aspect-4/3 place-items-center overflow-hidden bg-field text-muted">
        {picture === null ? (
          <Gift aria-hidden="true" className="size-12" />
        ) : (
          <Picture picture={picture} sizes="(min-width: 1280px) 280px, (min-width: 768px) 33vw, 50vw" className="size-full object-cover" />
        )}
      </div>
      <div className="flex flex-1 flex-col gap-2 p-3 sm:p-4">
        <h2 className="text-sm font-semibold sm:text-base">{name}</h2>
        {description !== "" && <p className="text-xs text-muted">{description}</p>}
        <p className="mt-auto text-sm font-semibold text-primary-text">
          <Count of={pointsRequirement} /> {t("points.unit")}
        </p>
        <ul className="grid gap-0.5 text-xs text-muted empty:hidden">
          {amountRequirement > 0n && (
            <li>
              {t("points.needsPlay")} <Money minor={amountRequirement} />
            </li>
          )}
          {stock !== null && <li>{t("points.left", { count: stock })}</li>}
          {perMember !== null && <li>{t("points.perMember", { mine, count: perMember })}</li>}
        </ul>
        <Button size="sm" block disabled={isGone} aria-label={t("points.redeemOf", { name })} onClick={onRedeem}>
          {t(isGone ? (stock === 0 ? "points.soldOut" : "points.allMine") : "points.redeem")}
        </Button>
      </div>
    </article>
  );
}
