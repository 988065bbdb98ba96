import type { ReactNode } from 'react';

export const PlaneIcon = () => (
  <svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true" focusable="false">
    <path
      fill="currentColor"
      d="M12 1.5c1 0 1.6 1 1.6 2.4v5l7.9 4.9v2l-7.9-2.4v5.2l2.3 1.8v1.6L12 20.9 8.1 22v-1.6l2.3-1.8v-5.2l-7.9 2.4v-2l7.9-4.9v-5c0-1.4.6-2.4 1.6-2.4Z"
      transform="rotate(45 12 12)"
    />
  </svg>
);
export const SunIcon = () => (
  <Line d="M12 7.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9ZM12 2v2M12 20v2M2 12h2M20 12h2M4.9 4.9l1.4 1.4M17.7 17.7l1.4 1.4M4.9 19.1l1.4-1.4M17.7 6.3l1.4-1.4" />
);
export const MoonIcon = () => <Line d="M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5Z" />;
export const ScreenIcon = () => <Line d="M4 5h16v11H4ZM9 20h6M12 16v4" />;
export const PencilIcon = () => <Line d="M12 20h8M4 20l1-4L16 5l3 3L8 19Z" />;
export const SendIcon = () => <Line d="M12 19V5M6 11l6-6 6 6" />;
export const StopIcon = () => (
  <svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true" focusable="false">
    <rect x="6" y="6" width="12" height="12" rx="2.5" fill="currentColor" />
  </svg>
);
export const DownIcon = () => <Line d="M12 5v14M6 13l6 6 6-6" />;
export const BulbIcon = () => (
  <Line d="M9.5 18h5M10.5 21h3M12 3a6 6 0 0 0-3.5 10.9c.6.5 1 1.2 1 2.1h5c0-.9.4-1.6 1-2.1A6 6 0 0 0 12 3Z" />
);
export const AlertIcon = () => <Line d="M12 4 2.8 20h18.4ZM12 10v4M12 17v.01" />;
export const DashIcon = () => <Line d="M6 12h12" />;

function Line({ d }: { d: string }): ReactNode {
  return (
    <svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true" focusable="false">
      <path d={d} fill="none" stroke="currentColor" strokeWidth="1.75" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}
