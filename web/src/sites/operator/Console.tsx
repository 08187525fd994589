import { operators } from "@laro/contract/operators";
import { sessions } from "@laro/contract/sessions";
import { KeyRound, Languages, LogOut, Search, Smartphone } from "lucide-react";
import { useEffect, useState } from "react";
import { Redirect, Route, Switch, useLocation } from "wouter";
import { useSpeech, useT, type Language } from "../../api/language.ts";
import { useLive } from "../../api/live.ts";
import { useApiCommand } from "../../api/query.ts";
import { leaveSession } from "../../api/session.ts";
import { MyFactorOperator } from "../../features/factors/MyFactor.operator.tsx";
import { BreakGlassOperator } from "../../features/operators/BreakGlass.operator.tsx";
import { useRoleWord } from "../../features/operators/operatorWords.operator.tsx";
import { ButtonLink, IconButton } from "../../ui/Button.tsx";
import { ConfirmDialog } from "../../ui/Dialog.tsx";
import { EmptyState } from "../../ui/Faces.tsx";
import { LoaderOverlay } from "../../ui/Loading.tsx";
import type { ShellEntry } from "../../ui/SideMenu.tsx";
import { ThemeSwitch } from "../../ui/ThemeSwitch.tsx";
import { useTitle } from "../../ui/title.ts";
import { PagePart } from "../PagePart.tsx";
import { ConsoleShell } from "./ConsoleShell.tsx";
import { mayCall, type Operator } from "./operator.ts";
import type { ConsolePage } from "./consolePage.ts";
import { pagesOf } from "./pages.tsx";
import { MyPassword } from "./MyPassword.tsx";
import { Palette } from "./Palette.tsx";

const languageNames = { EN: "English", TY: "Tagalog" } as const satisfies Record<Language, string>;

export function Console({ operator }: { operator: Operator }) {
  const { t, language, setLanguage } = useSpeech();
  const [path] = useLocation();
  const [isLeaving, setLeaving] = useState(false);
  const [isChangingPassword, setChangingPassword] = useState(false);
  const [isBindingFactor, setBindingFactor] = useState(false);
  const roleWord = useRoleWord();
  const [isSearching, setSearching] = usePaletteKey();
  const logout = useApiCommand(sessions.logoutOperator);
  useLive("liveTicketOperator");
  const pages = pagesOf(operator);
  const shown = pages.find((page) => page.path === path);
  useTitle(shown && (shown.namesItself === true ? null : t(shown.word)));
  const other = language === "EN" ? "TY" : "EN";
  return (
    <ConsoleShell
      labels={{
        home: t("console.home"),
        console: t("console.title"),
        side: t("console.side"),
        openMenu: t("console.openMenu"),
        collapse: t("console.collapse"),
        expand: t("console.expand"),
        close: t("ui.close"),
        account: t("console.account"),
        skip: t("ui.skip"),
      }}
      homeTo="/"
      side={sideOf(pages, (page) => ({ label: t(page.word), icon: page.icon, to: page.path, active: path === page.path }))}
      search={<SearchButton onOpen={() => setSearching(true)} />}
      tools={
        <>
          <IconButton label={t("console.searchShort")} onClick={() => setSearching(true)} className="lg:hidden">
            <Search />
          </IconButton>
          <ThemeSwitch labels={{ dark: t("ui.dark"), light: t("ui.light") }} className="max-sm:hidden" />
        </>
      }
      operator={{
        name: operator.userName,
        role: operator.roles.map(roleWord).join(", "),
        menu: [
          { label: languageNames[other], icon: <Languages />, onSelect: () => void setLanguage(other) },
          { label: t("operators.myPassword"), icon: <KeyRound />, onSelect: () => setChangingPassword(true) },
          { label: t("factors.title"), icon: <Smartphone />, onSelect: () => setBindingFactor(true) },
          { label: t("console.signOut"), icon: <LogOut />, apart: true, onSelect: () => setLeaving(true) },
        ],
      }}
    >
      {mayCall(operator, operators.breakGlass) && <BreakGlassOperator />}
      <Pages operator={operator} pages={pages} />
      {isChangingPassword && <MyPassword onClose={() => setChangingPassword(false)} />}
      {isBindingFactor && <MyFactorOperator onClose={() => setBindingFactor(false)} />}
      {isSearching && <Palette pages={pages} onClose={() => setSearching(false)} />}
      <ConfirmDialog
        open={isLeaving && !logout.isPending}
        title={t("console.signOut")}
        body={t("console.signOutText")}
        confirmLabel={t("console.signOut")}
        cancelLabel={t("ui.cancel")}
        // Leaving must work even where the server gives no answer: the tab forgets the token either way.
        onConfirm={() => logout.mutate({}, { onSettled: leaveSession })}
        onCancel={() => setLeaving(false)}
      />
      {logout.isPending && <LoaderOverlay label={t("console.signingOut")} />}
    </ConsoleShell>
  );
}

function Pages({ operator, pages }: { operator: Operator; pages: readonly ConsolePage[] }) {
  const t = useT();
  const [here] = useLocation();
  const [start] = pages;
  if (start === undefined) return <EmptyState text={t("console.nothing")} />;
  return (
    <PagePart key={here}>
      <Switch>
        <Route path="/">
          <Redirect to={start.path} replace />
        </Route>
        {pages.map(({ path, view }) => (
          <Route key={path} path={path}>
            {view(operator)}
          </Route>
        ))}
        <Route>
          <EmptyState drawing="banca" text={t("console.unknownPage")} action={<ButtonLink to="/">{t("console.start")}</ButtonLink>} />
        </Route>
      </Switch>
    </PagePart>
  );
}

const sideOf = (pages: readonly ConsolePage[], entryOf: (page: ConsolePage) => ShellEntry): ShellEntry[][] =>
  [...Map.groupBy(pages, ({ group }) => group).values()].map((group) => group.map(entryOf));

function SearchButton({ onOpen }: { onOpen: () => void }) {
  const t = useT();
  return (
    <button
      type="button"
      onClick={onOpen}
      aria-keyshortcuts="Control+K Meta+K"
      className="flex h-9 w-full items-center gap-2.5 rounded-pill border border-line bg-field px-3.5 text-sm text-muted transition hover:border-muted"
    >
      <Search aria-hidden="true" className="size-4 shrink-0" />
      <span className="truncate">{t("console.search")}</span>
      <kbd className="ms-auto shrink-0 rounded-sm border border-line bg-card px-1.5 text-xs font-semibold">Ctrl K</kbd>
    </button>
  );
}

/** Ctrl or Cmd and K opens the palette from anywhere but another dialog. */
function usePaletteKey(): [boolean, (next: boolean) => void] {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      if (!document.querySelector("dialog:modal")) setOpen(true);
    };
    document.addEventListener("keydown", pressed);
    return () => document.removeEventListener("keydown", pressed);
  }, []);
  return [isOpen, setOpen];
}
