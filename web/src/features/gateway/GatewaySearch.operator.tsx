import type { GatewayRound, VendorFault } from "@laro/contract/gateway";
import { Search } from "lucide-react";
import { useState } from "react";
import { useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Button } from "../../ui/Button.tsx";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import { DateTime } from "../../ui/DateTime.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { TextField } from "../../ui/Field.tsx";
import { Figures } from "../../ui/Figures.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { Money } from "../../ui/Money.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { useFound, useLookedAt } from "./gateway.operator.api.ts";
import { FaultDialog, useFaultColumns } from "./GatewayFaults.operator.tsx";

const ID_MAX = 255;

/** One box for any id of either side. */
export function GatewaySearchOperator() {
  const t = useT();
  const { params, show } = useLookedAt();
  const id = params.get("id") ?? "";
  return (
    <div className="grid grid-cols-1 gap-4">
      <search>
        <form
          key={id}
          className="flex flex-wrap items-end gap-3"
          onSubmit={(event) => {
            event.preventDefault();
            show({ part: "search", id: String(new FormData(event.currentTarget).get("id")).trim() });
          }}
        >
          <div className="w-full sm:w-120">
            <TextField
              name="id"
              label={t("gateway.anyId")}
              defaultValue={id}
              required
              maxLength={ID_MAX}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
            />
          </div>
          <Button type="submit" icon={<Search />} className="h-11 max-sm:w-full">
            {t("gateway.find")}
          </Button>
        </form>
        <p className="mt-1.5 text-xs text-muted">{t("gateway.anyIdHint")}</p>
      </search>
      {id !== "" && <Found id={id} />}
    </div>
  );
}

function Found({ id }: { id: string }) {
  const t = useT();
  const refusal = useRefusal();
  const asked = useFound(id);
  const [shown, setShown] = useState<VendorFault>();
  const columns = useFaultColumns(setShown);
  const { data, error } = asked;
  if (data === undefined) return error === null ? <Skeleton className="h-48 w-full" /> : <RefusedState {...refusal(asked)} />;
  if (data.rounds.length === 0 && data.faults.length === 0) return <EmptyState text={t("gateway.notFound")} />;
  return (
    <>
      {data.rounds.map((round) => (
        <Round key={`${round.memberId} ${round.roundId ?? round.steps[0]?.ourId}`} round={round} id={id} />
      ))}
      {data.faults.length > 0 && (
        <DataTable
          caption={t("gateway.part", { part: "faults" })}
          columns={columns}
          rows={data.faults}
          rowKey={(fault) => fault.id}
          face="ready"
          empty={null}
          refused={null}
        />
      )}
      {shown && <FaultDialog fault={shown} onDone={() => setShown(undefined)} />}
    </>
  );
}

const tones = { open: "primary", closed: "win", given: "win", nothing: "neutral" } as const;

function Round({ round, id }: { round: GatewayRound; id: string }) {
  const t = useT();
  // Several rounds may stand below each other: each is called by what is known of it.
  const title = t("gateway.roundOf", { name: round.vendorName, id: round.theirRound ?? round.roundId ?? round.steps[0]?.theirId ?? "" });
  const figures = [
    { label: t("gateway.member"), figure: round.memberName },
    { label: t("games.game"), figure: round.displayName },
    { label: t("gateway.stake"), figure: <Money minor={round.stake} /> },
    { label: t("gateway.win"), figure: <Money minor={round.win} /> },
  ];
  return (
    <Panel
      title={<span className="break-all">{title}</span>}
      text={<DateTime at={round.at} shape="exact" />}
      aside={<Badge tone={tones[round.state]}>{t("gateway.roundState", { state: round.state })}</Badge>}
    >
      <Figures label={title} figures={figures} />
      <dl className="grid gap-2 text-sm sm:grid-cols-2">
        <Name label={t("gateway.theirRound")} text={round.theirRound} />
        <Name label={t("gateway.ourRound")} text={round.roundId} />
      </dl>
      <DataTable
        caption={`${t("gateway.timeline")}: ${title}`}
        columns={useStepColumns(id)}
        rows={round.steps}
        rowKey={({ ourId }) => ourId}
        face="ready"
        empty={null}
        refused={null}
      />
    </Panel>
  );
}

const Name = ({ label, text }: { label: string; text: string | null }) => (
  <div className="min-w-0">
    <dt className="text-xs text-muted">{label}</dt>
    <dd className="break-all">{text === null ? "–" : <code>{text}</code>}</dd>
  </div>
);

function useStepColumns(id: string): readonly Column<GatewayRound["steps"][number]>[] {
  const t = useT();
  return [
    {
      key: "type",
      label: t("gateway.what"),
      primary: true,
      render: ({ type, ofTheirId, jackpot }) => (
        <span className="grid">
          {t("gateway.step", { type })}
          {jackpot !== null && (
            <span className="text-xs font-normal text-muted">
              {t("gateway.jackpot", { contribution: jackpot.contribution ?? "–", win: jackpot.win ?? "–" })}
            </span>
          )}
          {ofTheirId !== null && <span className="text-xs font-normal break-all text-muted">{t("gateway.of", { id: ofTheirId })}</span>}
        </span>
      ),
    },
    { key: "at", label: t("gateway.at"), render: ({ at }) => <DateTime at={at} shape="exact" /> },
    { key: "theirs", label: t("gateway.theirId"), className: "md:whitespace-normal", render: ({ theirId }) => <Id text={theirId} isSought={theirId === id} /> },
    {
      key: "ours",
      label: t("gateway.ourId"),
      className: "md:whitespace-normal",
      render: ({ ourId }) => <Id text={ourId} isSought={ourId === id.toLowerCase()} />,
    },
    { key: "amount", label: t("gateway.amount"), align: "end", render: ({ amount }) => <Money minor={amount} /> },
    { key: "balance", label: t("gateway.balanceAfter"), align: "end", render: ({ balanceAfter }) => <Money minor={balanceAfter} /> },
  ];
}

const Id = ({ text, isSought }: { text: string; isSought: boolean }) => (
  <code className={isSought ? "rounded-sm bg-primary/16 px-1 text-xs break-all text-primary-text" : "text-xs break-all"}>{text}</code>
);
