import { accounts, type MemberInfo } from "@laro/contract/accounts";
import { AVATARS, avatarPath } from "@laro/contract/core/avatars";
import { type SubmitEvent, useState } from "react";
import { FormFault } from "../../api/FormFault.tsx";
import { useT } from "../../api/language.ts";
import { useApiCommand, useApiQuery, useFault } from "../../api/query.ts";
import { Avatar } from "../../ui/Avatar.tsx";
import { Button } from "../../ui/Button.tsx";
import { TextField } from "../../ui/Field.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { showToast } from "../../ui/Toast.tsx";

const numbers = Array.from({ length: AVATARS }, (_, index) => index + 1);
const FACE_PX = 72;

/** How others see a member: a nickname and one of the drawn pictures. */
export function MyProfile({ me }: { me: MemberInfo }) {
  const t = useT();
  const faultOf = useFault();
  const set = useApiCommand(accounts.setProfile, { stale: [accounts.me, accounts.icon] });
  const { data: icon } = useApiQuery(accounts.icon, {});
  const kept = numbers.find((number) => avatarPath(number) === (icon?.imgUrl ?? me.imgUrl)) ?? 1;
  const [picked, setPicked] = useState<number>();
  const [typed, setTyped] = useState<string>();
  const [avatar, nickname] = [picked ?? kept, typed ?? me.nickname];
  const fault = set.error === null ? undefined : faultOf(set.error);
  const isChanged = avatar !== kept || nickname !== me.nickname;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    set.mutate(
      { nickname, avatar },
      {
        onSuccess: () => {
          setTyped(undefined);
          showToast(t("accounts.profile.saved"), "success");
        },
      },
    );
  };
  return (
    <Panel title={t("accounts.profile.title")} text={t("accounts.profile.text")}>
      <form noValidate onSubmit={submit} className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
        <div className="grid content-start gap-4">
          <div className="flex items-center gap-4">
            <Avatar name={nickname} src={avatarPath(avatar)} size={FACE_PX} />
            <span className="grid min-w-0">
              <b className="truncate text-lg font-semibold">{nickname}</b>
              <span className="truncate text-sm text-muted">{me.account}</span>
            </span>
          </div>
          <TextField
            label={t("accounts.nickname")}
            name="nickname"
            required
            maxLength={64}
            autoComplete="nickname"
            value={nickname}
            onChange={(event) => setTyped(event.target.value)}
            error={fault?.field === "nickname" ? fault.text : undefined}
          />
          <FormFault error={set.error} fields={["nickname"]} />
          <Button type="submit" busy={set.isPending} disabled={!isChanged} className="justify-self-start">
            {t("ui.save")}
          </Button>
        </div>
        <Pictures picked={avatar} onPick={setPicked} />
      </form>
    </Panel>
  );
}

function Pictures({ picked, onPick }: { picked: number; onPick: (number: number) => void }) {
  const t = useT();
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-sm font-medium">{t("accounts.profile.avatars")}</legend>
      <div className="grid grid-cols-6 gap-2 sm:grid-cols-8 sm:gap-3">
        {numbers.map((number) => (
          <label
            key={number}
            className="relative grid aspect-square place-items-center rounded-pill ring-action transition has-checked:ring-3 has-focus-visible:outline-2 has-focus-visible:outline-offset-3 has-focus-visible:outline-primary-text"
          >
            <input
              type="radio"
              name="avatar"
              value={number}
              checked={number === picked}
              onChange={() => onPick(number)}
              aria-label={t("accounts.profile.avatar", { number })}
              className="absolute inset-0 size-full cursor-pointer rounded-pill opacity-0"
            />
            <img src={avatarPath(number)} alt="" loading="lazy" className="size-full rounded-pill" />
          </label>
        ))}
      </div>
    </fieldset>
  );
}
