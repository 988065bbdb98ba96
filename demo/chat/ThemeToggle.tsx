import type { ReactNode } from 'react';
import { themeNamed, themes, ThemeSwitch, useTheme, type ThemeChoice } from '../../play/ThemeSwitch.tsx';

/** Three buttons, or a menu under one icon on a small screen. */
export function ThemeToggle(): ReactNode {
  const choice = useTheme('elicitkit-demo-theme');
  return (
    <>
      <ThemeSwitch {...choice} />
      <ThemeMenu {...choice} />
    </>
  );
}

function ThemeMenu({ theme, setTheme }: ThemeChoice): ReactNode {
  const { Icon } = themes.find(({ name }) => name === theme) ?? themes[2];
  return (
    <span className="quiet-button theme-menu">
      <Icon />
      <select aria-label="Theme" value={theme} onChange={({ target }) => setTheme(themeNamed(target.value))}>
        {themes.map(({ name, label }) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </select>
    </span>
  );
}
