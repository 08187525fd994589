import type { Case, Trial } from "./trial.ts";

const AMOUNT = "amount is a decimal string, above 0.";

/** A bet of an amount that is none: refused at its field, and nothing is taken. */
const refuses =
  (amount: unknown, words?: string) =>
  async (trial: Trial): Promise<void> => {
    const [round, id] = [trial.id(), trial.id()];
    const body = { ...trial.about(), round_id: round, transactions: [{ id_provider: id, type: "bet", amount }] };
    trial.refused(await trial.playRaw(round, id, JSON.stringify(body)), "400", words);
    await trial.moved("0");
  };

export const amountCases: readonly Case[] = [
  {
    id: "A01",
    says: "a bet of zero is refused",
    source: "public case 0007-amount-zero",
    rule: "Amounts equal to 0 are not accepted.",
    run: refuses("0.00", "transactions[0].amount: must be greater than zero"),
  },
  {
    id: "A02",
    says: "an amount of 17 decimals is refused",
    source: "public case 0008-amount-scale-overflow",
    rule: "An amount has 16 decimals at most.",
    run: refuses("0.10000000000000001", "transactions[0].amount: not a valid decimal amount"),
  },
  { id: "A03", says: "an amount below zero is refused", source: "contract", rule: AMOUNT, run: refuses("-0.25") },
  { id: "A04", says: "an amount with an exponent is refused", source: "contract", rule: AMOUNT, run: refuses("25e-2") },
  { id: "A05", says: "an amount that is a JSON number is refused", source: "contract", rule: AMOUNT, run: refuses(0.25) },
  { id: "A06", says: "an amount with a blank before it is refused", source: "contract", rule: AMOUNT, run: refuses(" 0.25") },
  { id: "A07", says: "an amount with a comma is refused", source: "contract", rule: AMOUNT, run: refuses("0,25") },
  {
    id: "A08",
    says: "tenths add up exactly",
    source: "ours",
    rule: "0.10 and 0.20 make 0.30: money is never added in floating point.",
    run: async (trial) => {
      const round = trial.id();
      trial.taken(await trial.play(round, [trial.bet("0.10")]), "-0.10");
      trial.taken(await trial.play(round, [trial.bet("0.20")]), "-0.30");
      await trial.moved("-0.30");
    },
  },
  {
    id: "A09",
    says: "an amount is its value, however many zeros follow",
    source: "ours",
    rule: "0.5 and 0.5000 are the amount 0.50.",
    run: async (trial) => {
      const round = trial.id();
      trial.taken(await trial.play(round, [trial.bet("0.5")]), "-0.50");
      trial.taken(await trial.play(round, [trial.win("0.5000")]), "0");
    },
  },
  {
    id: "A10",
    says: "balances are text, in every answer, and every transaction says its bonus",
    source: "contract",
    rule: "balance is a string; bonus_amount is required in every transaction and matches ^\\d{1,18}(\\.\\d{1,12})?$.",
    run: async (trial) => {
      const round = trial.id();
      const [bet, id] = [trial.bet(), trial.id()];
      const played = await trial.play(round, [bet]);
      const answers = [played, await trial.undo(round, [[id, bet.id_provider]]), await trial.finish(round), await trial.post("balance", trial.about())];
      const said = answers.map(({ body }) => body.balance);
      trial.holds(
        said.every((balance) => typeof balance === "string"),
        `balances are ${JSON.stringify(said)}`,
      );
      const bonus = played.body.transactions?.[0]?.bonus_amount;
      trial.holds(typeof bonus === "string" && /^\d{1,18}(\.\d{1,12})?$/.test(bonus), `bonus_amount is ${JSON.stringify(bonus)}`);
    },
  },
];
