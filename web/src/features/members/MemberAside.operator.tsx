import { useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { ButtonLink } from "../../ui/Button.tsx";
import { DateTime } from "../../ui/DateTime.tsx";
import { RefusedState } from "../../ui/Faces.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { Money } from "../../ui/Money.tsx";
import { useMember } from "./members.operator.api.ts";
import { Facts, MemberBadges } from "./memberWords.operator.tsx";

/** What an officer must know of a member while doing something else about them, and the way to the rest. */
export function MemberAsideOperator({ id, more }: { id: bigint; more: string }) {
  const t = useT();
  const refusal = useRefusal();
  const asked = useMember(id);
  if (asked.data === undefined) return asked.error ? <RefusedState {...refusal(asked)} /> : <Skeleton className="h-64" />;
  const { name, money, play, protection, lastSeenAt, balance } = asked.data;
  const facts = [
    { label: t("members.balance"), value: <Money minor={balance} /> },
    { label: t("members.deposited"), value: <Money minor={money.deposited} /> },
    { label: t("members.withdrawn"), value: <Money minor={money.withdrawn} /> },
    { label: t("members.withdrawalWaits"), value: <Money minor={money.waiting} /> },
    { label: t("members.result"), value: <Money minor={play.won - play.staked} signed /> },
    { label: t("members.excludedUntil"), value: protection.exclusion === null ? t("members.none") : <DateTime at={protection.exclusion.until} /> },
    { label: t("members.seen"), value: lastSeenAt === null ? t("members.never") : <DateTime at={lastSeenAt} shape="exact" /> },
  ];
  return (
    <div className="grid gap-3">
      <p className="flex flex-wrap items-center gap-2 font-semibold">
        {name} <MemberBadges member={asked.data} />
      </p>
      <Facts facts={facts} />
      <ButtonLink to={`/members?open=${id}`} tone="secondary" size="sm" className="justify-self-start">
        {more}
      </ButtonLink>
    </div>
  );
}
