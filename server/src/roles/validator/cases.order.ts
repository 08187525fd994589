import type { Answer, Case, Trial } from "./trial.ts";

const TOMBSTONE =
  "When the original transaction does not exist yet, a tombstone is created for it: a later transaction with that id_provider must be rejected with api_code 409.";
const REJECTED = "A transaction whose id_provider was already rolled back must be rejected, not applied: 400 with api_code 409, the balance unchanged.";
const ONCE = "A transaction is taken back once, whoever asks how often: the second rollback is answered with 200 and an empty id, and moves nothing.";
const LATE = "What comes after the end of a round is taken: the player must not lose by the order in which messages arrive.";

/** Judges that the answer's transactions moved something, or did not, in their order. */
function moves(trial: Trial, answer: Answer, wanted: readonly boolean[]): void {
  const ids = trial.idsOf(answer);
  const isSo = ids.length === wanted.length && ids.every((id, place) => typeof id === "string" && (id !== "") === wanted[place]);
  trial.holds(isSo, `ids of the answer: ${JSON.stringify(ids)}, where ${wanted.map((moved) => (moved ? "an id" : "an empty one")).join(", ")} belongs`);
}

export const orderCases: readonly Case[] = [
  {
    id: "O01",
    says: "a rollback gives a bet back",
    source: "public case 0018-rollback-applies",
    rule: "Revert changes activated by the provider.",
    run: async (trial) => {
      const [round, bet] = [trial.id(), trial.bet()];
      trial.taken(await trial.play(round, [bet]), "-0.25");
      const answer = await trial.undo(round, [[trial.id(), bet.id_provider]]);
      trial.taken(answer, "0");
      moves(trial, answer, [true]);
    },
  },
  {
    id: "O02",
    says: "a rollback takes a win back",
    source: "contract",
    rule: "Revert changes activated by the provider.",
    run: async (trial) => {
      const [round, win] = [trial.id(), trial.win()];
      trial.taken(await trial.play(round, [trial.bet(), win]), "0.25");
      trial.taken(await trial.undo(round, [[trial.id(), win.id_provider]]), "-0.25");
    },
  },
  {
    id: "O03",
    says: "a rollback of what never came is a 200 with an empty id",
    source: "public case 0015-rollback-unknown-original",
    rule: "id may be empty if the original was not processed; an error would make the vendor ask for ever.",
    run: async (trial) => {
      const answer = await trial.undo(trial.id(), [[trial.id(), trial.id()]]);
      trial.taken(answer, "0");
      moves(trial, answer, [false]);
    },
  },
  { id: "O04", says: "a bet that comes after its rollback is refused", source: "contract", rule: TOMBSTONE, run: (trial) => comesTooLate(trial, trial.bet()) },
  {
    id: "O05",
    says: "a win that comes after its rollback is refused",
    source: "contract",
    rule: TOMBSTONE,
    run: async (trial) => {
      const round = trial.id();
      trial.taken(await trial.play(round, [trial.bet()]), "-0.25");
      await comesTooLate(trial, trial.win(), { round, stands: "-0.25" });
    },
  },
  {
    id: "O06",
    says: "a bet that was taken and given back is refused when it is sent again",
    source: "contract",
    rule: REJECTED,
    run: async (trial) => {
      const [round, bet] = [trial.id(), trial.bet()];
      trial.taken(await trial.play(round, [bet]), "-0.25");
      trial.taken(await trial.undo(round, [[trial.id(), bet.id_provider]]), "0");
      trial.refused(await trial.play(round, [bet]), "409");
      await trial.moved("0");
    },
  },
  {
    id: "O07",
    says: "a second rollback of one bet, under another id, gives nothing",
    source: "ours",
    rule: ONCE,
    run: async (trial) => {
      const [round, bet] = [trial.id(), trial.bet()];
      trial.taken(await trial.play(round, [bet]), "-0.25");
      trial.taken(await trial.undo(round, [[trial.id(), bet.id_provider]]), "0");
      const answer = await trial.undo(round, [[trial.id(), bet.id_provider]]);
      trial.taken(answer, "0");
      moves(trial, answer, [false]);
    },
  },
  {
    id: "O08",
    says: "a rollback cannot be rolled back",
    source: "ours",
    rule: "Only bets and wins are taken back.",
    run: async (trial) => {
      const [round, bet, id] = [trial.id(), trial.bet(), trial.id()];
      trial.taken(await trial.play(round, [bet]), "-0.25");
      trial.taken(await trial.undo(round, [[id, bet.id_provider]]), "0");
      trial.taken(await trial.undo(round, [[trial.id(), id]]), "0");
    },
  },
  {
    id: "O09",
    says: "a win that comes before its bet is paid",
    source: "ours",
    rule: "The order of messages is not the order of the game: a win is never refused for what has not come yet.",
    run: async (trial) => {
      const round = trial.id();
      trial.taken(await trial.play(round, [trial.win()]), "0.50");
      trial.taken(await trial.play(round, [trial.bet()], { finished: true }), "0.25");
    },
  },
  {
    id: "O10",
    says: "several are taken back in one call, in its order",
    source: "contract",
    rule: "Transactions are processed in the order they appear in the request.",
    run: async (trial) => {
      const [round, bet, win] = [trial.id(), trial.bet(), trial.win()];
      trial.taken(await trial.play(round, [bet, win]), "0.25");
      const answer = await trial.undo(round, [
        [trial.id(), win.id_provider],
        [trial.id(), bet.id_provider],
      ]);
      trial.taken(answer, "0");
      moves(trial, answer, [true, true]);
    },
  },
  {
    id: "O11",
    says: "of a known and an unknown original in one call the known one is given back",
    source: "ours",
    rule: "Each transaction of a rollback is looked at by itself; one that never came is no reason to keep another's stake.",
    run: async (trial) => {
      const [round, bet] = [trial.id(), trial.bet()];
      trial.taken(await trial.play(round, [bet]), "-0.25");
      const answer = await trial.undo(round, [
        [trial.id(), trial.id()],
        [trial.id(), bet.id_provider],
      ]);
      trial.taken(answer, "0");
      moves(trial, answer, [false, true]);
    },
  },
  {
    id: "O12",
    says: "a rollback that comes after the end of its round is taken",
    source: "ours",
    rule: LATE,
    run: async (trial) => {
      const [round, bet] = [trial.id(), trial.bet()];
      trial.taken(await trial.play(round, [bet], { finished: true }), "-0.25");
      trial.taken(await trial.undo(round, [[trial.id(), bet.id_provider]]), "0");
    },
  },
  {
    id: "O13",
    says: "a win that comes after the end of its round is paid",
    source: "ours",
    rule: LATE,
    run: async (trial) => {
      const round = trial.id();
      trial.taken(await trial.play(round, [trial.bet()]), "-0.25");
      trial.taken(await trial.finish(round), "-0.25");
      trial.taken(await trial.play(round, [trial.win()]), "0.25");
    },
  },
  {
    id: "O14",
    says: "another player's rollback of a bet moves nothing for either",
    source: "ours",
    rule: "An id is known under the player it came with: vendors of shared tables repeat ids between players.",
    run: async (trial) => {
      const [round, bet, other] = [trial.id(), trial.bet(), trial.other("other")];
      await trial.begin(other);
      trial.taken(await trial.play(round, [bet]), "-0.25");
      const answer = await trial.undo(round, [[trial.id(), bet.id_provider]], other);
      trial.taken(answer, "0", other);
      moves(trial, answer, [false]);
      await trial.moved("-0.25");
    },
  },
];

/** A rollback first, and then what it was for. */
async function comesTooLate(trial: Trial, step: ReturnType<Trial["bet"]>, { round = trial.id(), stands = "0" } = {}): Promise<void> {
  trial.taken(await trial.undo(round, [[trial.id(), step.id_provider]]), stands);
  trial.refused(await trial.play(round, [step]), "409");
  await trial.moved(stands);
}
