import { partners } from "@laro/contract/partners";
import { Handshake } from "lucide-react";
import { lazy } from "react";
import type { PartnersRights } from "../../features/partners/partners.operator.api.ts";
import type { ConsolePage } from "./consolePage.ts";
import { mayCall, type Operator } from "./operator.ts";

const Partners = lazy(() => import("./PartnersPage.tsx").then(({ PartnersPage }) => ({ default: PartnersPage })));

const rightsOf = (operator: Operator): PartnersRights => ({
  officer: operator.userName,
  canChange: mayCall(operator, partners.save) && mayCall(operator, partners.proposeKey),
  canSendAgain: mayCall(operator, partners.sendAgain),
  canTakeTotals: mayCall(operator, partners.totalsCsv),
});

/** The page of partners, who take our games. */
export const partnersDesk: ConsolePage = {
  path: "/partners",
  word: "partners.title",
  icon: <Handshake />,
  needs: partners.get,
  group: 1,
  view: (operator) => <Partners rights={rightsOf(operator)} />,
};
