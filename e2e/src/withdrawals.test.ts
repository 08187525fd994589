import { rounds } from "@laro/contract/rounds";
import { wallet } from "@laro/contract/wallet";
import { withdrawals } from "@laro/contract/withdrawals";
import { addTurnover } from "@laro/server/core/turnover/turnover";
import { newId } from "@laro/server/platform/ids";
import { bindPayoutAccount, PAYMENT_PASSWORD } from "@laro/server/testing/cashier";
import { askFor, type Member, paid, picture } from "@laro/server/testing/withdrawals";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { readFaults } from "./browser.ts";
import { enterBackOffice, peso } from "./acts.ts";
import { eventually, useStage } from "./useStage.ts";

const stage = useStage();
const PHONE = { width: 390, height: 844 } as const;
const LARGE = 60_000_00n;
const JOURNEY_LIMIT_MS = 180_000;

const proofFile = async () => ({ name: "statement.jpg", mimeType: "image/jpeg", buffer: Buffer.from(await picture(), "base64") });
const proofField = (page: Page) => page.locator("input[type=file]").last();
const desk = (page: Page) => page.getByRole("dialog", { name: "Withdraw" });
