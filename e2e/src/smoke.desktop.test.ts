import { visitEveryPage } from "./smoke.ts";

visitEveryPage(1440);
