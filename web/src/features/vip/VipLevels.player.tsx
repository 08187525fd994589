import { type VipLabel, vipLabels, type VipLevel } from "@laro/contract/vip";
import { useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { cx } from "../../ui/cx.ts";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { groupThousands, useCurrencySymbol } from "../../ui/Money.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { useVipLevels } from "./vip.api.ts";

/** Every level with what it asks for and gives; the reader's own is marked. */
export function VipLevels({ mine }: { mine: number | undefined }) {
  const t = useT();
  const refusal = useRefusal();
  const asked = useVipLevels();
  return (
    <Panel title={t("vip.levels")} text={t("vip.levelsText")}>
      {asked.isPending && <Skeleton className="h-96 w-full" />}
      {asked.data === undefined && asked.error && <RefusedState {...refusal(asked)} />}
      {asked.data?.list.length === 0 && <EmptyState text={t("errors.vip.closed")} />}
      {asked.data !== undefined && asked.data.list.length > 0 && <Table {...asked.data} mine={mine} />}
    </Panel>
  );
}

interface TableProps {
  list: readonly VipLevel[];
  hostFrom: number;
  mine: number | undefined;
}

function Table({ list, hostFrom, mine }: TableProps) {
  const t = useT();
  return (
    <table className="w-full border-collapse text-xs sm:text-sm">
      <thead>
        <tr className="border-b border-line text-xs text-muted">
          {[t("vip.level"), t("vip.from"), t("vip.weekBonus"), t("vip.most")].map((label, at) => (
            <th key={label} scope="col" className={cx("px-1 py-2 font-semibold wrap-anywhere sm:px-3", at === 0 ? "text-start" : "text-end")}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      {vipLabels.map((label) => (
        <Group key={label} label={label} levels={list.filter((level) => level.label === label)} {...{ hostFrom, mine }} />
      ))}
    </table>
  );
}

function Group({ label, levels, hostFrom, mine }: Omit<TableProps, "list"> & { label: VipLabel; levels: readonly VipLevel[] }) {
  const t = useT();
  const whole = useWhole();
  const hasHost = levels.some(({ level }) => level >= hostFrom);
  if (levels.length === 0) return null;
  return (
    <tbody>
      <tr>
        <th scope="rowgroup" colSpan={4} className="px-1 pt-4 pb-1 text-start wrap-anywhere sm:px-3">
          <span className="font-display text-base font-bold">{label}</span>
          {hasHost && <span className="ms-2 text-xs font-normal text-muted">{t("vip.withHost")}</span>}
        </th>
      </tr>
      {levels.map(({ level, valid, bonusBps, weekMax }) => (
        <tr
          key={level}
          aria-current={level === mine ? "true" : undefined}
          className={cx("border-b border-line/60", level === mine && "bg-primary/12 font-semibold")}
        >
          <th scope="row" className="figures px-1 py-2 text-start font-semibold wrap-anywhere sm:px-3">
            {t("vip.rank", { level })}
            {level === mine && <span className="ms-2 text-xs font-normal text-primary-text">{t("vip.you")}</span>}
          </th>
          <td className="figures px-1 py-2 text-end sm:px-3">{whole(valid)}</td>
          <td className="figures px-1 py-2 text-end sm:px-3">{bonusBps === 0 ? "–" : `${bonusBps / 100}%`}</td>
          <td className="figures px-1 py-2 text-end sm:px-3">{weekMax === null ? "–" : whole(weekMax)}</td>
        </tr>
      ))}
    </tbody>
  );
}

/** An amount without centavos where it has none: four columns stand beside each other on a telephone. */
function useWhole() {
  const symbol = useCurrencySymbol();
  return (minor: bigint): string => {
    const centavos = minor % 100n;
    return `${symbol}${groupThousands(String(minor / 100n))}${centavos === 0n ? "" : `.${String(centavos).padStart(2, "0")}`}`;
  };
}
