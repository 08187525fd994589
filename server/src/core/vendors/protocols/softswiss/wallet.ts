import type { WalletCall, WalletProtocol, WalletRequest } from "../../protocol.ts";
import { isSigned } from "./signature.ts";
import { readAbout, readFinished, readObject, readRound, readSteps, readUndoings, sayFault, sayOutcome } from "./wire.ts";

type Action = "balance" | "play" | "rollback" | "close";

/** The wallet side of the SoftSwiss dialect, contract v.2026.03.03: signed JSON, amounts as decimal text. The long paths are those of its family. */
export const softswiss: WalletProtocol<Action> = {
  rules: { repeatBalance: "stored", winNeedsBet: false, tokenFor: "nothing" },
  routes: {
    balance: "balance",
    betwin: "play",
    rollback: "rollback",
    finish: "close",
    "v2/provider_a8r.Player/Balance": "balance",
    "v2/provider_a8r.Round/BetWin": "play",
    "v2/provider_a8r.Round/Rollback": "rollback",
    "v2/provider_a8r.Round/Finish": "close",
  },
  verify: ({ headers, body }, secrets) => isSigned(body, headers["x-request-sign"], secrets),
  read,
  answer: sayOutcome,
  fault: sayFault,
};

function read(action: Action, { body }: WalletCall): WalletRequest {
  const fields = readObject(body);
  const about = readAbout(fields);
  switch (action) {
    case "balance":
      return { kind: "balance", ...about };
    case "play":
      return { kind: "play", ...about, round: readRound(fields, "round_id"), steps: readSteps(fields), closes: readFinished(fields) };
    case "rollback":
      return { kind: "rollback", ...about, round: readRound(fields, "round_id_provider"), undoings: readUndoings(fields), closes: readFinished(fields) };
    case "close":
      return { kind: "close", ...about, round: readRound(fields, "round_id") };
  }
}
