import type { Case } from "./trial.ts";

const REPEAT = "Duplicate transaction IDs return the original response (idempotent).";
const ROLLBACK = "Rollback requests are idempotent.";

export const repeatCases: readonly Case[] = [
  {
    id: "I01",
    says: "a bet that is sent again is answered the same and taken once",
    source: "contract",
    rule: REPEAT,
    run: async (trial) => {
      const [round, steps] = [trial.id(), [trial.bet()]];
      const first = await trial.play(round, steps);
      trial.taken(first, "-0.25");
      trial.same(await trial.play(round, steps), first);
      await trial.moved("-0.25");
    },
  },
  {
    id: "I02",
    says: "a win that is sent again is paid once",
    source: "contract",
    rule: REPEAT,
    run: async (trial) => {
      const [round, wins] = [trial.id(), [trial.win()]];
      trial.taken(await trial.play(round, [trial.bet()]), "-0.25");
      trial.taken(await trial.play(round, wins), "0.25");
      trial.taken(await trial.play(round, wins), "0.25");
      await trial.moved("0.25");
    },
  },
  {
    id: "I03",
    says: "a repeat says the balance of then, whatever came in between",
    source: "contract",
    rule: REPEAT,
    run: async (trial) => {
      const [round, steps] = [trial.id(), [trial.bet()]];
      const first = await trial.play(round, steps);
      trial.taken(await trial.play(round, [trial.bet()]), "-0.50");
      trial.same(await trial.play(round, steps), first);
    },
  },
  {
    id: "I04",
    says: "a known id with another amount moves nothing",
    source: "ours",
    rule: "An id counts once: with other content it is a fault of the vendor's, and never a second transaction.",
    run: async (trial) => {
      const [round, bet] = [trial.id(), trial.bet()];
      trial.taken(await trial.play(round, [bet]), "-0.25");
      await trial.play(round, [trial.bet("0.50", bet.id_provider)]);
      await trial.moved("-0.25");
    },
  },
  {
    id: "I05",
    says: "of a known and a new id in one call only the new one counts",
    source: "ours",
    rule: "A transaction is known by its id, whatever stands beside it: known ones keep their answer, new ones are applied.",
    run: async (trial) => {
      const [round, bet] = [trial.id(), trial.bet()];
      const first = await trial.play(round, [bet]);
      const both = await trial.play(round, [bet, trial.bet()]);
      trial.taken(both, "-0.50");
      trial.holds(trial.idsOf(both)[0] === trial.idsOf(first)[0], `the known transaction's id is ${JSON.stringify(trial.idsOf(both)[0])} now`);
    },
  },
  {
    id: "I06",
    says: "a rollback that is sent again is answered the same and gives back once",
    source: "contract",
    rule: ROLLBACK,
    run: async (trial) => {
      const [round, bet, id] = [trial.id(), trial.bet(), trial.id()];
      trial.taken(await trial.play(round, [bet]), "-0.25");
      const first = await trial.undo(round, [[id, bet.id_provider]]);
      trial.taken(first, "0");
      trial.same(await trial.undo(round, [[id, bet.id_provider]]), first);
      await trial.moved("0");
    },
  },
  {
    id: "I07",
    says: "a round is finished as often as it is said, and nothing moves",
    source: "ours",
    rule: "A finish is answered with the balance now, also the second one.",
    run: async (trial) => {
      const round = trial.id();
      trial.taken(await trial.play(round, [trial.bet()]), "-0.25");
      trial.taken(await trial.finish(round), "-0.25");
      trial.taken(await trial.finish(round), "-0.25");
    },
  },
  {
    id: "I08",
    says: "ids that differ in one letter's case are two transactions",
    source: "ours",
    rule: "Ids are compared byte for byte.",
    run: async (trial) => {
      const [round, id] = [trial.id(), trial.id()];
      trial.taken(await trial.play(round, [trial.bet(undefined, `${id}-a`)]), "-0.25");
      trial.taken(await trial.play(round, [trial.bet(undefined, `${id}-A`)]), "-0.50");
    },
  },
  {
    id: "I09",
    says: "two transactions never share an id of the wallet's, and each is named by the vendor's",
    source: "contract",
    rule: "Results for each transaction, in the order of the request: id_provider from the request, id on the wallet's side.",
    run: async (trial) => {
      const steps = [trial.bet(), trial.bet(), trial.win()];
      const answer = await trial.play(trial.id(), steps, { finished: true });
      trial.taken(answer, "0");
      const named = (answer.body.transactions ?? []).map(({ id_provider: id }) => id);
      trial.holds(JSON.stringify(named) === JSON.stringify(steps.map(({ id_provider: id }) => id)), `id_provider of the answer: ${JSON.stringify(named)}`);
      const ids = trial.idsOf(answer);
      trial.holds(new Set(ids).size === steps.length && ids.every((id) => typeof id === "string" && id !== ""), `ids of the answer: ${JSON.stringify(ids)}`);
    },
  },
];
