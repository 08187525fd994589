import { PaymentPasswordForm } from "../../features/accounts/PaymentPassword.player.tsx";
import { TeamAgent } from "../../features/agents/Team.agent.tsx";
import { TransferDownline } from "../../features/transfers/TransferDownline.agent.tsx";

/** The team with its invitation, and money for it. */
export function Team() {
  return (
    <div className="grid grid-cols-1 gap-6">
      <TeamAgent />
      <TransferDownline remedy={PaymentPasswordForm} />
    </div>
  );
}
