import { describe, expect, it, onTestFinished } from 'vitest';
import { render } from 'vitest-browser-react';
import '../../src/styles.css';
import { emulate } from './page.ts';
import { FactLine } from '../../src/ui/parts/FactLine.tsx';

const facts = ['Example Airlines XA 12', 'operated by Example Express', '7 h 43 min', 'Airbus A350-900', 'Economy'];

/** Where the words of an element stand, and where a letter of it does. */
function boxOf(node: Node, from: number, to: number): DOMRect {
  const range = document.createRange();
  range.setStart(node, from);
  range.setEnd(node, to);
  return range.getBoundingClientRect();
}

describe('facts in one line', () => {
  it.each(['ltr', 'rtl'])(
    'have a dot between them, and none where a line ends, however narrow it is: %s',
    async (dir) => {
      const drawn = { between: 0, atAnEnd: 0 };
      const screen = await render(
        <div data-elicit-root="" dir={dir}>
          <p data-elicit="subtitle">
            <FactLine facts={facts} />
          </p>
        </div>,
      );
      const line = screen.container.querySelector('p') as HTMLElement;
      expect(line.textContent).toBe(facts.join(', '));
      for (let width = 120; width <= 700; width += 7) {
        line.style.inlineSize = `${width}px`;
        for (const dot of line.querySelectorAll('span')) {
          const before = dot.previousElementSibling?.getClientRects();
          const after = dot.nextElementSibling?.getClientRects();
          const isAtAnEnd = Math.abs((before?.[before.length - 1]?.y ?? 0) - (after?.[0]?.y ?? 0)) > 4;
          const isDrawn = dot.getBoundingClientRect().width > 2;
          // The letter itself is never seen, at the end of a line least of all.
          expect(boxOf(dot.firstChild as Node, 0, 1).width).toBeLessThan(0.1);
          expect(isDrawn, `${width} px`).toBe(!isAtAnEnd);
          drawn[isAtAnEnd ? 'atAnEnd' : 'between'] += 1;
        }
      }
      expect(drawn.between).toBeGreaterThan(20);
      expect(drawn.atAnEnd).toBeGreaterThan(20);
    },
  );

  it('keep their dots where the system gives the colours', async () => {
    await emulate('forced-colors', 'active');
    onTestFinished(() => emulate('forced-colors', ''));
    const screen = await render(
      <div data-elicit-root="">
        <FactLine facts={facts} />
      </div>,
    );
    const dot = screen.container.querySelector('span');
    const { color, forcedColorAdjust, backgroundImage } = getComputedStyle(dot as Element);
    // Forced, it would be covered by the plate behind its letter.
    expect(forcedColorAdjust).toBe('none');
    expect(backgroundImage).toContain(color);
    expect(color).toBe(getComputedStyle(screen.container.querySelector('bdi') as Element).color);
  });
});
