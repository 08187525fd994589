import { captcha } from "@laro/contract/captcha";
import { CheckCheck, RefreshCw } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { call } from "../../api/call.ts";
import { useT } from "../../api/language.ts";
import { useApiCommand, useFault } from "../../api/query.ts";
import { Button, IconButton } from "../../ui/Button.tsx";
import { TextField } from "../../ui/Field.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { Meter } from "../../ui/Meter.tsx";
import { solveWork } from "./work.ts";

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

interface EntryCaptchaProps {
  value: CaptchaAnswer;
  error: string | undefined;
  onChange: (value: CaptchaAnswer) => void;
}

/** A sum in place of the picture: how far it is, and whose key it answers. */
function useWork(onChange: (value: CaptchaAnswer) => void) {
  const [share, setShare] = useState<number>();
  const [solved, setSolved] = useState<string>();
  const [error, setError] = useState<Error | null>(null);
  const under = useRef<AbortController>(undefined);
  useEffect(() => () => under.current?.abort(), []);
  const begin = async () => {
    const { signal } = (under.current = new AbortController());
    const { key } = newCaptcha();
    setShare(0);
    setError(null);
    try {
      const answer = await solveWork(await call(captcha.work, { key }), setShare, signal);
      if (answer === undefined || signal.aborted) return;
      setSolved(key);
      onChange({ key, answer });
    } catch (refusal) {
      setError(refusal as Error);
    } finally {
      setShare(undefined);
    }
  };
  return { share, solved, error, begin };
}

/** Shows that it is a human who sends a form: by reading a picture, or, for who cannot see it, by some seconds of their device's work. */
export function EntryCaptcha(props: EntryCaptchaProps) {
  const t = useT();
  const faultOf = useFault();
  const work = useWork(props.onChange);
  if (work.share !== undefined) return <Meter label={t("sessions.working")} value={work.share} max={1} />;
  if (work.solved === props.value.key)
    return (
      <p role="status" className="flex items-center gap-2 text-sm">
        <CheckCheck className="size-4.5 text-win" /> {t("sessions.worked")}
      </p>
    );
  return (
    <div className="grid justify-items-start gap-1">
      <CaptchaPicture {...props} />
      <Button tone="ghost" size="sm" onClick={() => void work.begin()}>
        {t("sessions.work")}
      </Button>
      {work.error !== null && (
        <p role="alert" className="text-sm">
          {faultOf(work.error).text}
        </p>
      )}
    </div>
  );
}

function CaptchaPicture({ value: { key, answer }, error, onChange }: EntryCaptchaProps) {
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
    <div className="grid w-full grid-cols-[1fr_auto] items-start gap-3">
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
