import { Share2 } from "lucide-react";
import { useT } from "../../api/language.ts";
import { Button } from "../../ui/Button.tsx";
import { showToast } from "../../ui/Toast.tsx";

/** Hands the page's address on: to the telephone's own list, else to the clipboard. */
export function Share({ title }: { title: string }) {
  const t = useT();
  const copy = () =>
    navigator.clipboard.writeText(location.href).then(
      () => showToast(t("content.copied"), "success"),
      () => showToast(t("content.notCopied"), "problem"),
    );
  const share = () => {
    const data = { title, url: location.href };
    if (navigator.canShare?.(data)) void navigator.share(data).catch(() => undefined);
    else void copy();
  };
  return (
    <Button tone="secondary" size="sm" icon={<Share2 />} onClick={share}>
      {t("content.share")}
    </Button>
  );
}
