import { type ChatRoom, type JudgedMessage, type Mute } from "@laro/contract/chats";
import { useState } from "react";
import { faceOf, useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Button } from "../../ui/Button.tsx";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import { DateTime } from "../../ui/DateTime.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { More } from "../../ui/More.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { HideOperator, KeepOperator, MuteOperator, RoomOperator, UnmuteOperator } from "./ChatDialogs.operator.tsx";
import { useMessages, useMutes, useRooms } from "./chats.operator.api.ts";

const views = ["reported", "all", "mutes", "rooms"] as const;
type View = (typeof views)[number];

/** What members write to each other: what was reported, all of it, who may not write, and the chats themselves. */
export function ChatDeskOperator({ canAct }: { canAct: boolean }) {
  const t = useT();
  const [view, setView] = useState<View>("reported");
  return (
    <div className="grid grid-cols-1 gap-4">
      <header className="grid gap-1">
        <h1 className="text-xl font-bold">{t("chats.desk")}</h1>
        <p className="text-muted">{t("chats.deskText")}</p>
      </header>
      <Tabs label={t("chats.desk")} items={views.map((id) => ({ id, label: t(`chats.view.${id}`) }))} value={view} onChange={setView}>
        {view === "mutes" ? <Mutes canAct={canAct} /> : view === "rooms" ? <Rooms canAct={canAct} /> : <Messages key={view} state={view} canAct={canAct} />}
      </Tabs>
    </div>
  );
}

type Deed = "hide" | "keep" | "mute";

function Messages({ state, canAct }: { state: "reported" | "all"; canAct: boolean }) {
  const t = useT();
  const refusal = useRefusal();
  const asked = useMessages(state);
  const [deed, setDeed] = useState<{ readonly what: Deed; readonly message: JudgedMessage }>();
  const done = () => setDeed(undefined);
  const columns: readonly Column<JudgedMessage>[] = [
    {
      key: "text",
      label: t("chats.message"),
      primary: true,
      render: ({ name, memberName, text, muted, hiddenBy }) => (
        <span className="grid gap-1">
          <span className="flex flex-wrap items-center gap-2 font-semibold">
            {name} <span className="text-muted">({memberName})</span>
            {muted && <Badge tone="accent">{t("chats.muted")}</Badge>}
            {hiddenBy !== null && <Badge>{t("chats.hiddenBy", { officer: hiddenBy })}</Badge>}
          </span>
          <span className="max-w-120 wrap-anywhere">{text}</span>
        </span>
      ),
    },
    { key: "series", label: t("chats.table"), render: ({ series }) => series },
    { key: "reports", label: t("chats.reports"), align: "end", render: ({ reports }) => <span className="figures">{reports}</span> },
    { key: "at", label: t("chats.at"), align: "end", render: ({ at }) => <DateTime at={at} /> },
    {
      key: "act",
      label: t("chats.act"),
      align: "end",
      render: (message) =>
        canAct && (
          <span className="flex flex-wrap justify-end gap-2 lg:flex-nowrap">
            {message.hiddenBy === null && (
              <Button size="sm" tone="danger" onClick={() => setDeed({ what: "hide", message })}>
                {t("chats.hide")}
              </Button>
            )}
            {state === "reported" && (
              <Button size="sm" tone="secondary" onClick={() => setDeed({ what: "keep", message })}>
                {t("chats.keep")}
              </Button>
            )}
            {!message.muted && (
              <Button size="sm" tone="secondary" onClick={() => setDeed({ what: "mute", message })}>
                {t("chats.mute")}
              </Button>
            )}
          </span>
        ),
    },
  ];
  return (
    <>
      <DataTable
        caption={t(`chats.view.${state}`)}
        columns={columns}
        rows={asked.rows}
        rowKey={({ id }) => id}
        face={faceOf(asked, asked.rows.length)}
        empty={<EmptyState text={t(state === "reported" ? "chats.nothingReported" : "chats.empty")} />}
        refused={<RefusedState {...refusal(asked)} />}
        footer={<More {...asked} label={t("ui.more")} />}
      />
      {deed?.what === "hide" && <HideOperator message={deed.message} onDone={done} />}
      {deed?.what === "keep" && <KeepOperator message={deed.message} onDone={done} />}
      {deed?.what === "mute" && <MuteOperator member={deed.message} onDone={done} />}
    </>
  );
}

function Mutes({ canAct }: { canAct: boolean }) {
  const t = useT();
  const refusal = useRefusal();
  const asked = useMutes();
  const [member, setMember] = useState<Mute>();
  const columns: readonly Column<Mute>[] = [
    { key: "member", label: t("chats.member"), primary: true, render: ({ memberName }) => <span className="font-semibold">{memberName}</span> },
    { key: "reason", label: t("chats.reason"), render: ({ reason, by }) => `${reason} (${by})` },
    { key: "until", label: t("chats.until"), align: "end", render: ({ until }) => (until === null ? t("chats.forGood") : <DateTime at={until} />) },
    {
      key: "act",
      label: t("chats.act"),
      align: "end",
      render: (row) =>
        canAct && (
          <Button size="sm" tone="secondary" onClick={() => setMember(row)}>
            {t("chats.unmute")}
          </Button>
        ),
    },
  ];
  return (
    <>
      <DataTable
        caption={t("chats.view.mutes")}
        columns={columns}
        rows={asked.rows}
        rowKey={({ memberId }) => String(memberId)}
        face={faceOf(asked, asked.rows.length)}
        empty={<EmptyState text={t("chats.nobodyMuted")} />}
        refused={<RefusedState {...refusal(asked)} />}
        footer={<More {...asked} label={t("ui.more")} />}
      />
      {member !== undefined && <UnmuteOperator member={member} onDone={() => setMember(undefined)} />}
    </>
  );
}

function Rooms({ canAct }: { canAct: boolean }) {
  const t = useT();
  const refusal = useRefusal();
  const asked = useRooms();
  const rows = asked.data?.list ?? [];
  const [room, setRoom] = useState<ChatRoom>();
  const columns: readonly Column<ChatRoom>[] = [
    { key: "table", label: t("chats.table"), primary: true, render: ({ displayName }) => <span className="font-semibold">{displayName}</span> },
    { key: "open", label: t("chats.state"), render: ({ open }) => <Badge tone={open ? "win" : "accent"}>{t(open ? "chats.open" : "chats.closed")}</Badge> },
    { key: "pace", label: t("chats.pace"), render: ({ everySeconds }) => t("chats.everySeconds", { seconds: everySeconds }) },
    {
      key: "act",
      label: t("chats.act"),
      align: "end",
      render: (row) =>
        canAct && (
          <Button size="sm" tone="secondary" onClick={() => setRoom(row)}>
            {t("chats.change")}
          </Button>
        ),
    },
  ];
  return (
    <>
      <DataTable
        caption={t("chats.view.rooms")}
        columns={columns}
        rows={rows}
        rowKey={({ series }) => series}
        face={faceOf(asked, rows.length)}
        empty={<EmptyState text={t("chats.empty")} />}
        refused={<RefusedState {...refusal(asked)} />}
      />
      {room !== undefined && <RoomOperator key={room.series} room={room} onDone={() => setRoom(undefined)} />}
    </>
  );
}
