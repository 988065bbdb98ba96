import { useContext, type ReactNode } from 'react';
import { LevelContext } from '../ui/frame/frame.ts';

/** In place of a component that crashed: the question as a title. The `ElicitCard` around it has the ways on. */
export function CrashedCard({ title }: { title: string }): ReactNode {
  return (
    <div data-elicit="card">
      <div data-elicit="header">
        <span role="heading" aria-level={useContext(LevelContext)} data-elicit="title" dir="auto">
          {title}
        </span>
      </div>
    </div>
  );
}
