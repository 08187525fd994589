import { request } from "node:http";
import type { Person } from "./person.ts";

/** Sends the head of a call and half of its body; `finish` sends the rest and answers true or the code of the refusal. */
export async function slowCall(address: string, { token, ip }: Person, name: string, body: object): Promise<{ finish: () => Promise<unknown> }> {
  const content = JSON.stringify(body);
  const half = Math.floor(content.length / 2);
  const call = request(`${address}/api/${name}`, {
    method: "POST",
    headers: { "content-type": "application/json", "content-length": content.length, authorization: `Bearer ${token}`, "x-forwarded-for": ip },
  });
  const answered = new Promise<string>((resolve, reject) => {
    call.on("error", reject);
    call.on("response", (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
      response.on("end", () => resolve(text));
    });
  });
  await new Promise<void>((sent) => call.write(content.slice(0, half), () => sent()));
  return {
    finish: async () => {
      call.end(content.slice(half));
      const answer = JSON.parse(await answered) as { success: boolean; message?: string };
      return answer.success || answer.message;
    },
  };
}
