import { type HomeSection, homeSections, type Switchable } from "@laro/contract/core/homeSections";
import type { MenuSetting } from "@laro/contract/settings";

/** The site as it is shipped. */
export const shippedMenu: MenuSetting = { home: homeSections.map((section) => ({ section, isOn: true })), off: [] };

/** One difference of two arrangements: a section that moved or was switched, or an entry of the navigation that was. */
export type MenuChange =
  | { readonly kind: "place"; readonly section: HomeSection; readonly before: number; readonly after: number }
  | { readonly kind: "section"; readonly section: HomeSection; readonly isOn: boolean }
  | { readonly kind: "entry"; readonly code: Switchable; readonly isOn: boolean };

/** What a change does, said with as few moved sections as it can be. */
export function differencesOf(before: MenuSetting, after: MenuSetting): readonly MenuChange[] {
  const [was, is] = [before, after].map(({ home }) => home.map(({ section }) => section)) as [HomeSection[], HomeSection[]];
  const stayed = new Set(longestInOrder(is.map((section) => was.indexOf(section))).map((place) => was[place]));
  const moved = is.filter((section) => !stayed.has(section));
  const isOnIn = ({ home }: MenuSetting, section: HomeSection): boolean => home.some((one) => one.section === section && one.isOn);
  const switched = is.filter((section) => isOnIn(before, section) !== isOnIn(after, section));
  const entries = [...before.off.filter((code) => !after.off.includes(code)), ...after.off.filter((code) => !before.off.includes(code))];
  return [
    ...moved.map((section) => ({ kind: "place", section, before: was.indexOf(section) + 1, after: is.indexOf(section) + 1 }) as const),
    ...switched.map((section) => ({ kind: "section", section, isOn: isOnIn(after, section) }) as const),
    ...entries.map((code) => ({ kind: "entry", code, isOn: !after.off.includes(code) }) as const),
  ];
}

/** The most of these numbers that stand in rising order. */
function longestInOrder(places: readonly number[]): readonly number[] {
  const ending: number[][] = [];
  for (const place of places) {
    const before = ending.filter((row) => row.at(-1)! < place).reduce<number[]>((best, row) => (row.length > best.length ? row : best), []);
    ending.push([...before, place]);
  }
  return ending.reduce<number[]>((best, row) => (row.length > best.length ? row : best), []);
}
