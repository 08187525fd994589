import { games } from "@laro/contract/games";
import { house } from "@laro/contract/house";
import { lottery } from "@laro/contract/lottery";
import { returns } from "@laro/contract/returns";
import type { HouseRights } from "../../features/house/house.operator.api.ts";
import { mayCall, type Operator } from "./operator.ts";

/** What an officer may do at the desk of house games. */
export const houseRightsOf = (operator: Operator): HouseRights => ({
  officer: operator.userName,
  canSwitch: mayCall(operator, games.setOpen),
  canSetStakes: mayCall(operator, house.setStakes),
  canSeeAlerts: mayCall(operator, returns.see),
  canVoid: mayCall(operator, house.voidRound) && mayCall(operator, house.voidDraw),
  canCorrect: mayCall(operator, house.correctRound) && mayCall(operator, house.endShortfall),
  canSeeLotteries: mayCall(operator, lottery.desk) && mayCall(operator, lottery.worst),
  canMakeChains: mayCall(operator, house.makeChain) && mayCall(operator, house.saltChain),
  canDecide: mayCall(operator, house.confirm) && mayCall(operator, house.decline),
});
