import { useState } from "react";
import { useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { Button } from "../../ui/Button.tsx";
import { formatManila } from "../../ui/DateTime.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { RefusedState } from "../../ui/Faces.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { useExplain } from "./campaigns.api.ts";
import { useTerms } from "./terms.ts";

/** Each condition beside what was found of the member. */
export function WhyNot({ code }: { code: string }) {
  const t = useT();
  const refusal = useRefusal();
  const { condition, found } = useTerms();
  const [isOpen, setOpen] = useState(false);
  const asked = useExplain(code, { enabled: isOpen });
  return (
    <>
      <Button tone="ghost" size="sm" onClick={() => setOpen(true)}>
        {t("campaigns.whyNot")}
      </Button>
      <Dialog open={isOpen} title={t("campaigns.whyNot")} onClose={() => setOpen(false)} closeLabel={t("ui.close")}>
        {asked.data === undefined ? (
          asked.error ? (
            <RefusedState {...refusal(asked)} />
          ) : (
            <Skeleton className="h-32 w-full" />
          )
        ) : (
          <div className="grid gap-3">
            {asked.data.paused && (
              <p className="text-sm font-semibold">
                {t("campaigns.paused")} {asked.data.helpline !== null && t("campaigns.helpline", { number: asked.data.helpline })}
              </p>
            )}
            {asked.data.registered !== null && (
              <p className="text-sm">
                {t(asked.data.registered.holds ? "campaigns.found.newcomer" : "campaigns.found.before", { at: formatManila(asked.data.registered.at) })}
              </p>
            )}
            {asked.data.checks.length === 0 && asked.data.registered === null && !asked.data.paused && <p className="text-sm">{t("campaigns.noConditions")}</p>}
            <ul className="grid gap-2">
              {asked.data.checks.map(({ condition: one, found: value, holds }) => (
                <li
                  key={JSON.stringify(one, (_, part: unknown) => (typeof part === "bigint" ? String(part) : part))}
                  className="flex items-start gap-3 text-sm"
                >
                  {holds === false ? (
                    <span aria-hidden="true" className="w-5 shrink-0 text-center font-bold text-accent-text">
                      ✗
                    </span>
                  ) : (
                    <span aria-hidden="true" className="w-5 shrink-0 text-center font-bold text-win-text">
                      ✓
                    </span>
                  )}
                  <span className="grid">
                    <span className="font-semibold">{condition(one)}</span>
                    <span className="text-muted">{found(one, value)}</span>
                  </span>
                </li>
              ))}
            </ul>
          </div>
        )}
      </Dialog>
    </>
  );
}
