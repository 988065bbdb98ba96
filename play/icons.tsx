import type { ReactNode } from 'react';

export const SunIcon = () => (
  <Line d="M12 7.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9ZM12 2v2M12 20v2M2 12h2M20 12h2M4.9 4.9l1.4 1.4M17.7 17.7l1.4 1.4M4.9 19.1l1.4-1.4M17.7 6.3l1.4-1.4" />
);
export const MoonIcon = () => <Line d="M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5Z" />;
export const ScreenIcon = () => <Line d="M4 5h16v11H4ZM9 20h6M12 16v4" />;
export const AlertIcon = () => <Line d="M12 4 2.8 20h18.4ZM12 10v4M12 17v.01" />;
export const UpIcon = () => <Line d="M12 19V5M6 11l6-6 6 6" />;
export const DownIcon = () => <Line d="M12 5v14M6 13l6 6 6-6" />;

function Line({ d }: { d: string }): ReactNode {
  return (
    <svg viewBox="0 0 24 24" width="16" height="16" aria-hidden="true" focusable="false">
      <path d={d} fill="none" stroke="currentColor" strokeWidth="1.75" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}
