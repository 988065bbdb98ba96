import { useState, type ReactNode } from 'react';

/** A button of a narrow card: it shows the element after it, which is folded there. */
export function Unfold({ part, text, isLong }: UnfoldProps): ReactNode {
  const [unfolded, unfold] = useState(false);
  return (
    <button
      type="button"
      data-elicit={part}
      data-state={isLong ? 'long' : 'short'}
      aria-expanded={unfolded}
      onClick={() => unfold(!unfolded)}
    >
      {text}
    </button>
  );
}

interface UnfoldProps {
  part: 'prices' | 'marks';
  text: string;
  /** Whether it takes more than a line of a narrow card. */
  isLong: boolean;
}
