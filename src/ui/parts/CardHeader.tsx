import type { ReactNode } from 'react';
import { AirplaneIcon } from './AirplaneIcon.tsx';

/** The airplane, what to do, and what it is about. */
export function CardHeader({ title, subtitle }: { title: string; subtitle?: string | undefined }): ReactNode {
  return (
    <>
      <span data-part="icon-tile">
        <AirplaneIcon />
      </span>
      <span data-part="title">{title}</span>
      {/* The space keeps the two apart in the name that assistive technology makes of them. */}
      {subtitle && <span data-part="subtitle"> {subtitle}</span>}
    </>
  );
}
