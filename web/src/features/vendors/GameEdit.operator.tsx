import type { GameRow } from "@laro/contract/vendors";
import { useState } from "react";
import { useAsking } from "../../api/asking.tsx";
import { useT } from "../../api/language.ts";
import { usePermission } from "../../api/permission.ts";
import { useFault } from "../../api/query.ts";
import { type Change, ChangeDialog } from "../../ui/ChangeDialog.tsx";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { TextField } from "../../ui/Field.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { filled, useSetGame } from "./vendors.operator.api.ts";

const FIELDS = ["words", "state", "names"];
const WORDS_MAX = 200;
const NAME_MAX = 80;
const HOUSE = "BGS";

/** What an officer changed of a game as it was when they began: what they left alone stays, whatever another sets meanwhile. */
function changedOf(game: GameRow, { state, words, names }: Pick<GameRow, "words" | "names"> & { state: "hidden" | "open" }) {
  const languages = new Set([...Object.keys(game.names), ...Object.keys(names)]);
  const isRenamed = [...languages].some((language) => names[language] !== game.names[language]);
  return { state: state === game.state ? undefined : state, words: words === game.words ? undefined : words, names: isRenamed ? names : undefined };
}

/** Hides a game or shows it, and sets the words it is found by and its names in other languages. */
export function GameEditOperator({ game: listed, onDone }: { game: GameRow; onDone: () => void }) {
  const t = useT();
  const asking = useAsking();
  const faultOf = useFault();
  const { languages, defaultLanguage } = usePermission();
  const setGame = useSetGame();
  const [game] = useState(listed);
  const [isHidden, setHidden] = useState(game.state === "hidden");
  const [words, setWords] = useState(game.words);
  const [names, setNames] = useState(game.names);
  const others = languages.filter((language) => language !== defaultLanguage);
  const given = filled(names);
  const state = isHidden ? "hidden" : "open";
  const changed = changedOf(game, { state, words: words.trim(), names: given });
  const stateOf = (one: string) => t("vendors.gameState", { state: one });
  const nameWord = (language: string) => t("vendors.nameIn", { language });
  const changes: Change[] = [
    ...(changed.state === undefined ? [] : [{ label: t("games.state"), before: stateOf(game.state), after: stateOf(state) }]),
    ...(changed.words === undefined ? [] : [{ label: t("vendors.words"), before: game.words || "–", after: changed.words || "–" }]),
    ...others.flatMap((language) =>
      given[language] === game.names[language] ? [] : [{ label: nameWord(language), before: game.names[language] ?? "–", after: given[language] ?? "–" }],
    ),
  ];
  const fault = setGame.error === null ? undefined : faultOf(setGame.error);
  const faultAt = (field: string) => (fault?.field === field ? fault.text : undefined);
  const onSuccess = () => {
    showToast(t("vendors.gameSaved", { name: game.displayName }), "success");
    onDone();
  };
  return (
    <ChangeDialog
      title={t("vendors.changeGame", { name: game.displayName })}
      changes={changes.length > 0 ? changes : [{ label: t("games.state"), before: stateOf(game.state), after: stateOf(state) }]}
      warning={state === "hidden" && game.state !== "hidden" && t("vendors.hideWarning")}
      isBlocked={changes.length === 0}
      {...asking(setGame, { verb: t("settings.confirm"), hint: t("settings.reasonHint"), fields: FIELDS })}
      onConfirm={(reason) => setGame.mutate({ nodeId: game.nodeId, ...changed, reason }, { onSuccess })}
      onCancel={onDone}
    >
      {game.vassalage === HOUSE ? (
        <p className="text-sm text-muted">{t("vendors.houseStops")}</p>
      ) : (
        <Checkbox label={t("vendors.hide")} error={faultAt("state")} checked={isHidden} onChange={(event) => setHidden(event.target.checked)} />
      )}
      <TextField
        label={t("vendors.words")}
        hint={t("vendors.wordsHint")}
        error={faultAt("words")}
        autoComplete="off"
        maxLength={WORDS_MAX}
        value={words}
        data-autofocus
        onChange={(event) => setWords(event.target.value)}
      />
      {others.map((language) => (
        <TextField
          key={language}
          label={nameWord(language)}
          hint={t("vendors.nameHint")}
          error={faultAt("names")}
          autoComplete="off"
          maxLength={NAME_MAX}
          value={names[language] ?? ""}
          onChange={(event) => setNames({ ...names, [language]: event.target.value })}
        />
      ))}
    </ChangeDialog>
  );
}
