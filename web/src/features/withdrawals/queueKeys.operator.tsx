import { useEffect, useEffectEvent } from "react";
import { useT } from "../../api/language.ts";
import { Dialog } from "../../ui/Dialog.tsx";

export type QueueKey = "next" | "previous" | "approve" | "reject" | "open" | "help";

const keys: Partial<Record<string, QueueKey>> = { j: "next", k: "previous", a: "approve", r: "reject", Enter: "open", "?": "help" };

/** Decisions by keyboard; silent while someone types, a dialog is open, or a button of its own would take Enter. */
export function useQueueKeys(onKey: (key: QueueKey) => void): void {
  const act = useEffectEvent(onKey);
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const key = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
      if (key === undefined || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog:modal")) return;
      const target = event.target instanceof Element ? event.target : undefined;
      if (target?.closest("input, textarea, select, [contenteditable]") || (key === "open" && target?.closest("a, button, summary"))) return;
      event.preventDefault();
      act(key);
    };
    document.addEventListener("keydown", pressed);
    return () => document.removeEventListener("keydown", pressed);
  }, []);
}

export function KeysDialogOperator({ onClose }: { onClose: () => void }) {
  const t = useT();
  const lines = [
    { caps: ["J", "K"], text: t("withdrawals.queueKeysMove") },
    { caps: ["Enter"], text: t("withdrawals.queueKeysOpen") },
    { caps: ["A"], text: t("withdrawals.queueApprove") },
    { caps: ["R"], text: t("withdrawals.queueReject") },
    { caps: ["Ctrl K"], text: t("withdrawals.queueKeysSearch") },
    { caps: ["?"], text: t("withdrawals.queueKeysHelp") },
  ];
  return (
    <Dialog open title={t("withdrawals.queueKeys")} onClose={onClose} closeLabel={t("ui.close")}>
      <dl className="grid">
        {lines.map(({ caps, text }) => (
          <div key={text} className="flex items-center justify-between gap-4 border-b border-line py-2.5 last:border-b-0">
            <dt className="text-sm">{text}</dt>
            <dd className="flex gap-1.5">
              {caps.map((cap) => (
                <kbd key={cap} className="rounded-sm border border-line bg-card px-2 py-0.5 text-xs font-semibold">
                  {cap}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
