import type { ContentItem } from "@laro/contract/content";
import { ArrowLeft, Save } from "lucide-react";
import { type ReactNode, useState } from "react";
import { FormFault } from "../../api/FormFault.tsx";
import { useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { Button } from "../../ui/Button.tsx";
import { RefusedState } from "../../ui/Faces.tsx";
import { TextField } from "../../ui/Field.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { type ContentRights, useItem } from "./content.operator.api.ts";
import { fromField, ItemStates, RemovedList, toField } from "./contentWords.operator.tsx";
import { DetailsOperator } from "./Details.operator.tsx";
import { Difference } from "./Difference.operator.tsx";
import { languageIn, useEditing, useFieldFault } from "./editing.operator.ts";
import { HistoryOperator } from "./History.operator.tsx";
import { type ItemAct, ItemActDialog } from "./ItemAct.operator.tsx";
import { PreviewOperator } from "./PreviewFrames.operator.tsx";
import { TextsOperator } from "./Texts.operator.tsx";

interface ItemProps {
  id: string;
  rights: ContentRights;
  onClose: () => void;
}

/** One item of the desk: written, looked at, published, and all its versions. */
export function ItemOperator({ id, ...rest }: ItemProps) {
  const refusal = useRefusal();
  const asked = useItem(id);
  if (asked.data) return <OpenItem item={asked.data} {...rest} />;
  return asked.error ? <RefusedState {...refusal(asked)} /> : <Skeleton className="h-[70dvh] w-full" />;
}

type Work = ReturnType<typeof useEditing>;
const parts = ["write", "preview", "history"] as const;

function OpenItem({ item, rights, onClose }: Omit<ItemProps, "id"> & { item: ContentItem }) {
  const t = useT();
  const work = useEditing(item, rights);
  const [part, setPart] = useState<(typeof parts)[number]>("write");
  const [act, setAct] = useState<ItemAct>();
  const [refused, setRefused] = useState<Error | null>(null);
  const faultAt = useFieldFault([work.saveError, refused]);
  const begin = (next: ItemAct) => (next === "publish" && work.isDirty ? work.saveNow(() => setAct(next)) : setAct(next));
  const fail = (error: Error) => {
    setRefused(error);
    work.setLanguage(languageIn(error) ?? work.language);
  };
  return (
    <div className="grid grid-cols-1 gap-4">
      <Header work={work} canWrite={rights.canWrite} onAct={begin} onClose={onClose} />
      <FormFault error={work.isMet ? null : work.saveError} />
      <Meeting work={work} theirs={item} />
      {work.removed.length > 0 && <RemovedList title={t("content.removedSaved")} removed={work.removed} />}
      <Tabs label={t("content.parts")} items={parts.map((id) => ({ id, label: t(`content.part.${id}`) }))} value={part} onChange={setPart}>
        <div>
          {part === "write" && <Write work={work} isReadOnly={!rights.canWrite} faultAt={faultAt} />}
          {part === "preview" && (
            <PreviewOperator
              key={`${work.base.version.no}.${work.base.version.revision}`}
              item={work.base}
              isDirty={work.isDirty}
              onSave={() => work.saveNow()}
            />
          )}
          {part === "history" && <HistoryOperator item={work.base} canWrite={rights.canWrite && !work.isDirty} />}
        </div>
      </Tabs>
      {act && (
        <ItemActDialog
          act={act}
          item={work.base}
          onRefused={fail}
          onCancel={() => setAct(undefined)}
          onDone={() => {
            setAct(undefined);
            setRefused(null);
            if (act !== "discard") return;
            work.forget();
            if (work.base.version.no === 1) onClose();
          }}
        />
      )}
    </div>
  );
}

function Header({ work, canWrite, onAct, onClose }: { work: Work; canWrite: boolean; onAct: (act: ItemAct) => void; onClose: () => void }) {
  const t = useT();
  const { row, version } = work.base;
  const isOut = row.liveNo !== null || version.state === "scheduled";
  return (
    <header className="grid gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <Button tone="ghost" size="sm" icon={<ArrowLeft />} onClick={onClose}>
          {t("content.title")}
        </Button>
        <h1 className="min-w-0 text-xl font-bold wrap-anywhere">{row.title === "" ? row.code : row.title}</h1>
        <ItemStates row={row} />
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm text-muted">
        <span>{t("content.kind", { kind: row.kind })}</span>
        <code className="text-xs">{row.code}</code>
        <span>{t("content.versionBy", { no: version.no, officer: version.madeBy })}</span>
        {canWrite && (
          <span className="flex w-full flex-wrap items-center gap-2 sm:ms-auto sm:w-auto">
            <span role="status">{t(work.isDirty ? "content.unsaved" : "content.allSaved")}</span>
            <Button
              tone="secondary"
              size="sm"
              icon={<Save />}
              aria-keyshortcuts="Control+S Meta+S"
              busy={work.isSaving}
              disabled={!work.isDirty}
              onClick={() => work.saveNow()}
            >
              {t("content.save")}
            </Button>
            {version.state === "draft" && (
              <Button tone="ghost" size="sm" onClick={() => onAct("discard")}>
                {t("content.discard")}
              </Button>
            )}
            {isOut && row.kind !== "term" && (
              <Button tone="ghost" size="sm" onClick={() => onAct("retire")}>
                {t("content.retire")}
              </Button>
            )}
            <Button size="sm" disabled={version.state !== "draft" && !work.isDirty} onClick={() => onAct("publish")}>
              {t("content.publish")}
            </Button>
          </span>
        )}
      </div>
    </header>
  );
}

/** Two officers at one item: the second hears of it, sees both texts, and loses neither. */
function Meeting({ work, theirs }: { work: Work; theirs: ContentItem }) {
  const t = useT();
  if (work.isMet)
    return (
      <Panel title={t("content.metTitle", { officer: theirs.version.madeBy })} text={t("content.metText")}>
        <Difference before={theirs.version} after={work.draft} />
        <div className="flex flex-wrap gap-2">
          <Button tone="secondary" size="sm" onClick={() => work.settle("theirs")}>
            {t("content.metTheirs")}
          </Button>
          <Button tone="secondary" size="sm" onClick={() => work.settle("mine")}>
            {t("content.metMine")}
          </Button>
        </div>
      </Panel>
    );
  if (work.aside !== undefined)
    return (
      <Panel title={t("content.asideTitle")} text={t("content.asideText")}>
        <Difference before={work.aside} after={work.draft} />
        <Button tone="secondary" size="sm" className="justify-self-start" onClick={work.swap}>
          {t("content.asideSwap")}
        </Button>
      </Panel>
    );
  return (
    work.isBehind && (
      <p role="status" className="rounded-sm border border-line bg-card px-4 py-3 text-sm">
        {t("content.behind", { officer: theirs.version.madeBy })}
      </p>
    )
  );
}

function Write({ work, isReadOnly, faultAt }: { work: Work; isReadOnly: boolean; faultAt: (field: string) => string | undefined }) {
  const t = useT();
  const { base, draft, change } = work;
  return (
    <div className="grid items-start gap-4 xl:grid-cols-[2fr_1fr]">
      <Panel title={t("content.texts")}>
        <TextsOperator
          kind={base.row.kind}
          texts={draft.texts}
          states={base.row.languages}
          language={work.language}
          round={work.round}
          isReadOnly={isReadOnly}
          faultAt={faultAt}
          onLanguage={work.setLanguage}
          onChange={(texts) => change({ ...draft, texts })}
        />
      </Panel>
      <fieldset disabled={isReadOnly} className="grid min-w-0 gap-4">
        <Panel title={t("content.when")} text={t("content.whenText")}>
          {base.row.kind !== "term" || draft.endsAt !== null ? (
            <Moments work={work} names={["startsAt", "endsAt"]} faultAt={faultAt} />
          ) : (
            <Moments work={work} names={["startsAt"]} faultAt={faultAt} />
          )}
        </Panel>
        {draft.detail.kind !== "text" && (
          <Panel title={t("content.details")}>
            <DetailsOperator detail={draft.detail} faultAt={faultAt} onChange={(detail) => change({ ...draft, detail })} />
          </Panel>
        )}
      </fieldset>
    </div>
  );
}

interface MomentsProps {
  work: Work;
  names: readonly ("startsAt" | "endsAt")[];
  faultAt: (field: string) => string | undefined;
}

const Moments = ({ work: { draft, change }, names, faultAt }: MomentsProps): ReactNode => {
  const t = useT();
  return names.map((name) => (
    <TextField
      key={name}
      type="datetime-local"
      label={t(`content.field.${name}`)}
      error={faultAt(name)}
      value={toField(draft[name])}
      onChange={(event) => change({ ...draft, [name]: fromField(event.target.value) })}
    />
  ));
};
