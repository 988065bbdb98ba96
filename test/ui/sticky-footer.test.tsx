import { run } from 'axe-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import '../../src/styles.css';
import { manyOffers, wideSeatMap } from '../../stories/travel-samples.ts';
import { ChoiceList } from '../../src/ui/choice-list/ChoiceList.tsx';
import { MultiChoiceList } from '../../src/ui/choice-list/MultiChoiceList.tsx';
import { FlightList } from '../../src/ui/flight-list/FlightList.tsx';
import { SchemaForm } from '../../src/ui/schema-form/SchemaForm.tsx';
import { PassengerSeatPicker } from '../../src/ui/seat-picker/PassengerSeatPicker.tsx';
import { SeatPicker } from '../../src/ui/seat-picker/SeatPicker.tsx';
import { ignore } from './page.ts';

const named = (count: number) => Array.from({ length: count }, (_, i) => `Name ${i + 1}`);
const fields = Object.fromEntries(named(14).map((name) => [name, { type: 'string', title: name }]));
const ways = { onRespond: ignore, onDecline: ignore };
const cards = {
  FlightList: <FlightList flights={manyOffers.slice(0, 8)} draft={{ flightId: manyOffers[0]?.id }} {...ways} />,
  SeatPicker: <SeatPicker seatMap={wideSeatMap} draft={{ row: 52, seat: 'A' }} {...ways} />,
  PassengerSeatPicker: <PassengerSeatPicker seatMap={wideSeatMap} passengers={[{ id: 'a', name: 'Ada' }]} {...ways} />,
  ChoiceList: <ChoiceList choices={named(24)} {...ways} />,
  MultiChoiceList: <MultiChoiceList choices={named(24)} {...ways} />,
  SchemaForm: <SchemaForm schema={{ type: 'object', properties: fields }} {...ways} />,
};

describe.each(['light', 'dark'])('a footer at the edge of the window, %s', (theme) => {
  describe.each([360, 1100])('%i px wide', (width) => {
    beforeEach(() => page.viewport(width, 560));

    // While a footer sticks, axe leaves to a person what it lies over and what it partly overlaps, whatever the colours:
    // `_getBackgroundStack` of axe-core 4.14 gives up there. So nothing may be wrong where it sticks, and nothing may be
    // left open where it is at rest.
    it.each(Object.entries(cards))('has words that are seen, and at its own place covers none: %s', async (_, card) => {
      const { container } = await render(
        <main data-theme={theme} style={{ background: theme === 'dark' ? '#111316' : '#fff', padding: 16 }}>
          <style>{'[data-elicit-root] * { transition: none !important; animation: none !important; }'}</style>
          {card}
        </main>,
      );
      const footer = container.querySelector('[data-elicit=dock], [data-elicit=footer]') as HTMLElement;
      const html = document.documentElement;
      html.scrollTop = 0;
      await expect.poll(() => html.scrollHeight).toBeGreaterThan(innerHeight + 16);
      await expect.poll(() => Math.round(footer.getBoundingClientRect().bottom)).toBe(innerHeight);
      await expect.poll(async () => (await judge(footer)).violations).toEqual([]);
      html.scrollTop = html.scrollHeight;
      await expect.poll(() => Math.round(footer.getBoundingClientRect().bottom)).toBeLessThan(innerHeight);
      await expect.poll(() => judge(container)).toEqual({ violations: [], incomplete: [] });
    });
  });
});

describe.each([280, 360, 1100])('a footer in a window %i px wide', (width) => {
  it.each(Object.entries(cards))('sticks only where it takes a third of the height at most: %s', async (_, card) => {
    const { container } = await render(card);
    const footer = container.querySelector('[data-elicit=dock], [data-elicit=footer]') as HTMLElement;
    for (const height of [200, 320, 380, 480, 544, 740]) {
      await page.viewport(width, height);
      await expect.poll(() => innerHeight).toBe(height);
      const share = getComputedStyle(footer).position === 'sticky' ? footer.offsetHeight / height : 0;
      expect(share, `${height} px`).toBeLessThanOrEqual(1 / 3);
    }
    expect(getComputedStyle(footer).position).toBe('sticky');
  });
});

/** What is wrong, and what is left for a person to look at. */
async function judge(element: HTMLElement): Promise<{ violations: string[]; incomplete: string[] }> {
  const { violations, incomplete, passes } = await run(element);
  expect(passes.find(({ id }) => id === 'color-contrast')?.nodes.length).toBeGreaterThan(0);
  const told = (results: typeof violations) =>
    results.flatMap(({ id, nodes }) =>
      nodes.map(({ html, target }) => ({ said: `${id}: ${html}`, at: String(target) })),
    );
  // A price beyond the end of its line is in view once the line scrolls.
  const open = told(incomplete).filter(({ at }) => !document.querySelector(at)?.closest('[data-elicit=tiers]'));
  return { violations: told(violations).map(({ said }) => said), incomplete: open.map(({ said }) => said) };
}
