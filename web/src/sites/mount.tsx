import { site, type Permission } from "@laro/contract/site";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { startTransition, StrictMode, useMemo, useState, type ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { Link } from "wouter";
import { FailureProvider } from "../api/area.ts";
import { call } from "../api/call.ts";
import { nowMs } from "../api/clock.ts";
import { keepLanguage, loadTranslator, readLanguage, SpeechProvider, type Language, type Speech } from "../api/language.ts";
import { keepPermission, PermissionProvider } from "../api/permission.ts";
import { queryDefaults, useApiQuery } from "../api/query.ts";
import { AnchorProvider, type AnchorProps } from "../ui/Anchor.tsx";
import { ClockProvider } from "../ui/clock.ts";
import { CurrencyProvider } from "../ui/Money.tsx";
import { showToast, ToastHost } from "../ui/Toast.tsx";
import { FailureHere } from "./failures.tsx";

/** Our own paths in place, other sites in a new tab. */
const RouterLink = ({ to, ...rest }: AnchorProps) => {
  if (!/^[a-z]+:/.test(to)) return <Link to={to} {...rest} />;
  return <a href={to} rel="noreferrer" target={to.startsWith("https:") ? "_blank" : undefined} {...rest} />;
};

/** What React shows in place of a part that is not there stays as long: a part that comes within it is waited for. */
const OPENING_MS = 300;

interface MountOptions {
  /** Brings the part that the address opens with. */
  readonly open?: () => Promise<void>;
  readonly onLanguage?: (language: Language) => Promise<void>;
}

/** Starts a site: the permission data first, then the words, then the root view. */
export async function mount(view: (permission: Permission) => ReactNode, { open, ...options }: MountOptions = {}): Promise<void> {
  const root = createRoot(document.getElementById("root")!);
  try {
    const permission = await call(site.permission, {});
    keepPermission(permission);
    const translator = await loadTranslator(readLanguage());
    document.documentElement.lang = translator.locale;
    await Promise.race([open?.(), new Promise((resolve) => setTimeout(resolve, open === undefined ? 0 : OPENING_MS))]);
    // In slices: whoever presses while the page is made waits for one of them.
    startTransition(() =>
      root.render(
        <StrictMode>
          <Frame permission={permission} first={translator} {...options}>
            {view(permission)}
          </Frame>
        </StrictMode>,
      ),
    );
  } catch (error) {
    const { Unreachable } = await import("./Unreachable.tsx");
    root.render(<Unreachable error={error} />);
  }
}

function Frame({
  permission,
  first,
  onLanguage,
  children,
}: {
  permission: Permission;
  first: Speech["t"];
  onLanguage?: (language: Language) => Promise<void>;
  children: ReactNode;
}) {
  const [client] = useState(() => new QueryClient({ defaultOptions: queryDefaults }));
  const [spoken, setSpoken] = useState({ t: first, language: readLanguage() });
  const speech = useMemo<Speech>(
    () => ({
      ...spoken,
      setLanguage: async (language) => {
        const t = await loadTranslator(language).catch(() => undefined);
        if (t === undefined) return showToast(spoken.t(navigator.onLine ? "errors.network.slow" : "errors.network.offline"), "problem");
        keepLanguage(language);
        setSpoken({ t, language });
        document.documentElement.lang = t.locale;
        await onLanguage?.(language);
        await client.invalidateQueries();
      },
    }),
    [spoken, client, onLanguage],
  );
  return (
    <SpeechProvider value={speech}>
      <QueryClientProvider client={client}>
        <Permitted first={permission}>
          <ClockProvider value={nowMs}>
            <CurrencyProvider value={permission.currencySymbol}>
              <AnchorProvider value={RouterLink}>
                <FailureProvider value={FailureHere}>{children}</FailureProvider>
                <ToastHost closeLabel={speech.t("ui.close")} />
              </AnchorProvider>
            </CurrencyProvider>
          </ClockProvider>
        </Permitted>
      </QueryClientProvider>
    </SpeechProvider>
  );
}

/** What an officer switches while a page is open reaches it by the socket, as any answer that grew stale. */
function Permitted({ first, children }: { first: Permission; children: ReactNode }) {
  const { data = first } = useApiQuery(site.permission, {}, { known: first });
  return <PermissionProvider value={data}>{children}</PermissionProvider>;
}
