import { Download, X } from "lucide-react";
import { Button, type ButtonSize } from "./Button.tsx";

export interface DownloadButtonProps {
  label: string;
  /** What pressing it means while it runs. */
  stopLabel: string;
  /** How far it is, in words; undefined while nothing runs. */
  progress: string | undefined;
  onStart: () => void;
  onStop: () => void;
  size?: ButtonSize | undefined;
}

/** Fetches a file; while it comes, says how far it is, and pressing again stops it. */
export function DownloadButton({ label, stopLabel, progress, onStart, onStop, size }: DownloadButtonProps) {
  if (progress === undefined)
    return (
      <Button tone="secondary" size={size} icon={<Download />} onClick={onStart}>
        {label}
      </Button>
    );
  return (
    <Button tone="secondary" size={size} icon={<X />} aria-label={`${stopLabel}: ${label}`} onClick={onStop}>
      <span role="status" className="figures">
        {progress}
      </span>
    </Button>
  );
}
