import type { OwnSide, SeenPay } from "@laro/contract/commissions";
import { faceOf, useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { More } from "../../ui/More.tsx";
import type { useGiven, useMine } from "./commissions.api.ts";
import { PayTable } from "./PayTable.tsx";

interface PayListProps {
  asked: ReturnType<typeof useMine> | ReturnType<typeof useGiven>;
  caption: string;
  hasKinds?: boolean;
  onOpen: (id: string) => void;
}

type Row = SeenPay & Partial<OwnSide>;

const ofAgent = (row: Row): string => ("agentName" in row ? String(row.agentName) : "");

/** Pays page by page; of contracts the reader gave, with whose they are. */
export function PayListAgent({ asked, caption, hasKinds = false, onOpen }: PayListProps) {
  const t = useT();
  const refusal = useRefusal();
  const rows: readonly Row[] = asked.rows;
  const isGiven = rows.some((row) => "agentName" in row);
  return (
    <PayTable
      caption={caption}
      rows={rows}
      hasKinds={hasKinds}
      who={isGiven ? ofAgent : undefined}
      onOpen={({ id }) => onOpen(id)}
      face={faceOf(asked, rows.length)}
      empty={<EmptyState drawing="banca" text={t("commissions.none")} />}
      refused={<RefusedState {...refusal(asked)} />}
      footer={<More {...asked} label={t("ui.more")} />}
    />
  );
}
