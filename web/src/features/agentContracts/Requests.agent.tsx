import { useState } from "react";
import { useFlag } from "../../api/permission.ts";
import { useConsolidated, useWaiting } from "./agentContracts.api.ts";
import { DecisionDialog } from "./Decision.agent.tsx";

/** Kept with the session's token, which goes with all of the tab's store when one signs out. */
const PUT_OFF = "agentRequestsPutOff";
const MARKS_MAX = 100;

function readPutOff(): readonly string[] {
  const kept: unknown = JSON.parse(sessionStorage.getItem(PUT_OFF) ?? "[]");
  return Array.isArray(kept) ? kept.map(String) : [];
}

/** After the login one dialog for each request that waits; what is put off comes back at the next login. */
export function ContractRequests() {
  const isOn = useFlag("agentPolicy");
  const { data } = useConsolidated(isOn);
  const isWaiting = data !== undefined && Object.values(data).some((code) => code === 1 || code === 3);
  const waiting = useWaiting(isWaiting);
  const [putOff, setPutOff] = useState(readPutOff);
  const markOf = ({ id, endAskedAt }: (typeof waiting)[number]) => `${id} ${endAskedAt}`;
  const next = isWaiting ? waiting.find((one) => !putOff.includes(markOf(one))) : undefined;
  if (next === undefined) return null;
  const leave = () => {
    const marks = [...putOff, markOf(next)].slice(-MARKS_MAX);
    sessionStorage.setItem(PUT_OFF, JSON.stringify(marks));
    setPutOff(marks);
  };
  return <DecisionDialog key={next.id} contract={next} onDone={leave} onLater={leave} />;
}
