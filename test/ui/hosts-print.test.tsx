import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cdp, page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import '../../src/styles.css';
import { SeatPicker } from '../../src/ui/seat-picker/SeatPicker.tsx';
import { components } from './hosts-samples.tsx';

const emulate = (media: 'print' | '') =>
  (cdp() as unknown as { send: (method: string, params: object) => Promise<unknown> }).send(
    'Emulation.setEmulatedMedia',
    { media },
  );

beforeEach(() => page.viewport(700, 800));
afterEach(() => emulate(''));

describe('printed', () => {
  it.each(Object.entries(components))(
    '%s is dark on white, without shadows, and nothing floats',
    async (_, component) => {
      const { container } = await render(<main data-theme="dark">{component}</main>);
      const floats = () =>
        [...container.querySelectorAll('*')].filter((part) => getComputedStyle(part).position === 'sticky');
      const card = container.querySelector('[data-elicit=card], [data-elicit=receipt]') as Element;
      expect(getComputedStyle(card).backgroundColor).toBe('rgb(28, 31, 36)');
      const sticky = floats().length;
      expect(sticky).toBe(
        container.querySelectorAll(
          '[data-elicit=dock], :is(fieldset, [data-elicit=form], [data-elicit^=card]) > [data-elicit=footer], [data-elicit=table] :is(thead, tfoot) :is(td, th)',
        ).length,
      );

      await emulate('print');
      expect(matchMedia('print').matches).toBe(true);
      expect(getComputedStyle(card).backgroundColor).toBe('rgb(255, 255, 255)');
      expect(getComputedStyle(card).color).toBe('rgb(21, 24, 28)');
      expect(getComputedStyle(card).colorScheme).toBe('light');
      expect(getComputedStyle(card).boxShadow).toBe('none');
      expect(floats()).toEqual([]);
    },
  );

  it('a seat map shows every row and what was chosen, no button, and afterwards the rows of before', async () => {
    const long = { rows: 40, seatsPerRow: ['A', 'B', '', 'C', 'D'], taken: [] };
    const { container } = await render(<SeatPicker seatMap={long} onRespond={() => {}} />);
    const rows = () => container.querySelectorAll('[role=row]').length;
    const before = rows();
    expect(before).toBeLessThan(40);

    await emulate('print');
    window.dispatchEvent(new Event('beforeprint'));
    expect(rows()).toBe(40);
    expect(container.querySelector('[data-elicit=map] > [data-elicit=more]')).toBeNull();
    const isShown = (part: string) =>
      container.querySelector(`[data-elicit=dock] [data-elicit=${part}]`)?.checkVisibility();
    expect([isShown('detail'), isShown('footer'), isShown('commit')]).toEqual([true, true, false]);

    await emulate('');
    window.dispatchEvent(new Event('afterprint'));
    await expect.poll(rows).toBe(before);
  });

  it('a receipt, a flight and a row of seats are not torn over two pages', async () => {
    await emulate('print');
    const { container } = await render(<main>{Object.values(components)}</main>);
    for (const part of ['receipt', 'flight-item', 'row']) {
      const element = container.querySelector(`[data-elicit=${part}]`) as Element;
      expect(getComputedStyle(element).breakInside, part).toBe('avoid');
    }
  });
});
