import type { ReactNode } from 'react';
import { BulbIcon } from '../chat/icons.tsx';

/** What the model says about the cards. */
export function Advice({ text }: { text: string }): ReactNode {
  return (
    <p className="card-advice" data-elicit-root="">
      <BulbIcon />
      <span dir="auto">{text}</span>
    </p>
  );
}
