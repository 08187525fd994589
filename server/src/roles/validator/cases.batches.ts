import { CENT, textOf } from "./decimal.ts";
import type { Case } from "./trial.ts";

const ATOMIC = "All transactions of a request are processed atomically.";
const BALANCE_TOLD = "100, 105 and 106 must carry meta.balance.";
const AT_ONCE = 8;

/** Cents and no less: a bet cannot be finer than the currency. */
const inCents = (units: bigint): bigint => (units / CENT) * CENT;

export const batchCases: readonly Case[] = [
  {
    id: "X01",
    says: "a bet and its win in one call are both applied, and answered in their order",
    source: "public case 0011-betwin-bet-and-win",
    rule: "Transactions are processed in order; results stand in the order of the request.",
    run: async (trial) => {
      const steps = [trial.bet(), trial.win()];
      const answer = await trial.play(trial.id(), steps, { finished: true });
      trial.taken(answer, "0.25");
      const named = (answer.body.transactions ?? []).map(({ id_provider: id }) => id);
      trial.holds(named[0] === steps[0]!.id_provider && named[1] === steps[1]!.id_provider, `id_provider of the answer: ${JSON.stringify(named)}`);
    },
  },
  {
    id: "X02",
    says: "where the second bet is not covered the first one is not taken",
    source: "contract",
    rule: ATOMIC,
    run: async (trial) => {
      const holds = await trial.begin();
      trial.refused(await trial.play(trial.id(), [trial.bet(), trial.bet(textOf(inCents(holds)))]), "100");
      await trial.moved("0");
    },
  },
  {
    id: "X03",
    says: "where one transaction is malformed none is applied",
    source: "contract",
    rule: ATOMIC,
    run: async (trial) => {
      trial.refused(await trial.play(trial.id(), [trial.bet(), { ...trial.win(), type: "prize" }]), "400");
      await trial.moved("0");
    },
  },
  {
    id: "X04",
    says: "where one transaction was rolled back before none is applied",
    source: "contract",
    rule: ATOMIC,
    run: async (trial) => {
      const [round, bet] = [trial.id(), trial.bet()];
      trial.taken(await trial.play(round, [bet]), "-0.25");
      trial.taken(await trial.undo(round, [[trial.id(), bet.id_provider]]), "0");
      trial.refused(await trial.play(round, [trial.bet(), bet]), "409");
      await trial.moved("0");
    },
  },
  {
    id: "X05",
    says: "a win counts for the bet that follows it in the same call",
    source: "contract",
    rule: "Transactions are processed in order.",
    run: async (trial) => {
      const cents = inCents(await trial.begin());
      trial.taken(await trial.play(trial.id(), [trial.win(), trial.bet(textOf(cents + 25n * CENT))], { finished: true }), textOf(25n * CENT - cents));
    },
  },
];

