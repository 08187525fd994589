import { useQueryClient } from "@tanstack/react-query";
import { LoginOperator } from "../../features/sessions/Login.operator.tsx";
import { Console } from "./Console.tsx";
import { enterConsole, useOperator } from "./operator.ts";

export function OperatorSite() {
  const operator = useOperator();
  const client = useQueryClient();
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
