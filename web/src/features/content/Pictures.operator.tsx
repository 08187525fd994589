import type { KeptPicture } from "@laro/contract/content";
import { pictureUrl } from "@laro/contract/core/pictures";
import { ImageUp, TriangleAlert } from "lucide-react";
import { type KeyboardEvent, type MouseEvent, useState } from "react";
import { FormFault } from "../../api/FormFault.tsx";
import { faceOf, useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { useFault } from "../../api/query.ts";
import { Button } from "../../ui/Button.tsx";
import { DateTime } from "../../ui/DateTime.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { DropArea } from "../../ui/DropArea.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { TextField } from "../../ui/Field.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { More } from "../../ui/More.tsx";
import { readBase64 } from "../../ui/readBase64.ts";
import { showToast } from "../../ui/Toast.tsx";
import { usePictures, useSetFocus, useUploadPicture } from "./content.operator.api.ts";

/** Above this a telephone waits for its form of 780 pixels. */
const HEAVY_BYTES = 120_000;
const BYTES_MAX = 5_242_880;
const TYPES = ["image/jpeg", "image/png", "image/webp"];
const FOCUS_STEP = 5;

/** The picture library: what is there, a new one, and what of each a narrower frame keeps. */
export function PicturesOperator({ canWrite }: { canWrite: boolean }) {
  const [opened, setOpened] = useState<KeptPicture>();
  return (
    <div className="grid grid-cols-1 gap-4">
      {canWrite && <Upload onDone={setOpened} />}
      <Library onOpen={setOpened} />
      {opened && <FocusDialog picture={opened} canWrite={canWrite} onClose={() => setOpened(undefined)} />}
    </div>
  );
}

function Upload({ onDone }: { onDone: (picture: KeptPicture) => void }) {
  const t = useT();
  const faultOf = useFault();
  const upload = useUploadPicture();
  const [fault, setFault] = useState<string>();
  const take = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    const problem = TYPES.includes(file.type) ? (file.size > BYTES_MAX ? t("content.pictureTooLarge") : undefined) : t("content.pictureNoImage");
    setFault(problem);
    if (problem === undefined) upload.mutate({ picture: await readBase64(file), focusX: 50, focusY: 50 }, { onSuccess: onDone });
  };
  return (
    <DropArea
      label={t("content.pictureNew")}
      hint={t("content.pictureHint")}
      error={fault ?? (upload.error === null ? undefined : faultOf(upload.error).text)}
      accept={TYPES.join(",")}
      isChosen={false}
      onFile={(file) => void take(file)}
      className="min-h-28"
    >
      <span className="grid justify-items-center gap-2" aria-busy={upload.isPending}>
        <ImageUp aria-hidden="true" className="size-7" />
        {t(upload.isPending ? "content.pictureUploading" : "content.pictureDrop")}
      </span>
    </DropArea>
  );
}

const kilobytes = (bytes: number): string => Math.ceil(bytes / 1_000).toLocaleString("en");

function Library({ onOpen }: { onOpen: (picture: KeptPicture) => void }) {
  const t = useT();
  const refusal = useRefusal();
  const pictures = usePictures();
  const face = faceOf(pictures, pictures.rows.length);
  if (face === "loading") return <Skeleton className="h-64 w-full" />;
  if (face === "refused") return <RefusedState {...refusal(pictures)} />;
  if (face === "empty") return <EmptyState drawing="banca" text={t("content.picturesNone")} />;
  return (
    <div className="grid gap-4">
      <ul aria-label={t("content.pictures")} className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-4 xl:grid-cols-5">
        {pictures.rows.map((picture) => (
          <li key={picture.id}>
            <button
              type="button"
              onClick={() => onOpen(picture)}
              className="grid w-full gap-2 rounded-md border border-line bg-card p-2 text-start text-xs text-muted transition hover:border-muted"
            >
              <Frame picture={picture} ratio="aspect-video" />
              <span className="flex flex-wrap items-center gap-x-2 px-1">
                <span className="figures">
                  {picture.width} × {picture.height}
                </span>
                {/* A drawing has no weight before somebody asked for it. */}
                {picture.bytes > 0 && <span className="figures">{t("content.kilobytes", { count: kilobytes(picture.bytes) })}</span>}
                {picture.bytes > HEAVY_BYTES && <TriangleAlert aria-label={t("content.heavy")} className="size-4 text-primary-text" />}
              </span>
              <span className="px-1">
                {picture.madeBy} · <DateTime at={picture.at} shape="date" />
              </span>
            </button>
          </li>
        ))}
      </ul>
      <More {...pictures} label={t("ui.more")} className="justify-self-start" />
    </div>
  );
}

type Focus = Pick<KeptPicture, "focusX" | "focusY">;

function Frame({ picture: { id, focusX, focusY }, ratio }: { picture: Pick<KeptPicture, "id"> & Focus; ratio: string }) {
  return (
    <img
      src={pictureUrl(id, 390, "webp")}
      alt=""
      loading="lazy"
      style={{ objectPosition: `${focusX}% ${focusY}%` }}
      className={`w-full rounded-sm bg-field object-cover ${ratio}`}
    />
  );
}

