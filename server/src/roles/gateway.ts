import { providers } from "@laro/contract/core/providers";
import type { RateLimit } from "@laro/contract/core/endpoint";
import { errorStatus } from "@laro/contract/core/errors";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { renderWalletDocs } from "../core/vendors/protocols/softswiss/docs.ts";
import { takeDeliveryReport } from "../core/dispatches/dispatches.reports.ts";
import { UnsignedMessages } from "../core/payments/unsigned.ts";
import { takePaymentMessage, type PaymentEventHandlers } from "../core/payments/webhooks.ts";
import { creditDeposit, failDeposit } from "../features/deposits/deposits.settle.ts";
import { forgetAtFacebook, takeAnswer } from "../features/identities/identities.ts";
import { renderPartnerDocs } from "../features/partners/partners.docs.ts";
import { PARTNER_RATE } from "../features/partners/partners.gate.ts";
import { answerAtDoor, partnersAnswerer } from "../features/partners/partners.inbound.ts";
import { failPayout, settlePayout } from "../features/withdrawals/withdrawals.payout.ts";
import { networkOf } from "../platform/addresses.ts";
import { docsStyle, once } from "../platform/docs.ts";
import { Rates } from "../platform/rates.ts";
import { asRefusal } from "../platform/refusals.ts";
import type { Platform } from "../platform/routes.ts";

const BODY_LIMIT_BYTES = 64 * 1024;
const GIVEN_LENGTH_MAX = 2_048;
const RATE = { count: 1_200, windowMs: 60_000 } as const;

/** What each message of the payment provider does. */
export const paymentEvents: PaymentEventHandlers = {
  "payment.paid": creditDeposit,
  "payment.failed": failDeposit,
  "payout.paid": settlePayout,
  "payout.failed": failPayout,
};

/** Where foreign parties call us: the body stays as it was signed. */
export async function serveGateway(app: FastifyInstance, platform: Platform): Promise<void> {
  const [rates, unsigned, answerPartner] = [new Rates(), new UnsignedMessages(platform), partnersAnswerer(platform)];
  const counted = (what: string, rate: RateLimit) => ({ onRequest: async ({ ip }: FastifyRequest) => rates.count(what, networkOf(ip), rate) });
  const [docs, partnerDocs] = [once(renderWalletDocs), once(renderPartnerDocs)];
  app.get("/gateway/docs.css", (_request, reply) => reply.type("text/css; charset=utf-8").send(docsStyle));
  app.get("/gateway/docs", (_request, reply) => reply.type("text/html; charset=utf-8").send(docs()));
  app.get("/gateway/partners/docs", (_request, reply) => reply.type("text/html; charset=utf-8").send(partnerDocs()));
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: BODY_LIMIT_BYTES }, (_request, body, done) => done(null, body));
    scope.post("/gateway/psp", { bodyLimit: BODY_LIMIT_BYTES, ...counted("psp", RATE) }, async ({ ip, headers, body }) => {
      const rawBody = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
      const message = { rawBody, timestamp: String(headers["x-psp-timestamp"] ?? ""), signature: String(headers["x-psp-signature"] ?? "") };
      // Who comes by the Unix socket has no address.
      await unsigned.watch({ address: ip ?? "socket", body: rawBody }, () => takePaymentMessage(platform, message, paymentEvents));
      return { received: true };
    });
    await scope.register(async (partners) => {
      partners.setErrorHandler(async (error: Error, request, reply) => {
        const { code } = asRefusal(error, request.method);
        if (code === "server.unknown") platform.log.error({ err: error, requestId: request.id }, "a partner's call failed");
        const { status, body } = answerAtDoor(errorStatus[code]);
        return reply.status(status).send(body);
      });
      partners.post<{ Params: { code: string; "*": string } }>(
        "/gateway/partners/:code/*",
        { bodyLimit: BODY_LIMIT_BYTES, ...counted("partners", PARTNER_RATE) },
        async ({ headers, body, params }, reply) => {
          const call = { code: params.code, path: params["*"], signature: headers["x-request-sign"], body: Buffer.isBuffer(body) ? body : Buffer.alloc(0) };
          const { status, body: told } = (await answerPartner(call)) ?? { status: 404, body: {} };
          return reply.status(status).send(told);
        },
      );
    });
    for (const provider of providers)
      scope.get(`/gateway/identities/${provider}`, counted("identities", RATE), async ({ query }, reply) => {
        const given = query as Readonly<Record<string, unknown>>;
        const [code, state, error] = ["code", "state", "error"].map((name) =>
          typeof given[name] === "string" ? given[name].slice(0, GIVEN_LENGTH_MAX) : undefined,
        );
        return reply.redirect(await takeAnswer(platform, { provider, code, state, error }, platform.clock.now()), 303);
      });
    const deletion = "/gateway/identities/facebook/deletion";
    scope.post(deletion, { bodyLimit: BODY_LIMIT_BYTES, ...counted("identities", RATE) }, async ({ ip, body }) => {
      const rawBody = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
      const signed = new URLSearchParams(rawBody.toString("utf8")).get("signed_request") ?? "";
      return unsigned.watch({ address: ip ?? "socket", body: Buffer.from(signed) }, () => forgetAtFacebook(platform, signed));
    });
    scope.post("/gateway/sms", { bodyLimit: BODY_LIMIT_BYTES, ...counted("sms", RATE) }, async ({ ip, headers, body }) => {
      const rawBody = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
      const message = { rawBody, timestamp: String(headers["x-sms-timestamp"] ?? ""), signature: String(headers["x-sms-signature"] ?? "") };
      await unsigned.watch({ address: ip ?? "socket", body: rawBody }, () => takeDeliveryReport(platform, message));
      return { received: true };
    });
  });
}
