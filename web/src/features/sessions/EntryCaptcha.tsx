import { captcha } from "@laro/contract/captcha";
import { RefreshCw } from "lucide-react";
import { useEffect, useState } from "react";
import { useT } from "../../api/language.ts";
import { useApiCommand, useFault } from "../../api/query.ts";
import { IconButton } from "../../ui/Button.tsx";
import { TextField } from "../../ui/Field.tsx";
import { Skeleton } from "../../ui/Loading.tsx";

export interface CaptchaAnswer {
  key: string;
  answer: string;
}

/** A picture is used up by one look, so every new try needs a new key. */
export const newCaptcha = (): CaptchaAnswer => ({ key: crypto.randomUUID(), answer: "" });

/** The specification's pause between two pictures (CONST-36); the server keeps it too. */
const REFRESH_PAUSE_MS = 1_000;

/** Whether a second has passed since the last picture came, and what begins the wait for the next. */
function useRest(isPending: boolean): { isRested: boolean; begin: () => void } {
  const [isRested, setRested] = useState(false);
  useEffect(() => {
    if (isPending || isRested) return;
    const timer = setTimeout(() => setRested(true), REFRESH_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [isPending, isRested]);
  return { isRested, begin: () => setRested(false) };
}

export function EntryCaptcha({
  value: { key, answer },
  error,
  onChange,
}: {
  value: CaptchaAnswer;
  error: string | undefined;
  onChange: (value: CaptchaAnswer) => void;
}) {
  const t = useT();
  const faultOf = useFault();
  const { mutate: draw, data: image, isPending, error: drawError } = useApiCommand(captcha.image);
  useEffect(() => draw({ key }), [draw, key]);
  const rest = useRest(isPending);
  const refresh = () => {
    // At once: the next press may come before the picture is known to be under way.
    rest.begin();
    onChange({ key, answer: "" });
    draw({ key });
  };
  return (
    <div className="grid grid-cols-[1fr_auto] items-start gap-3">
      <TextField
        label={t("sessions.entryCaptcha")}
        name="captcha"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={16}
        required
        value={answer}
        error={drawError ? faultOf(drawError).text : error}
        onChange={(event) => onChange({ key, answer: event.target.value })}
      />
      <div className="flex items-center gap-1 pt-6.5">
        {image === undefined || isPending ? (
          <Skeleton className="h-11 w-32" />
        ) : (
          <img src={`data:image/png;base64,${image}`} alt={t("sessions.entryCaptchaImage")} className="h-11 w-32 rounded-sm bg-white object-contain" />
        )}
        <IconButton label={t("sessions.entryCaptchaRefresh")} disabled={!rest.isRested} onClick={refresh}>
          <RefreshCw />
        </IconButton>
      </div>
    </div>
  );
}
