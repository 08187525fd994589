import { everyone, visitEveryPage } from "./smoke.ts";

visitEveryPage(
  everyone.filter((one) => one !== "player"),
  [1440, 390],
);
