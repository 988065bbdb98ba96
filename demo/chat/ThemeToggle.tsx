import { useEffect, useState, type ReactNode } from 'react';
import { MoonIcon, ScreenIcon, SunIcon } from './icons.tsx';

const themes = [
  { name: 'light', label: 'Light', Icon: SunIcon },
  { name: 'dark', label: 'Dark', Icon: MoonIcon },
  { name: 'system', label: 'As the system', Icon: ScreenIcon },
] as const;
type Theme = (typeof themes)[number]['name'];

/** Light, dark or the system's theme. This browser remembers the choice. */
export function ThemeToggle(): ReactNode {
  const [theme, setTheme] = useState<Theme>(readTheme);

  useEffect(() => {
    // Without the attribute, the style sheet follows the system.
    if (theme === 'system') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = theme;
    localStorage.setItem(storageKey, theme);
  }, [theme]);

  return (
    <>
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
      <ThemeMenu theme={theme} setTheme={setTheme} />
    </>
  );
}

/** In place of the three on a small screen: a menu under one icon. */
function ThemeMenu({ theme, setTheme }: { theme: Theme; setTheme: (theme: Theme) => void }): ReactNode {
  const { Icon } = themes.find(({ name }) => name === theme) ?? themes[2];
  const pick = (picked: string) => setTheme(themes.find(({ name }) => name === picked)?.name ?? 'system');
  return (
    <span className="quiet-button theme-menu">
      <Icon />
      <select aria-label="Theme" value={theme} onChange={({ target }) => pick(target.value)}>
        {themes.map(({ name, label }) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </select>
    </span>
  );
}

const storageKey = 'elicitkit-demo-theme';

function readTheme(): Theme {
  const kept = localStorage.getItem(storageKey);
  return themes.find(({ name }) => name === kept)?.name ?? 'system';
}
