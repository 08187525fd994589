import { useState } from "react";
import { useFlag } from "../../api/permission.ts";
import { keepPutOff, readPutOff } from "../../api/session.ts";
import { useConsolidated, useWaiting } from "./agentContracts.api.ts";
import { DecisionDialog } from "./Decision.agent.tsx";

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
    const left = [...putOff, markOf(next)];
    keepPutOff(left);
    setPutOff(left);
  };
  return <DecisionDialog key={next.id} contract={next} onDone={leave} onLater={leave} />;
}
