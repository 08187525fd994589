import { Moon, Sun } from "lucide-react";
import { IconButton } from "./Button.tsx";
import { setTheme, useTheme } from "./theme.ts";

/** Each label names what the press does: `dark` while the page is light, `light` while it is dark. */
export function ThemeSwitch({ labels, className }: { labels: { dark: string; light: string }; className?: string | undefined }) {
  const other = useTheme() === "dark" ? "light" : "dark";
  return (
    <IconButton label={labels[other]} onClick={() => setTheme(other)} className={className}>
      {other === "light" ? <Sun /> : <Moon />}
    </IconButton>
  );
}
