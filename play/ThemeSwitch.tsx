import { useEffect, useState, type ReactNode } from 'react';
import { MoonIcon, ScreenIcon, SunIcon } from './icons.tsx';

export const themes = [
  { name: 'light', label: 'Light', Icon: SunIcon },
  { name: 'dark', label: 'Dark', Icon: MoonIcon },
  { name: 'system', label: 'As the system', Icon: ScreenIcon },
] as const;
type Theme = (typeof themes)[number]['name'];

/** The theme of the page, and what to call to change it. */
export interface ThemeChoice {
  theme: Theme;
  setTheme: (theme: Theme) => void;
}

/** Light, dark or the system's theme. This browser remembers the choice under the key. */
export function useTheme(storageKey: string): ThemeChoice {
  const [theme, setTheme] = useState(() => themeNamed(localStorage.getItem(storageKey)));
  useEffect(() => {
    // Without the attribute, the style sheet follows the system.
    if (theme === 'system') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = theme;
    localStorage.setItem(storageKey, theme);
  }, [storageKey, theme]);
  return { theme, setTheme };
}

export function ThemeSwitch({ theme, setTheme }: ThemeChoice): ReactNode {
  return (
    <fieldset className="themes">
      <legend className="visually-hidden">Theme</legend>
      {themes.map(({ name, label, Icon }) => (
        <label key={name} title={label}>
          <input type="radio" name="theme" checked={theme === name} onChange={() => setTheme(name)} />
          <Icon />
          <span className="visually-hidden">{label}</span>
        </label>
      ))}
    </fieldset>
  );
}

export function themeNamed(given: string | null): Theme {
  return themes.find(({ name }) => name === given)?.name ?? 'system';
}
