import { FingerprintPattern as Fingerprint } from "lucide-react";
import { Button, type ButtonProps } from "./Button.tsx";

interface PasskeyAnswerProps extends Pick<ButtonProps, "tone"> {
  label: string;
  /** What is said in the place of the button where this browser has no passkeys. */
  elsewhere: string | undefined;
  /** Whether what was shown is being looked at. */
  busy?: boolean;
  isAsking: boolean;
  fault: string | undefined;
  onPress: () => void;
}

/** Lets somebody show a passkey. */
export function PasskeyAnswer({ label, tone = "primary", elsewhere, busy = false, isAsking, fault, onPress }: PasskeyAnswerProps) {
  if (elsewhere !== undefined) return <p role="alert">{elsewhere}</p>;
  return (
    <div className="grid gap-2">
      <Button tone={tone} block icon={<Fingerprint />} busy={busy || isAsking} onClick={onPress}>
        {label}
      </Button>
      {fault !== undefined && (
        <p role="alert" className="rounded-sm bg-accent/14 px-4 py-3 text-sm">
          {fault}
        </p>
      )}
    </div>
  );
}
