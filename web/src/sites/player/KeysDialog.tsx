import { useState } from "react";
import { useT } from "../../api/language.ts";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { areKeysOn, goKeys, setKeysOn } from "./keys.ts";

/** Which keys lead where, and the way to be rid of them. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const [isOn, setOn] = useState(areKeysOn);
  const change = (): void => {
    setKeysOn(!isOn);
    setOn(!isOn);
  };
  const rows = [
    ...Object.keys(goKeys).map((key) => ({ keys: ["g", key], says: t("site.keyGo", { key }) })),
    { keys: ["/"], says: t("games.search") },
    { keys: ["?"], says: t("site.keys") },
  ];
  return (
    <Dialog open title={t("site.keys")} onClose={onClose} closeLabel={t("ui.close")}>
      <dl className="grid gap-2">
        {rows.map(({ keys, says }) => (
          <div key={says} className="flex items-center justify-between gap-4 border-b border-line py-2 text-sm">
            <dt>{says}</dt>
            <dd className="flex gap-1">
              {keys.map((key) => (
                <kbd key={key} className="grid size-8 place-items-center rounded-sm border border-line bg-card font-semibold">
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <div className="mt-4">
        <Checkbox label={t("site.keysOn")} checked={isOn} onChange={change} />
      </div>
    </Dialog>
  );
}
