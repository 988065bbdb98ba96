import type { ReactNode } from 'react';

/** The tear-off part: a number and a bar code. */
export function PassFooter({ name, number }: { name: string; number: string }): ReactNode {
  return (
    <footer>
      <span className="pass-number">
        <small>{name}</small>
        {number}
      </span>
      <Bars code={number} />
    </footer>
  );
}

/** Looks like a bar code but encodes nothing. */
function Bars({ code }: { code: string }): ReactNode {
  const widths = Array.from(code.repeat(4), (letter, index) => 1 + (((letter.codePointAt(0) ?? 0) >> (index % 4)) & 3));
  const starts = widths.map((_, index) => widths.slice(0, index).reduce((sum, width) => sum + width + 2, 0));
  return (
    <svg className="pass-bars" viewBox={`0 0 ${starts.at(-1) ?? 0} 30`} preserveAspectRatio="none" aria-hidden="true">
      {starts.map((x, index) => (
        <rect key={x} x={x} width={widths[index]} height="30" fill="currentColor" />
      ))}
    </svg>
  );
}
