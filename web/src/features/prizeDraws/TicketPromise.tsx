import type { Ticket } from "@laro/contract/prizeDraws";
import { Badge } from "../../ui/Badge.tsx";
import { useCause } from "./won.ts";

/** What the next draw is promised by, before it is made. */
export function TicketPromise({ ticket, text }: { ticket: Ticket; text: string }) {
  const causeOf = useCause();
  return (
    <div className="grid min-w-0 gap-1 text-xs text-muted">
      <span>
        <Badge tone="primary">{causeOf(ticket)}</Badge>
      </span>
      <span>{text}</span>
      <code className="truncate">{ticket.serverSeedHash}</code>
    </div>
  );
}
