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