export const limitCases: readonly Case[] = [
  {
    id: "L1",
    says: "a bet above the balance is refused with the balance",
    source: "public case 0012-insufficient-funds",
    rule: BALANCE_TOLD,
    run: async (trial) => {
      const answer = await trial.play(trial.id(), [trial.bet(textOf(inCents(await trial.begin()) + CENT))]);
      trial.refused(answer, "100", "insufficient funds");
      trial.saysBalance(answer);
      await trial.moved("0");
    },
  },
  {
    id: "L2",
    says: "a bet of a player who has reached a limit is refused with the balance",
    source: "public case 0024-bet-limit-carries-balance",
    rule: BALANCE_TOLD,
    run: async (trial) => {
      const limited = trial.other("limited");
      await trial.begin(limited);
      const answer = await trial.play(trial.id(), [trial.bet()], { account: limited });
      trial.refused(answer, "105", "bet limit reached");
      trial.saysBalance(answer, limited);
    },
  },
  {
    id: "L3",
    says: "a win of a player who has reached a limit is paid",
    source: "ours",
    rule: "A limit stops bets. What was played before is paid.",
    run: async (trial) => {
      const limited = trial.other("limited");
      await trial.begin(limited);
      trial.taken(await trial.play(trial.id(), [trial.win()], { account: limited }), "0.50", limited);
    },
  },
  {
    id: "L4",
    says: "an unknown player is refused as one",
    source: "contract",
    rule: "101: player is invalid.",
    run: async (trial) => trial.refused(await trial.post("balance", trial.about(trial.id())), "101"),
  },
  {
    id: "L5",
    says: "a bet of a player who may not play is refused",
    source: "contract",
    rule: "110: player is disabled.",
    run: async (trial) => trial.refused(await trial.play(trial.id(), [trial.bet()], { account: trial.other("disabled") }), "110"),
  },
  {
    id: "L6",
    says: "a win of a player who may no longer play is paid, and can be taken back",
    source: "ours",
    rule: "Whoever is shut out is paid what they won before.",
    run: async (trial) => {
      const disabled = trial.other("disabled");
      await trial.look(disabled);
      const [round, win] = [trial.id(), trial.win()];
      const paid = await trial.play(round, [win], { account: disabled });
      trial.holds(paid.status === 200, `status ${paid.status} instead of 200`);
      const undone = await trial.undo(round, [[trial.id(), win.id_provider]], disabled);
      trial.holds(undone.status === 200, `status ${undone.status} instead of 200`);
      const difference = trial.difference(paid, undone);
      trial.holds(difference === "0.50", `the win and its rollback moved ${difference}`);
    },
  },
];

export const atOnceCases: readonly Case[] = [
  {
    id: "C01",
    says: "one bet sent eight times at once is taken once",
    source: "contract",
    rule: "Duplicate transaction IDs return the original response (idempotent).",
    run: async (trial) => {
      const [round, steps] = [trial.id(), [trial.bet()]];
      const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => trial.play(round, steps)));
      await trial.moved("-0.25");
      const ids = new Set(answers.filter(({ status }) => status === 200).map((answer) => trial.idsOf(answer)[0]));
      trial.holds(ids.size === 1, `ids of the answers: ${JSON.stringify([...ids])}`);
    },
  },
  {
    id: "C02",
    says: "of three bets at once that the balance covers once, one is taken",
    source: "ours",
    rule: "A balance is never below zero: it is looked at where it is taken from.",
    run: async (trial) => {
      const stake = inCents((await trial.begin()) / 2n) + CENT;
      const round = trial.id();
      const answers = await Promise.all([1, 2, 3].map(() => trial.play(round, [trial.bet(textOf(stake))])));
      const taken = answers.filter(({ status }) => status === 200).length;
      trial.holds(taken === 1, `${taken} of three bets were taken`);
      await trial.moved(textOf(-stake));
    },
  },
  {
    id: "C03",
    says: "six rollbacks of one bet at once give it back once",
    source: "ours",
    rule: "A transaction is taken back once, whoever asks how often.",
    run: async (trial) => {
      const [round, bet] = [trial.id(), trial.bet()];
      trial.taken(await trial.play(round, [bet]), "-0.25");
      await Promise.all(Array.from({ length: 6 }, () => trial.undo(round, [[trial.id(), bet.id_provider]])));
      await trial.moved("0");
    },
  },
  {
    id: "C04",
    says: "eight different calls at once all count",
    source: "ours",
    rule: "No call is lost to another: the balance is the sum of all that were answered.",
    run: async (trial) => {
      const round = trial.id();
      const calls = Array.from({ length: AT_ONCE / 2 }, () => [[trial.bet()], [trial.win()]]).flat();
      const answers = await Promise.all(calls.map((steps) => trial.play(round, steps)));
      const taken = answers.filter(({ status }) => status === 200).length;
      trial.holds(taken === AT_ONCE, `${taken} of ${AT_ONCE} calls were taken`);
      await trial.moved("1.00");
    },
  },
];
