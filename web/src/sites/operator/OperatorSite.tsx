import { operators } from "@laro/contract/operators";
import { sessions } from "@laro/contract/sessions";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useApiCommand } from "../../api/query.ts";
import { leaveSession } from "../../api/session.ts";
import { ForcedPassword } from "../../features/accounts/ForcedPassword.tsx";
import { ForcedFactorOperator } from "../../features/factors/ForcedFactor.operator.tsx";
import { LoginOperator } from "../../features/sessions/Login.operator.tsx";
import { Console } from "./Console.tsx";
import { enterConsole, useOperator } from "./operator.ts";

export function OperatorSite() {
  const operator = useOperator();
  const client = useQueryClient();
  const logout = useApiCommand(sessions.logoutOperator);
  const [chosenIn, setChosenIn] = useState<string>();
  const [boundIn, setBoundIn] = useState<string>();
  if (operator?.mustChangePassword && operator.token !== chosenIn)
    return (
      <ForcedPassword
        endpoint={operators.changePassword}
        onDone={() => {
          enterConsole({ ...operator, mustChangePassword: false });
          setChosenIn(operator.token);
        }}
        onSignOut={() => logout.mutate({}, { onSettled: leaveSession })}
      />
    );
  if (operator?.mustBindFactor && operator.token !== boundIn)
    return (
      <ForcedFactorOperator
        onDone={() => {
          enterConsole({ ...operator, mustBindFactor: false });
          setBoundIn(operator.token);
        }}
        onSignOut={() => logout.mutate({}, { onSettled: leaveSession })}
      />
    );
  if (operator) return <Console operator={operator} />;
  return (
    <LoginOperator
      onEntered={(entered) => {
        client.clear();
        enterConsole(entered);
      }}
    />
  );
}
