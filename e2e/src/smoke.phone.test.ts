import { visitEveryPage } from "./smoke.ts";

visitEveryPage(390);
