import type { MemberView } from "@laro/contract/members";
import { Eye } from "lucide-react";
import { useT } from "../../api/language.ts";
import { Badge } from "../../ui/Badge.tsx";
import { IconButton } from "../../ui/Button.tsx";
import { DataTable } from "../../ui/DataTable.tsx";
import { DateTime } from "../../ui/DateTime.tsx";
import { Figures } from "../../ui/Figures.tsx";
import { Money } from "../../ui/Money.tsx";
import { Panel } from "../../ui/Panel.tsx";
import type { MemberAct } from "./MemberActs.operator.tsx";
import type { MemberRights } from "./members.operator.api.ts";
import { Facts, Nothing, Titled } from "./memberWords.operator.tsx";

interface PartProps {
  member: MemberView;
  rights: MemberRights;
  onAct: (act: MemberAct) => void;
}

/** What a member paid, played and limited. */
export function MemberMoneyOperator({ part, ...rest }: PartProps & { part: "money" | "play" | "protection" }) {
  if (part === "money") return <MoneyPart {...rest} />;
  return part === "play" ? <PlayPart member={rest.member} /> : <ProtectionPart member={rest.member} />;
}

function MoneyPart({ member: { money }, rights, onAct }: PartProps) {
  const t = useT();
  return (
    <div className="grid gap-4">
      <Figures
        label={t("members.totals")}
        figures={[
          { label: t("members.depositedIn", { count: money.depositCount }), figure: <Money minor={money.deposited} /> },
          { label: t("members.withdrawnIn", { count: money.withdrawalCount }), figure: <Money minor={money.withdrawn} /> },
          { label: t("members.withdrawalWaits"), figure: <Money minor={money.waiting} /> },
          { label: t("members.net"), figure: <Money minor={money.deposited - money.withdrawn} signed /> },
        ]}
      />
      <div className="grid gap-4 lg:grid-cols-2">
        <Panel title={t("members.wallets")}>
          <Facts
            facts={money.wallets.map(({ code, balance, status }) => ({
              label: code,
              value: (
                <span className="inline-flex items-center gap-2">
                  {status !== "open" && <Badge tone="accent">{t(`members.wallet.${status}`)}</Badge>}
                  <Money minor={balance} />
                </span>
              ),
            }))}
          />
        </Panel>
        <Panel title={t("members.payoutAccounts")}>
          {money.payoutAccounts.length === 0 && <Nothing text={t("members.noPayoutAccounts")} />}
          {money.payoutAccounts.map(({ id, bank, holderMasked, numberMasked, sharedBy }) => (
            <div key={String(id)} className="flex flex-wrap items-center justify-between gap-2 text-sm">
              <span className="grid">
                <span className="font-medium">
                  {bank} <span className="figures">{numberMasked}</span>
                </span>
                <span className="text-xs text-muted">{holderMasked}</span>
              </span>
              <span className="flex items-center gap-2">
                {sharedBy > 0 && <Badge tone="accent">{t("members.sharedBy", { count: sharedBy })}</Badge>}
                {rights.canReveal && (
                  <IconButton
                    size="sm"
                    label={t("members.revealField", { field: `${bank} ${numberMasked}` })}
                    onClick={() => onAct({ kind: "reveal", field: "payoutAccount", payoutAccountId: id })}
                  >
                    <Eye />
                  </IconButton>
                )}
              </span>
            </div>
          ))}
        </Panel>
      </div>
    </div>
  );
}

function PlayPart({ member: { play } }: { member: MemberView }) {
  const t = useT();
  return (
    <div className="grid gap-4">
      <Figures
        label={t("members.totals")}
        figures={[
          { label: t("members.staked"), figure: <Money minor={play.staked} /> },
          { label: t("members.won"), figure: <Money minor={play.won} /> },
          { label: t("members.result"), figure: <Money minor={play.won - play.staked} signed /> },
        ]}
      />
      <Titled title={t("members.games")} text={t("members.gamesText")}>
        <DataTable
          caption={t("members.games")}
          columns={[
            { key: "game", label: t("games.game"), primary: true, render: ({ game }) => game },
            { key: "rounds", label: t("members.rounds"), align: "end", render: ({ rounds }) => <span className="figures">{rounds}</span> },
            { key: "stake", label: t("members.staked"), align: "end", render: ({ stake }) => <Money minor={stake} /> },
            { key: "win", label: t("members.won"), align: "end", render: ({ win }) => <Money minor={win} /> },
          ]}
          rows={play.games}
          rowKey={({ game }) => game}
          face={play.games.length === 0 ? "empty" : "ready"}
          empty={<p className="px-4 py-3 text-sm text-muted">{t("members.noGames")}</p>}
          refused={null}
        />
      </Titled>
      <Titled title={t("members.lastRounds")}>
        <DataTable
          caption={t("members.lastRounds")}
          columns={[
            { key: "at", label: t("members.at"), primary: true, render: ({ at }) => <DateTime at={at} shape="exact" /> },
            { key: "game", label: t("games.game"), render: ({ game }) => game },
            { key: "stake", label: t("members.stake"), align: "end", render: ({ stake }) => <Money minor={stake} /> },
            { key: "win", label: t("members.win"), align: "end", render: ({ stake, win }) => <Money minor={win - stake} signed /> },
          ]}
          rows={play.rounds}
          rowKey={({ id }) => id}
          face={play.rounds.length === 0 ? "empty" : "ready"}
          empty={<p className="px-4 py-3 text-sm text-muted">{t("members.noRounds")}</p>}
          refused={null}
        />
      </Titled>
    </div>
  );
}

function ProtectionPart({ member: { protection } }: { member: MemberView }) {
  const t = useT();
  const { limits, time, breaks } = protection;
  const facts = [
    ...limits.map(({ kind, period, amount, used }) => ({
      label: `${t(`limits.kind.${kind}`)}, ${t(`limits.period.${period}`)}`,
      value: (
        <span className="inline-flex flex-wrap gap-1">
          <Money minor={used} /> / <Money minor={amount} />
        </span>
      ),
    })),
    ...time.map(({ period, minutes, usedMinutes }) => ({
      label: `${t("limits.kind.time")}, ${t(`limits.period.${period}`)}`,
      value: t("members.minutesOf", { used: usedMinutes, minutes }),
    })),
  ];
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <Panel title={t("members.limits")}>{facts.length === 0 ? <Nothing text={t("members.noLimits")} /> : <Facts facts={facts} />}</Panel>
      <Panel title={t("members.breaks")}>
        {breaks.length === 0 && <Nothing text={t("members.noBreaks")} />}
        {breaks.map(({ id, kind, from, until, madeBy, endedAt }) => (
          <div key={id} className="grid gap-0.5 text-sm">
            <span className="font-medium">
              {t(`members.break.${kind}`)} · {madeBy}
            </span>
            <span className="text-xs text-muted">
              <DateTime at={from} /> – <DateTime at={endedAt ?? until} />
            </span>
          </div>
        ))}
      </Panel>
    </div>
  );
}
