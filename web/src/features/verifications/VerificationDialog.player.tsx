import type { Mine } from "@laro/contract/verifications";
import { FileText, IdCard, ScanFace } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { useLeaving } from "../../api/leaving.ts";
import { usePermission } from "../../api/permission.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { RefusedState } from "../../ui/Faces.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { PersonalFormPart } from "./PersonalForm.player.tsx";
import { PhotosForm } from "./PhotosForm.player.tsx";
import { rememberLater, rememberUploaded } from "./reminder.ts";
import { useMyVerification } from "./verifications.api.ts";

type Step = 0 | 1 | 2;

/** Who a member is: what it takes, the form, the pictures. Whoever closes it is not asked again before they log in anew. */
export function VerificationDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const mine = useMyVerification();
  const leaving = useLeaving();
  const [step, setStep] = useState<Step>(0);
  const [isTooYoung, setTooYoung] = useState(false);
  const later = () => {
    rememberLater();
    onClose();
  };
  const done = () => {
    rememberUploaded();
    showToast(t("upload_success"), "success");
    onClose();
  };
  const title = step === 0 ? t("verifications.title") : `${t("verifications.title")} · ${t("verifications.step", { step })}`;
  const laterButton = (
    <Button tone="ghost" onClick={later} className="sm:me-auto">
      {t("verifications.later")}
    </Button>
  );
  const footer = isOpen(mine.data) ? (
    <>
      {laterButton}
      <Button onClick={() => setStep(needsForm(mine.data) ? 1 : 2)}>{t("verifications.start")}</Button>
    </>
  ) : (
    <Button onClick={later}>{t("ui.close")}</Button>
  );
  return (
    <Dialog
      open
      id="securityModal"
      size="md"
      title={title}
      onClose={later}
      closeLabel={t("ui.close")}
      leaving={step === 1 ? leaving : undefined}
      footer={step === 0 ? footer : undefined}
    >
      <Focused key={step} isFirst={step === 0}>
        {mine.data === undefined ? (
          <Coming error={mine.error} refetch={mine.refetch} />
        ) : step === 0 ? (
          <Intro mine={mine.data} />
        ) : step === 1 ? (
          <PersonalFormPart
            form={mine.data.form}
            later={laterButton}
            onSaved={({ warning, next }) => {
              setTooYoung(warning !== null);
              if (next === "review") done();
              else setStep(2);
            }}
          />
        ) : (
          <PhotosForm
            warning={isTooYoung && <TooYoung />}
            asked={mine.data.asked}
            code={mine.data.code}
            later={laterButton}
            onBack={mine.data.state === "askAgain" ? undefined : () => setStep(1)}
            onDone={done}
          />
        )}
      </Focused>
    </Dialog>
  );
}

function Coming({ error, refetch }: Pick<ReturnType<typeof useMyVerification>, "error" | "refetch">) {
  const refusal = useRefusal();
  return error ? <RefusedState {...refusal({ error, refetch })} /> : <Skeleton className="h-64 w-full" />;
}

const isOpen = (mine: Mine | undefined): boolean => mine !== undefined && ["none", "draft", "askAgain", "expired"].includes(mine.state);
const needsForm = (mine: Mine | undefined): boolean => mine?.state !== "askAgain" || mine.asked.includes("person");

/** Each step begins where the keyboard is. */
function Focused({ isFirst, children }: { isFirst: boolean; children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isFirst) element.current?.focus();
  }, [isFirst]);
  return (
    <div ref={element} tabIndex={-1} className="outline-none">
      {children}
    </div>
  );
}

function TooYoung() {
  const t = useT();
  const { minimumAge } = usePermission().jurisdiction;
  return (
    <p role="alert" className="rounded-sm border border-accent bg-card px-4 py-3 text-sm font-medium">
      {t("local_age_21", { 0: minimumAge })}
    </p>
  );
}

function Intro({ mine: { state, reasons, asked } }: { mine: Mine }) {
  const t = useT();
  if (state === "submitted") return <p>{t("verifications.pendingText")}</p>;
  if (state === "approved") return <p>{t("centre.verification.approved.text")}</p>;
  if (state === "refused") return <p>{t("verifications.refusedText")}</p>;
  const steps = [
    { icon: <FileText />, title: t("verifications.confirmInformation"), text: t("verifications.confirmInformationText") },
    { icon: <IdCard />, title: t("verifications.uploadIdPicture"), text: t("verifications.uploadIdPictureText") },
    { icon: <ScanFace />, title: t("verifications.uploadSelfie"), text: t("verifications.uploadSelfieText") },
  ];
  return (
    <div className="grid gap-5">
      {state === "askAgain" && (
        <div className="grid gap-2 rounded-sm border border-primary-text bg-card px-4 py-3 text-sm">
          <h3 className="font-semibold">{t("verifications.askedAgain")}</h3>
          <p>{asked.map((part) => t(partWords[part])).join(", ")}</p>
          <ul className="grid gap-1 text-muted">
            {reasons.map((reason) => (
              <li key={reason}>{t(`verifications.reason.${reason}`)}</li>
            ))}
          </ul>
        </div>
      )}
      <p className="text-muted">{t("verifications.intro")}</p>
      <ol className="grid gap-3">
        {steps.map(({ icon, title, text }) => (
          <li key={title} className="flex items-center gap-4 rounded-md border border-line bg-card px-4 py-3.5">
            <span aria-hidden="true" className="grid size-11 shrink-0 place-items-center rounded-pill bg-primary/15 text-primary-text [&_svg]:size-5.5">
              {icon}
            </span>
            <span className="grid">
              <span className="font-semibold">{title}</span>
              <span className="text-sm text-muted">{text}</span>
            </span>
          </li>
        ))}
      </ol>
      <p className="text-xs text-muted">{t("verifications.privacy")}</p>
    </div>
  );
}

const partWords = {
  person: "verifications.part.person",
  front: "verifications.front",
  back: "verifications.backSide",
  selfie: "verifications.selfie",
} as const;
