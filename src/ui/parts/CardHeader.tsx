import { useContext, useId, type ReactNode } from 'react';
import { DialogTitleContext, LevelContext, QuestionContext } from '../frame/frame.ts';
import { useBrowserLayoutEffect } from './useBrowserLayoutEffect.ts';

interface CardHeaderProps {
  title: string;
  /** Whether a short question takes the title's place, because nobody named a title. @default false */
  asks?: boolean;
  subtitle?: ReactNode;
  icon: ReactNode;
}

/** An icon, the title and a subtitle. */
export function CardHeader({ title: named, asks = false, subtitle, icon }: CardHeaderProps): ReactNode {
  const id = useId();
  const level = useContext(LevelContext);
  const question = useContext(QuestionContext);
  const tell = useContext(DialogTitleContext);
  const title = (asks && question) || named;
  useBrowserLayoutEffect(() => tell?.({ id, text: title }), [tell, id, title]);
  return (
    <>
      <span data-elicit="icon-tile">{icon}</span>
      {/* Not an `h3`: what pages say of their headings would change its looks. */}
      <span id={tell && id} role="heading" aria-level={level} data-elicit="title" dir="auto">
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
