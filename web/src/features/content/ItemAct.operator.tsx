import type { ContentItem } from "@laro/contract/content";
import { useAsking } from "../../api/asking.tsx";
import { useT } from "../../api/language.ts";
import { usePermission } from "../../api/permission.ts";
import { ChangeDialog } from "../../ui/ChangeDialog.tsx";
import { useClock } from "../../ui/clock.ts";
import { formatManila } from "../../ui/DateTime.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { draftOf, stampOf, useDiscard, usePublish, useRetire } from "./content.operator.api.ts";
import { Difference } from "./Difference.operator.tsx";

export type ItemAct = "publish" | "retire" | "discard";

interface ItemActProps {
  act: ItemAct;
  item: ContentItem;
  /** The page shows it at the field it is about. */
  onRefused: (error: Error) => void;
  onDone: () => void;
  onCancel: () => void;
}

/** Publishes, takes off or throws away: each with what it does and why. */
export function ItemActDialog({ act, ...rest }: ItemActProps) {
  if (act === "publish") return <PublishDialog {...rest} />;
  return act === "retire" ? <RetireDialog {...rest} /> : <DiscardDialog {...rest} />;
}

type ActProps = Omit<ItemActProps, "act">;

function PublishDialog({ item, onRefused, onDone, onCancel }: ActProps) {
  const t = useT();
  const asking = useAsking();
  const publish = usePublish();
  const { languages } = usePermission();
  const { row, version, live } = item;
  const now = useClock()();
  const when =
    version.startsAt === null || Date.parse(version.startsAt) <= now
      ? t("content.atOnce")
      : t("content.fromMoment", { moment: formatManila(version.startsAt) });
  const said = {
    before: row.liveNo === null ? t("content.nothingLive") : t("content.version", { no: row.liveNo }),
    after: `${t("content.version", { no: version.no })}, ${when}`,
  };
  const done = () => {
    showToast(t("content.publishedToast"), "success");
    onDone();
  };
  return (
    <ChangeDialog
      size="lg"
      title={t("content.publishTitle", { code: row.code })}
      changes={[{ label: t("content.onSite"), ...said }]}
      warning={version.detail.kind === "term" && t("content.termWarning")}
      {...asking(publish, { verb: t("content.publish"), hint: t("settings.reasonHint") })}
      onConfirm={(reason) => publish.mutate({ ...stampOf(item), reason }, { onSuccess: done, onError: onRefused })}
      onCancel={onCancel}
    >
      <section aria-label={t("content.difference")} className="grid gap-2">
        <h3 className="text-sm font-semibold">{t("content.difference")}</h3>
        <Difference before={live === null ? undefined : draftOf(live, languages)} after={draftOf(version, languages)} />
      </section>
    </ChangeDialog>
  );
}

function RetireDialog({ item, onDone, onCancel }: ActProps) {
  const t = useT();
  const asking = useAsking();
  const retire = useRetire();
  const { row } = item;
  const before = row.liveNo === null ? t("content.state.scheduled") : t("content.version", { no: row.liveNo });
  const done = () => {
    showToast(t("content.retiredToast"), "success");
    onDone();
  };
  return (
    <ChangeDialog
      title={t("content.retireTitle", { code: row.code })}
      changes={[{ label: t("content.onSite"), before, after: t("content.nothingLive") }]}
      warning={t("content.retireWarning")}
      tone="danger"
      {...asking(retire, { verb: t("content.retire"), hint: t("settings.reasonHint") })}
      onConfirm={(reason) => retire.mutate({ id: row.id, reason }, { onSuccess: done })}
      onCancel={onCancel}
    />
  );
}

function DiscardDialog({ item, onDone, onCancel }: ActProps) {
  const t = useT();
  const asking = useAsking();
  const { row, version } = item;
  const discard = useDiscard(version.no === 1);
  const after = version.no === 1 ? t("content.discardItem") : t("content.version", { no: version.no - 1 });
  const done = () => {
    showToast(t("content.discardedToast"), "success");
    onDone();
  };
  return (
    <ChangeDialog
      title={t("content.discardTitle", { code: row.code })}
      changes={[{ label: t("content.newest"), before: t("content.version", { no: version.no }), after }]}
      warning={t("content.discardWarning")}
      tone="danger"
      {...asking(discard, { verb: t("content.discard"), hint: t("settings.reasonHint") })}
      onConfirm={(reason) => discard.mutate({ ...stampOf(item), reason }, { onSuccess: done })}
      onCancel={onCancel}
    />
  );
}
