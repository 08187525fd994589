import { visitEveryPage } from "./smoke.ts";

visitEveryPage(["player"], [390, 1440]);
