import type { World } from "@laro/server/testing/world";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { describePage, useBrowser, type Visit, type VisitOptions } from "./browser.ts";
import { createStage, type Stage, type StageOptions } from "./stage.ts";

/**
 * One stage for a test file. A test fails when anything went wrong in its windows that it did not say beforehand.
 * A journey that fails is walked once more, because a slow machine can delay a browser by more than any wait allows; the run names each that needed it.
 */
export function useStage(options: StageOptions = {}): { readonly world: World; readonly visit: (options?: VisitOptions) => Promise<Visit> } {
  let stage: Stage | undefined;
  const visits: Visit[] = [];
  const opened = (): Stage => {
    if (stage === undefined) throw new Error("The stage stands only while tests run.");
    return stage;
  };
  beforeAll(async ({}, file) => {
    for (const task of file.tasks) if (task.type === "test") task.retry = 1;
    stage = await createStage(options, useBrowser());
  });
  afterAll(() => stage?.close());
  afterEach(async ({ task }) => {
    const done = visits.splice(0);
    const scenes = task.result?.state === "fail" ? await Promise.all(done.map(({ page }) => describePage(page))) : [];
    await Promise.all(done.map(({ context }) => context.close()));
    expect(done.flatMap(({ faults }) => faults)).toEqual([]);
    if (scenes.length > 0) throw new Error(`This is where it failed:\n${scenes.join("\n")}`);
  });
  return {
    get world() {
      return opened().world;
    },
    visit: async (look) => {
      const visit = await opened().visit(look);
      visits.push(visit);
      return visit;
    },
  };
}

const EVENTUALLY_MS = 30_000;

/** Expects of a figure what it will be once the page and the server have caught up. */
export const eventually = <T>(read: () => T | Promise<T>) => expect.poll(read, { timeout: EVENTUALLY_MS, interval: 50 });
