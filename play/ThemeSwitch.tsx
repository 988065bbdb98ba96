import { useEffect, useState, type ReactNode } from 'react';
import { MoonIcon, ScreenIcon, SunIcon } from './icons.tsx';

const themes = [
  { name: 'light', label: 'Light', Icon: SunIcon },
  { name: 'dark', label: 'Dark', Icon: MoonIcon },
  { name: 'system', label: 'As the system', Icon: ScreenIcon },
] as const;
type Theme = (typeof themes)[number]['name'];

/** Light, dark or the system's theme. This browser remembers the choice. */
export function ThemeSwitch(): ReactNode {
  const [theme, setTheme] = useState<Theme>(readTheme);

  useEffect(() => {
    // Without the attribute, the style sheet follows the system.
    if (theme === 'system') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = theme;
    localStorage.setItem(key, theme);
  }, [theme]);

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

const key = 'elicitkit-play:theme';

function readTheme(): Theme {
  const kept = localStorage.getItem(key);
  return themes.find(({ name }) => name === kept)?.name ?? 'system';
}
