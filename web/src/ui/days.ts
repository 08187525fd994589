const DAY_MS = 24 * 60 * 60_000;

/** Two calendar days, both included, as yyyy-mm-dd. */
export interface DaySpan {
  readonly from: string;
  readonly to: string;
}

export const dayPresets = ["today", "past7", "past30", "next7", "next30"] as const;
export type DayPreset = (typeof dayPresets)[number];

/** The calendar day a moment falls on in a time zone. */
export const dayIn = (timeZone: string, at: number): string => new Intl.DateTimeFormat("sv-SE", { timeZone }).format(at);

export const addDays = (day: string, days: number): string => new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

const earlier = (one: string, other: string): string => (one < other ? one : other);

const spans = {
  today: ({ today }) => ({ from: today, to: today }),
  past7: ({ today }) => ({ from: addDays(today, -6), to: today }),
  past30: ({ today }) => ({ from: addDays(today, -29), to: today }),
  next7: ({ today, to }) => ({ from: addDays(to, 1), to: earlier(addDays(to, 7), today) }),
  next30: ({ today, to }) => ({ from: addDays(to, 1), to: earlier(addDays(to, 30), today) }),
} as const satisfies Record<DayPreset, (at: { today: string; to: string }) => DaySpan>;

/** The days a preset stands for: past ones end today, next ones follow the days now shown and never pass today. */
export const spanOf = (preset: DayPreset, at: { today: string; to: string }): DaySpan => spans[preset](at);

/** The presets worth offering: nothing of a record lies after today. */
export const presetsFor = ({ today, to }: { today: string; to: string }): readonly DayPreset[] =>
  dayPresets.filter((preset) => to < today || !preset.startsWith("next"));

const DAY = /^[2-9]\d{3}-\d{2}-\d{2}$/;

/** The days a URL names; where it names none, or nonsense, the last seven. */
export function readSpan(search: URLSearchParams, today: string): DaySpan {
  const [from, to] = [search.get("from") ?? "", search.get("to") ?? ""];
  return isDay(from) && isDay(to) && from <= to ? { from, to } : spanOf("past7", { today, to: today });
}

const isDay = (text: string): boolean => DAY.test(text) && !Number.isNaN(Date.parse(text));
