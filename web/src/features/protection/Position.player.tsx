import type { NetPosition } from "@laro/contract/protection";
import { useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { RefusedState } from "../../ui/Faces.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { Money } from "../../ui/Money.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { usePositions } from "./protection.api.ts";

const spans = ["day", "week", "month", "all"] as const;
const figures = ["deposited", "withdrawn", "staked", "won", "net"] as const satisfies readonly (keyof NetPosition)[];

/** What play has cost or brought: one span per column, one figure per row. */
export function Position() {
  const t = useT();
  const refusal = useRefusal();
  const positions = usePositions();
  return (
    <Panel title={t("protection.position.title")} text={t("protection.position.text")}>
      {positions.data === undefined && positions.error && <RefusedState {...refusal(positions)} />}
      {positions.isPending && <Skeleton className="h-52 w-full" />}
      {positions.data && (
        <div className="overflow-x-auto" tabIndex={0} role="group" aria-label={t("protection.position.title")}>
          <table className="w-full border-collapse text-sm">
            <thead>
              <tr className="text-xs text-muted">
                <th scope="col">
                  <span className="sr-only">{t("protection.position.figure")}</span>
                </th>
                {spans.map((span) => (
                  <th key={span} scope="col" className="px-2 py-2 text-end font-semibold whitespace-nowrap">
                    {t(`protection.span.${span}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {figures.map((figure) => (
                <tr key={figure} className="border-t border-line last:font-semibold">
                  <th scope="row" className="py-2.5 pe-2 text-start font-medium whitespace-nowrap">
                    {t(`protection.figure.${figure}`)}
                  </th>
                  {spans.map((span) => (
                    <td key={span} className="px-2 py-2.5 text-end whitespace-nowrap">
                      <Money minor={positions.data[span][figure]} signed={figure === "net"} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Panel>
  );
}
