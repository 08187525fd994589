/** The network gave no answer, or none in time: what was asked may be asked again. */
export class NoAnswer extends Error {
  readonly key: "errors.network.offline" | "errors.network.slow";

  constructor(key: NoAnswer["key"]) {
    super(key);
    this.name = "NoAnswer";
    this.key = key;
  }
}
