import { Share2 } from "lucide-react";
import { Button } from "./Button.tsx";
import { showToast } from "./Toast.tsx";

export interface ShareButtonProps {
  labels: { share: string; copied: string; notCopied: string };
  title: string;
  /** The page's own address unless another is named. */
  url?: string;
  size?: "sm" | "lg";
}

/** Hands an address on: to the telephone's own list, else to the clipboard. */
export function ShareButton({ labels, title, url, size = "sm" }: ShareButtonProps) {
  const copy = (address: string) =>
    navigator.clipboard.writeText(address).then(
      () => showToast(labels.copied, "success"),
      () => showToast(labels.notCopied, "problem"),
    );
  const share = () => {
    const data = { title, url: url ?? location.href };
    // Whoever closes the telephone's list has not failed at anything.
    if (navigator.canShare?.(data)) void navigator.share(data).catch(() => undefined);
    else void copy(data.url);
  };
  return (
    <Button tone="secondary" size={size} icon={<Share2 />} onClick={share}>
      {labels.share}
    </Button>
  );
}
