import type { Downline } from "@laro/contract/agents";
import { Share2, UserPlus, UsersRound } from "lucide-react";
import { faceOf, useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Button } from "../../ui/Button.tsx";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { DataTable, type Column } from "../../ui/DataTable.tsx";
import { DateTime } from "../../ui/DateTime.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { QrCode } from "../../ui/QrCode.tsx";
import { addressOf, useDownlines, useOverview } from "./agents.api.ts";
import { useTypeWord } from "./typeWord.ts";

const QR_SIZE_PX = 120;

export function TeamAgent() {
  const t = useT();
  const refusal = useRefusal();
  const { data: overview, error, refetch } = useOverview();
  const tiles = [
    { label: t("agents.direct"), icon: <UserPlus className="text-primary-text" />, figure: overview?.direct },
    { label: t("agents.all"), icon: <UsersRound className="text-win-text" />, figure: overview?.all },
    { label: t("agents.agents"), icon: <Share2 className="text-info-text" />, figure: overview?.agents },
  ];
  return (
    <div className="grid grid-cols-1 gap-4">
      <h1 className="text-xl font-bold">{t("agents.teamTitle")}</h1>
      {error ? (
        <section className="rounded-md border border-line bg-card">
          <RefusedState {...refusal({ error, refetch })} />
        </section>
      ) : (
        <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
          <dl className="grid gap-3 sm:grid-cols-3 sm:gap-4">
            {tiles.map(({ label, icon, figure }) => (
              <div
                key={label}
                className="flex items-center justify-between gap-2 rounded-md border border-line bg-card px-4 py-3 sm:flex-col sm:items-start sm:py-4"
              >
                <dt className="flex items-center gap-2 text-sm text-muted [&_svg]:size-4.5 [&_svg]:shrink-0">
                  {icon}
                  {label}
                </dt>
                <dd className="figures font-display text-2xl font-bold">{figure ?? <Skeleton className="h-9 w-16" />}</dd>
              </div>
            ))}
          </dl>
          <Invitation code={overview?.invitationCode} />
        </div>
      )}
      <Downlines />
    </div>
  );
}

function Invitation({ code }: { code: string | undefined }) {
  const t = useT();
  const link = code && addressOf(code);
  const lines = [
    { label: t("agents.code"), text: code, copy: t("agents.copyCode"), look: "font-display text-lg font-bold tracking-wide" },
    { label: t("agents.link"), text: link, copy: t("agents.copyLink"), look: "text-sm" },
  ];
  return (
    <section aria-labelledby="invite" className="flex flex-wrap items-center gap-x-6 gap-y-4 rounded-md border border-line bg-card p-4 sm:flex-nowrap sm:p-5">
      {link ? <QrCode text={link} label={t("agents.qr")} size={QR_SIZE_PX} /> : <Skeleton className="size-30 shrink-0" />}
      <div className="grid min-w-0 flex-1 basis-60 grid-cols-1 gap-2">
        <h2 id="invite" className="text-base font-bold">
          {t("agents.invite")}
        </h2>
        <p className="text-xs text-muted">{t("agents.inviteText")}</p>
        <dl className="grid grid-cols-1 gap-2">
          {lines.map(({ label, text, copy, look }) => (
            <div key={label} className="grid grid-cols-1">
              <dt className="text-xs text-muted">{label}</dt>
              <dd className="flex min-h-7 items-center gap-1">
                {text ? (
                  <>
                    <span className={`min-w-0 truncate ${look}`}>{text}</span>
                    <CopyButton text={text} label={copy} copiedLabel={t("copy_success")} />
                  </>
                ) : (
                  <Skeleton className="h-5 w-40" />
                )}
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}

function Downlines() {
  const t = useT();
  const refusal = useRefusal();
  const { rows, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useDownlines();
  const typeWord = useTypeWord();
  const columns: Column<Downline>[] = [
    { key: "account", label: t("agents.account"), primary: true, render: ({ account }) => <span className="font-semibold">{account}</span> },
    { key: "type", label: t("agents.type"), render: (row) => <Badge tone={row.type === 0 ? "neutral" : "primary"}>{typeWord(row.type)}</Badge> },
    { key: "depth", label: t("agents.depth"), align: "end", render: ({ depth }) => <span className="figures">{depth}</span> },
    { key: "joined", label: t("agents.joined"), align: "end", render: ({ joinedAt }) => <DateTime at={joinedAt} /> },
  ];
  const more = hasNextPage && (
    <Button tone="secondary" size="sm" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
      {t("ui.more")}
    </Button>
  );
  return (
    <section className="grid grid-cols-1 gap-3">
      <h2 className="text-lg font-bold">{t("agents.downlines")}</h2>
      <DataTable
        caption={t("agents.downlines")}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => String(id)}
        face={faceOf({ isPending, error }, rows.length)}
        empty={<EmptyState drawing="banca" text={t("agents.none")} />}
        refused={<RefusedState {...refusal({ error, refetch })} />}
        footer={more}
      />
    </section>
  );
}
