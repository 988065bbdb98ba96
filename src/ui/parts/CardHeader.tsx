import { useContext, useId, type ReactNode } from 'react';
import { DialogTitleContext } from '../frame/frame.ts';
import { AirplaneIcon } from './AirplaneIcon.tsx';
import { useBrowserLayoutEffect } from './useBrowserLayoutEffect.ts';

interface CardHeaderProps {
  title: string;
  subtitle?: ReactNode;
  /** @default an airplane */
  icon?: ReactNode;
}

/** An icon, the title and a subtitle. */
export function CardHeader({ title, subtitle, icon = <AirplaneIcon /> }: CardHeaderProps): ReactNode {
  const id = useId();
  const tell = useContext(DialogTitleContext);
  useBrowserLayoutEffect(() => tell?.({ id, text: title }), [tell, id, title]);
  return (
    <>
      <span data-elicit="icon-tile">{icon}</span>
      <span id={tell && id} data-elicit="title" dir="auto">
        {title}
      </span>
      {/* The space separates the two in the accessible name. */}
      {subtitle && (
        <span data-elicit="subtitle" dir={typeof subtitle === 'string' ? 'auto' : undefined}>
          {' '}
          {subtitle}
        </span>
      )}
    </>
  );
}
