import { RefusedCall } from "@laro/contract/core/call";
import { identities, type Provider } from "@laro/contract/identities";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { call } from "../../api/call.ts";
import { useT } from "../../api/language.ts";
import { useFault } from "../../api/query.ts";
import { faultOf, hearOutcome, isTicket } from "./social.ts";

const WIDE = "(min-width: 768px)";
const WINDOW = "popup,width=520,height=700";
const LOOK_EVERY_MS = 300;
/** A window that came back to us is gone for whoever opened it before its word arrives. */
const WORD_WITHIN_MS = 1_500;

/** Lets somebody sign in at a provider: in a window of its own where there is room, else in this one. A window that is closed says so; a word that still comes counts. */
export function useSignIn(onTicket: (ticket: string) => Promise<void>) {
  const t = useT();
  const sentenceOf = useFault();
  const [waiting, setWaiting] = useState<Provider>();
  const [fault, setFault] = useState<string>();
  const watch = useRef<ReturnType<typeof setInterval>>(undefined);
  const end = (sentence?: string) => {
    clearInterval(watch.current);
    setWaiting(undefined);
    setFault(sentence);
  };
  const take = useEffectEvent((outcome: string) => {
    if (!isTicket(outcome)) return end(t(faultOf(outcome)));
    setFault(undefined);
    void onTicket(outcome).then(
      () => end(),
      (error: Error) => end(sentenceOf(error).text),
    );
  });
  useEffect(() => {
    const stop = hearOutcome((outcome) => take(outcome));
    return () => {
      stop();
      clearInterval(watch.current);
    };
  }, []);
  const attend = (opened: Window) => {
    let closedAt: number | undefined;
    watch.current = setInterval(() => {
      if (!opened.closed) return;
      closedAt ??= performance.now();
      if (performance.now() - closedAt > WORD_WITHIN_MS) end(t("errors.identities.cancelled"));
    }, LOOK_EVERY_MS);
  };
  const begin = async (provider: Provider) => {
    end();
    setWaiting(provider);
    // At once: a browser lets a press open a window, not an answer.
    const opened = matchMedia(WIDE).matches ? window.open("", "laro-social", WINDOW) : null;
    try {
      const { address } = await call(identities.begin, { provider });
      if (opened === null) return location.assign(address);
      opened.location.href = address;
      attend(opened);
    } catch (error) {
      opened?.close();
      end(error instanceof RefusedCall ? error.text : t("errors.identities.provider_unreachable"));
    }
  };
  return { waiting, fault, begin: (provider: Provider) => void begin(provider) };
}
