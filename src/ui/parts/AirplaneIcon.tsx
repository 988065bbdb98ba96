import type { ReactNode } from 'react';

export function AirplaneIcon(): ReactNode {
  return (
    <svg data-part="airplane-icon" viewBox="0 0 24 24" width="18" height="18" aria-hidden="true" focusable="false">
      <path
        fill="currentColor"
        transform="rotate(45 12 12)"
        d="M12 1.5c1 0 1.6 1 1.6 2.4v5l7.9 4.9v2l-7.9-2.4v5.2l2.3 1.8v1.6L12 20.9 8.1 22v-1.6l2.3-1.8v-5.2l-7.9 2.4v-2l7.9-4.9v-5c0-1.4.6-2.4 1.6-2.4Z"
      />
    </svg>
  );
}