const within = (value: number): number => Math.min(100, Math.max(0, Math.round(value)));
const steps: Partial<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-FOCUS_STEP, 0],
  ArrowRight: [FOCUS_STEP, 0],
  ArrowUp: [0, -FOCUS_STEP],
  ArrowDown: [0, FOCUS_STEP],
};

/** What of a picture stays where it is cut: set by a press or the arrow keys, seen in both frames of the site. */
function FocusDialog({ picture, canWrite, onClose }: { picture: KeptPicture; canWrite: boolean; onClose: () => void }) {
  const t = useT();
  const save = useSetFocus();
  const [focus, setFocus] = useState<Focus>({ focusX: picture.focusX, focusY: picture.focusY });
  const done = () => {
    showToast(t("content.focusSaved"), "success");
    onClose();
  };
  const isMoved = focus.focusX !== picture.focusX || focus.focusY !== picture.focusY;
  const footer = canWrite && (
    <Button busy={save.isPending} disabled={!isMoved} onClick={() => save.mutate({ id: picture.id, ...focus }, { onSuccess: done })}>
      {t("content.focusSave")}
    </Button>
  );
  return (
    <Dialog open size="lg" title={t("content.picture")} onClose={onClose} closeLabel={t("ui.close")} footer={footer}>
      <div className="grid gap-4">
        {picture.bytes > HEAVY_BYTES && (
          <p role="status" className="flex gap-3 rounded-sm bg-primary/10 px-4 py-3 text-sm">
            <TriangleAlert aria-hidden="true" className="size-5 shrink-0 text-primary-text" />
            {t("content.heavyText", { count: kilobytes(picture.bytes) })}
          </p>
        )}
        <div className="grid items-start gap-4 sm:grid-cols-[2fr_1fr]">
          <FocusPicker picture={picture} focus={focus} isFixed={!canWrite} onChange={setFocus} />
          <div className="grid gap-3 text-xs text-muted">
            <span className="grid gap-1">
              {t("content.frameWide")}
              <Frame picture={{ ...picture, ...focus }} ratio="aspect-video" />
            </span>
            <span className="grid gap-1">
              {t("content.framePhone")}
              <Frame picture={{ ...picture, ...focus }} ratio="aspect-[4/3]" />
            </span>
          </div>
        </div>
        <FormFault error={save.error} />
      </div>
    </Dialog>
  );
}

interface FocusPickerProps {
  picture: KeptPicture;
  focus: Focus;
  isFixed: boolean;
  onChange: (focus: Focus) => void;
}

function FocusPicker({ picture, focus, isFixed, onChange }: FocusPickerProps) {
  const t = useT();
  const put = (event: MouseEvent<HTMLElement>) => {
    // Enter and the space bar press in no place: the arrow keys move.
    if (event.detail === 0) return;
    const place = event.currentTarget.getBoundingClientRect();
    onChange({
      focusX: within(((event.clientX - place.left) / place.width) * 100),
      focusY: within(((event.clientY - place.top) / place.height) * 100),
    });
  };
  const steer = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    onChange({ focusX: within(focus.focusX + step[0]), focusY: within(focus.focusY + step[1]) });
  };
  return (
    <div className="grid gap-2">
      <button
        type="button"
        disabled={isFixed}
        onClick={put}
        onKeyDown={steer}
        aria-label={t("content.focusLabel", { x: focus.focusX, y: focus.focusY })}
        className="relative w-fit cursor-crosshair overflow-hidden rounded-sm"
      >
        <img src={pictureUrl(picture.id, 780, "webp")} width={picture.width} height={picture.height} alt="" className="max-h-[50dvh] w-auto" />
        <span
          aria-hidden="true"
          style={{ left: `${focus.focusX}%`, top: `${focus.focusY}%` }}
          className="absolute size-7 -translate-1/2 rounded-pill border-3 border-white shadow-float outline-2 outline-black/60"
        />
      </button>
      {!isFixed && <p className="text-xs text-muted">{t("content.focusHint")}</p>}
    </div>
  );
}

interface PickPictureProps {
  /** Inside a text a picture says there what it shows. */
  wantsAlt?: boolean;
  onPick: (id: string, alt: string) => void;
  onClose: () => void;
}

/** Chooses a picture of the library, or brings a new one. */
export function PickPictureOperator({ wantsAlt = false, onPick, onClose }: PickPictureProps) {
  const t = useT();
  const [picked, setPicked] = useState<KeptPicture>();
  const [alt, setAlt] = useState("");
  const pick = (picture: KeptPicture) => (wantsAlt ? setPicked(picture) : onPick(picture.id, ""));
  const footer = picked && (
    <Button disabled={alt.trim() === ""} onClick={() => onPick(picked.id, alt.trim())}>
      {t("content.picturePut")}
    </Button>
  );
  return (
    <Dialog open size="lg" title={t("content.pictureChoose")} onClose={onClose} closeLabel={t("ui.close")} footer={footer}>
      {picked ? (
        <div className="grid gap-4">
          <Frame picture={picked} ratio="aspect-video" />
          <TextField label={t("content.alt")} hint={t("content.altHint")} maxLength={200} value={alt} onChange={(event) => setAlt(event.target.value)} />
        </div>
      ) : (
        <div className="grid gap-4">
          <Upload onDone={pick} />
          <Library onOpen={pick} />
        </div>
      )}
    </Dialog>
  );
}
