/** Joins the class names that apply. */
export const cx = (...names: readonly (string | false | undefined)[]): string => names.filter(Boolean).join(" ");
