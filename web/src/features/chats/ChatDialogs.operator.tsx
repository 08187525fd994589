import { type ChatRoom, chatPaces, type JudgedMessage, muteHours } from "@laro/contract/chats";
import { useState } from "react";
import { useAsking } from "../../api/asking.tsx";
import { useT } from "../../api/language.ts";
import { ChangeDialog } from "../../ui/ChangeDialog.tsx";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { Select } from "../../ui/Select.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { useHide, useKeep, useMute, useSetRoom, useUnmute } from "./chats.operator.api.ts";

interface OfMessage {
  message: JudgedMessage;
  onDone: () => void;
}

interface OfMember {
  member: Pick<JudgedMessage, "memberId" | "memberName">;
  onDone: () => void;
}

/** Takes a message out of its chat. */
export function HideOperator({ message: { id, text }, onDone }: OfMessage) {
  const t = useT();
  const asking = useAsking();
  const hide = useHide();
  return (
    <ChangeDialog
      title={t("chats.hide")}
      changes={[{ label: text, before: t("chats.shown"), after: t("chats.hidden") }]}
      {...asking(hide, { verb: t("chats.hide"), hint: t("chats.reasonHint") })}
      tone="danger"
      onConfirm={(reason) => hide.mutate({ id, reason }, { onSuccess: onDone })}
      onCancel={onDone}
    />
  );
}

/** Lets a reported message stay. */
export function KeepOperator({ message: { id, text }, onDone }: OfMessage) {
  const t = useT();
  const asking = useAsking();
  const keep = useKeep();
  return (
    <ChangeDialog
      title={t("chats.keep")}
      changes={[{ label: text, before: t("chats.view.reported"), after: t("chats.shown") }]}
      {...asking(keep, { verb: t("chats.keep"), hint: t("chats.reasonHint") })}
      onConfirm={(reason) => keep.mutate({ id, reason }, { onSuccess: onDone })}
      onCancel={onDone}
    />
  );
}

const FOR_GOOD = "for-good";

/** Keeps a member from writing for a time. */
export function MuteOperator({ member: { memberId, memberName }, onDone }: OfMember) {
  const t = useT();
  const asking = useAsking();
  const mute = useMute();
  const [chosen, setChosen] = useState("1");
  const hours = muteHours.find((one) => String(one ?? FOR_GOOD) === chosen) ?? null;
  const wordOf = (one: (typeof muteHours)[number]) => (one === null ? t("chats.forGood") : t("chats.hours", { hours: one }));
  const done = { onSuccess: () => (showToast(t("chats.mutedMember", { name: memberName }), "success"), onDone()) };
  return (
    <ChangeDialog
      title={t("chats.muteMember", { name: memberName })}
      changes={[{ label: memberName, before: t("chats.mayWrite"), after: `${t("chats.muted")}: ${wordOf(hours)}` }]}
      {...asking(mute, { verb: t("chats.mute"), hint: t("chats.reasonHint") })}
      tone="danger"
      onConfirm={(reason) => mute.mutate({ memberId, hours, reason }, done)}
      onCancel={onDone}
    >
      <Select
        label={t("chats.howLong")}
        name="hours"
        options={muteHours.map((one) => ({ value: String(one ?? FOR_GOOD), label: wordOf(one) }))}
        value={chosen}
        onChange={(event) => setChosen(event.target.value)}
      />
    </ChangeDialog>
  );
}

/** Lets a member write again. */
export function UnmuteOperator({ member: { memberId, memberName }, onDone }: OfMember) {
  const t = useT();
  const asking = useAsking();
  const unmute = useUnmute();
  return (
    <ChangeDialog
      title={t("chats.unmute")}
      changes={[{ label: memberName, before: t("chats.muted"), after: t("chats.mayWrite") }]}
      {...asking(unmute, { verb: t("chats.unmute"), hint: t("chats.reasonHint") })}
      onConfirm={(reason) => unmute.mutate({ memberId, reason }, { onSuccess: onDone })}
      onCancel={onDone}
    />
  );
}

/** Opens, closes or slows down a chat. */
export function RoomOperator({ room, onDone }: { room: ChatRoom; onDone: () => void }) {
  const t = useT();
  const asking = useAsking();
  const change = useSetRoom();
  const [open, setOpen] = useState(room.open);
  const [everySeconds, setPace] = useState(room.everySeconds);
  const stateOf = (isOpen: boolean) => t(isOpen ? "chats.open" : "chats.closed");
  const paceOf = (seconds: number) => t("chats.everySeconds", { seconds });
  return (
    <ChangeDialog
      title={room.displayName}
      changes={[
        { label: t("chats.state"), before: stateOf(room.open), after: stateOf(open) },
        { label: t("chats.pace"), before: paceOf(room.everySeconds), after: paceOf(everySeconds) },
      ]}
      isBlocked={open === room.open && everySeconds === room.everySeconds}
      {...asking(change, { verb: t("settings.confirm"), hint: t("chats.reasonHint") })}
      onConfirm={(reason) => change.mutate({ series: room.series, open, everySeconds, reason }, { onSuccess: onDone })}
      onCancel={onDone}
    >
      <Checkbox label={t("chats.open")} name="open" checked={open} onChange={(event) => setOpen(event.target.checked)} />
      <Select
        label={t("chats.pace")}
        name="pace"
        options={chatPaces.map((seconds) => ({ value: String(seconds), label: paceOf(seconds) }))}
        value={String(everySeconds)}
        onChange={(event) => setPace(chatPaces.find((seconds) => String(seconds) === event.target.value) ?? everySeconds)}
      />
    </ChangeDialog>
  );
}
