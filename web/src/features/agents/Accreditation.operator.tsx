import type { Accreditation, AgentView } from "@laro/contract/agents";
import { useState } from "react";
import { useAsking } from "../../api/asking.tsx";
import { useT } from "../../api/language.ts";
import { useFault } from "../../api/query.ts";
import { Badge } from "../../ui/Badge.tsx";
import { ChangeDialog } from "../../ui/ChangeDialog.tsx";
import { formatCalendar } from "../../ui/DateTime.tsx";
import { TextField } from "../../ui/Field.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { useEndAccreditation, useProposeAccreditation } from "./agents.operator.api.ts";

type Accredited = Pick<AgentView, "id" | "name" | "accreditationNeeded" | "accreditations">;

/** The accreditation an agent has now. */
export const inForceOf = ({ accreditations }: Accredited): Accreditation | undefined => accreditations.find(({ state }) => state === "inForce");

/** Whether an agent is accredited, where it has one or this market asks for one. */
export function AccreditationBadge({ agent }: { agent: Accredited }) {
  const t = useT();
  const current = inForceOf(agent);
  if (current !== undefined) return <Badge tone="win">{t("agents.accreditedUntil", { day: formatCalendar(current.expiresOn) })}</Badge>;
  return agent.accreditationNeeded ? <Badge tone="accent">{t("agents.notAccredited")}</Badge> : null;
}

interface DialogProps {
  agent: Accredited;
  onDone: () => void;
}

const FIELDS = ["code", "expiresOn"];
const CODE = { least: 3, most: 40 } as const;

/** Proposes an agent's accreditation: its number and its last day. */
export function AccreditDialog({ agent, onDone }: DialogProps) {
  const t = useT();
  const asking = useAsking();
  const faultOf = useFault();
  const propose = useProposeAccreditation();
  const current = inForceOf(agent);
  const [code, setCode] = useState(current?.code ?? "");
  const [expiresOn, setExpiresOn] = useState("");
  const fault = propose.error === null ? undefined : faultOf(propose.error);
  const says = (number: string, day: string) => t("agents.saysAccreditation", { code: number, day: formatCalendar(day) });
  const isWhole = code.trim().length >= CODE.least && expiresOn !== "";
  const done = {
    onSuccess: () => {
      showToast(t("agents.accreditationProposed", { name: agent.name }), "success");
      onDone();
    },
  };
  return (
    <ChangeDialog
      title={t("agents.accreditOf", { name: agent.name })}
      changes={[
        {
          label: t("agents.accreditation"),
          before: current === undefined ? t("agents.notAccredited") : says(current.code, current.expiresOn),
          after: isWhole ? says(code.trim(), expiresOn) : "–",
        },
      ]}
      tone="primary"
      isBlocked={!isWhole}
      {...asking(propose, { verb: t("agents.propose"), hint: t("settings.reasonHint"), fields: FIELDS })}
      onConfirm={(reason) => propose.mutate({ id: agent.id, code: code.trim(), expiresOn, reason }, done)}
      onCancel={onDone}
    >
      <TextField
        label={t("agents.accreditationCode")}
        error={fault?.field === "code" ? fault.text : undefined}
        autoComplete="off"
        maxLength={CODE.most}
        value={code}
        onChange={(event) => setCode(event.target.value)}
      />
      <TextField
        type="date"
        label={t("agents.accreditationEnds")}
        error={fault?.field === "expiresOn" ? fault.text : undefined}
        value={expiresOn}
        onChange={(event) => setExpiresOn(event.target.value)}
      />
    </ChangeDialog>
  );
}

/** Ends an agent's accreditation at once. */
export function EndAccreditationDialog({ agent, onDone }: DialogProps) {
  const t = useT();
  const asking = useAsking();
  const end = useEndAccreditation();
  const current = inForceOf(agent);
  const done = {
    onSuccess: () => {
      showToast(t("agents.accreditationEnded", { name: agent.name }), "success");
      onDone();
    },
  };
  return (
    <ChangeDialog
      title={t("agents.endAccreditationOf", { name: agent.name })}
      changes={[{ label: t("agents.accreditation"), before: current?.code ?? "–", after: t("agents.notAccredited") }]}
      warning={agent.accreditationNeeded ? t("agents.endAccreditationWarning") : undefined}
      tone="danger"
      {...asking(end, { verb: t("agents.endAccreditation"), hint: t("settings.reasonHint") })}
      onConfirm={(reason) => end.mutate({ id: agent.id, reason }, done)}
      onCancel={onDone}
    />
  );
}
