import type { WalletCall, WalletProtocol, WalletRequest } from "../../protocol.ts";
import { isSigned } from "./signature.ts";
import { isGiven, readAbout, readBet, readGiven, readObject, readRound, readRoundClosed, readUndoing, readWin, sayFault, sayOutcome } from "./wire.ts";

type Action = "identify" | "balance" | "bet" | "win" | "rollback";

/** The wallet side of Hub88's operator API (docs.hub88.io): JSON signed by RSA, integers at 100,000 to the unit, HTTP 200 whatever the answer. */
export const hub88: WalletProtocol<Action> = {
  rules: { repeatBalance: "stored", winNeedsBet: true, tokenFor: "bets" },
  routes: {
    "user/info": "identify",
    "user/balance": "balance",
    "transaction/bet": "bet",
    "transaction/win": "win",
    "transaction/rollback": "rollback",
  },
  verify: ({ headers, body }, publicKeys) => isSigned(body, headers["x-hub88-signature"], publicKeys),
  read,
  answer: sayOutcome,
  fault: sayFault,
};

function read(action: Action, { body }: WalletCall): WalletRequest {
  const fields = readObject(body);
  const about = readAbout(fields);
  if (action === "identify" || action === "balance") return { kind: action, ...about };
  const round = { round: readRound(fields), closes: readRoundClosed(fields) };
  if (action === "rollback") return { kind: "rollback", ...about, ...round, undoings: [readUndoing(fields)] };
  if (action === "win" && isGiven(fields))
    return { kind: "prize", ...about, ...readGiven(fields), content: round.round, ends: round.closes ? round.round : undefined, isWin: true };
  return { kind: "play", ...about, ...round, steps: [action === "bet" ? readBet(fields) : readWin(fields)] };
}
