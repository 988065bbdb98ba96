import type { ReactNode } from 'react';
import { PlaneIcon } from './icons.tsx';
import { ThemeToggle } from './ThemeToggle.tsx';

const pages = [
  { name: 'Chat', href: '/' },
  { name: 'Questions', href: '/questions.html' },
  { name: 'Desk', href: '/desk.html' },
  { name: 'MCP', href: '/mcp/' },
] as const;

export interface SiteHeaderProps {
  title: string;
  /** The current page. */
  page: (typeof pages)[number]['name'];
  /** The actions of this page. */
  children?: ReactNode;
}

/** The header of every demo page, with links to the others. */
export function SiteHeader({ title, page, children }: SiteHeaderProps): ReactNode {
  return (
    <header className="header">
      <span className="brand-mark" aria-hidden="true">
        <PlaneIcon />
      </span>
      <h1>
        {title} <small>elicitkit demo</small>
      </h1>
      <nav aria-label="Pages of the demo">
        {pages.map(({ name, href }) => (
          <a key={name} className="quiet-button" href={href} aria-current={name === page ? 'page' : undefined}>
            {name}
          </a>
        ))}
      </nav>
      {children}
      <ThemeToggle />
    </header>
  );
}
