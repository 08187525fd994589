import { type CardRoom, pvp } from "@laro/contract/pvp";
import { formatAmount } from "@laro/contract/core/money";
import { useT } from "../../api/language.ts";
import { useApiQuery } from "../../api/query.ts";
import { Anchor } from "../../ui/Anchor.tsx";
import { Glyph } from "../../ui/art/glyphs.tsx";
import { Badge } from "../../ui/Badge.tsx";
import { groupThousands, useCurrencySymbol } from "../../ui/Money.tsx";

const READ_EVERY_MS = 5_000;

/** The card rooms there are: what a unit is, what is held for a hand, what the house takes, and who sits there now (CALL-64, GAME-27). */
export function CardRooms() {
  const t = useT();
  const { data } = useApiQuery(pvp.rooms, {}, { everyMs: READ_EVERY_MS });
  if (data === undefined) return <div aria-hidden="true" className="h-64 rounded-md bg-raised" />;
  if (data.list.length === 0) return null;
  return (
    <section aria-label={t("pvp.rooms")} className="grid min-w-0 gap-3">
      <header className="grid gap-0.5">
        <h2 className="text-base font-bold">{t("pvp.rooms")}</h2>
        <p className="text-sm text-muted">{t("pvp.roomsText")}</p>
      </header>
      <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
        {data.list.map((room) => (
          <li key={room.roomId} className="grid">
            <RoomCard room={room} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function RoomCard({ room: { roomId, displayName, kind, unit, hold, seats, seated, waiting, rakePercent } }: { room: CardRoom }) {
  const t = useT();
  const symbol = useCurrencySymbol();
  const amount = (minor: bigint): string => `${symbol} ${groupThousands(formatAmount(minor))}`;
  return (
    <Anchor
      to={`/room/${roomId}`}
      data-room-card={roomId}
      className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 rounded-md border border-line bg-card p-4 transition hover:bg-text/4"
    >
      <span className="row-span-2 self-start rounded-md bg-[#1a1540] p-2">
        <Glyph name="cards" className="size-10" />
      </span>
      <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <span className="font-display text-lg font-bold">{displayName}</span>
        <Badge tone={kind === "practice" ? "info" : "primary"}>{unit === null ? t("pvp.practice") : t("pvp.unit", { amount: amount(unit) })}</Badge>
      </span>
      <span className="text-sm text-muted">
        {hold === null ? t("pvp.chips") : t("pvp.held", { amount: amount(hold) })}
        <span className="mx-1.5">·</span>
        {rakePercent === 0 ? t("pvp.noRake") : t("pvp.rake", { percent: rakePercent })}
      </span>
      <span className="col-span-2 mt-1 flex flex-wrap gap-x-3 border-t border-line pt-2 text-sm">
        <span className="text-muted">{t("pvp.seats", { count: seats })}</span>
        <span className={seated > 0 ? "text-win-text" : "text-muted"}>{t("pvp.seated", { count: seated })}</span>
        {waiting > 0 && <span className="text-muted">{t("pvp.waiting", { count: waiting })}</span>}
      </span>
    </Anchor>
  );
}
