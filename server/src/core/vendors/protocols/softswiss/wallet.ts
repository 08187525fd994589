import type { WalletCall, WalletProtocol, WalletRequest } from "../../protocol.ts";
import { isSigned } from "./signature.ts";
import { readAbout, readFinished, readIssueFinish, readObject, readPrize, readRound, readSteps, readUndoings, sayFault, sayOutcome } from "./wire.ts";

type Action = "balance" | "play" | "rollback" | "close" | "finishIssue" | "prize";

/** The wallet side of the SoftSwiss dialect, contract v.2026.03.03: signed JSON, amounts as decimal text. The long paths are those of its family. */
export const softswiss: WalletProtocol<Action> = {
  rules: { repeatBalance: "stored", winNeedsBet: false, tokenFor: "nothing" },
  routes: {
    balance: "balance",
    betwin: "play",
    rollback: "rollback",
    finish: "close",
    "freespins/finish": "finishIssue",
    "promo/win": "prize",
    "v2/provider_a8r.Player/Balance": "balance",
    "v2/provider_a8r.Round/BetWin": "play",
    "v2/provider_a8r.Round/Rollback": "rollback",
    "v2/provider_a8r.Round/Finish": "close",
    "v2/provider_a8r.Freespins/Finish": "finishIssue",
    "v2/provider_a8r.Promo/Win": "prize",
  },
  verify: ({ headers, body }, secrets) => isSigned(body, headers["x-request-sign"], secrets),
  read,
  answer: sayOutcome,
  fault: sayFault,
};

function read(action: Action, { body }: WalletCall): WalletRequest {
  const fields = readObject(body);
  if (action === "finishIssue") return { kind: "finishIssue", ...readIssueFinish(fields) };
  const about = readAbout(fields);
  switch (action) {
    case "balance":
      return { kind: "balance", ...about };
    case "play":
      return { kind: "play", ...about, round: readRound(fields, "round_id"), steps: readSteps(fields), closes: readFinished(fields) };
    case "rollback":
      return { kind: "rollback", ...about, round: readRound(fields, "round_id_provider"), undoings: readUndoings(fields), closes: readFinished(fields) };
    case "prize":
      return { kind: "prize", ...about, ...readPrize(fields), ends: undefined, isWin: false };
    case "close":
      return { kind: "close", ...about, round: readRound(fields, "round_id") };
  }
}
