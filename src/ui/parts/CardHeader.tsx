import type { ReactNode } from 'react';
import { AirplaneIcon } from './AirplaneIcon.tsx';

interface CardHeaderProps {
  title: string;
  subtitle?: ReactNode;
  /** @default an airplane */
  icon?: ReactNode;
}

/** A picture, what to do, and what it is about. */
export function CardHeader({ title, subtitle, icon = <AirplaneIcon /> }: CardHeaderProps): ReactNode {
  return (
    <>
      <span data-part="icon-tile">{icon}</span>
      <span data-part="title" dir="auto">
        {title}
      </span>
      {/* The space keeps the two apart in the name that assistive technology makes of them. */}
      {subtitle && (
        <span data-part="subtitle" dir={typeof subtitle === 'string' ? 'auto' : undefined}>
          {' '}
          {subtitle}
        </span>
      )}
    </>
  );
}
