import { describe, expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import type { Cabin, SeatMap } from '../../src/travel/seat-map.ts';
import { PassengerSeatPicker } from '../../src/ui/seat-picker/PassengerSeatPicker.tsx';
import { SeatPicker } from '../../src/ui/seat-picker/SeatPicker.tsx';
import { ignore } from '../ui/page.ts';

/** Two rows of two seats. */
function cabinFrom(first: number): Cabin {
  return {
    id: 'same',
    class: 'economy',
    columns: [
      { kind: 'seat', letter: 'A' },
      { kind: 'seat', letter: 'B' },
    ],
    rows: [first, first + 1].map((row) => ({
      number: row,
      cells: ['A', 'B'].map((seat, col) => ({
        type: 'seat',
        col,
        row,
        seat,
        designator: `${row}${seat}`,
        state: 'available',
        disclosures: ['Read this.', 'Read this.'],
      })),
    })),
  };
}
const cabins = (count: number) => Array.from({ length: count }, (_, i) => cabinFrom(2 * i + 1));

describe('a hostile seat map', () => {
  it('draws no thousands of decks, nor cabins, whatever they are called', async () => {
    const decks = cabins(3000).map((cabin) => ({ id: 'same', cabins: [cabin] }));
    const { container, rerender } = await render(<SeatPicker seatMap={{ decks }} onRespond={ignore} />);
    expect(container.querySelectorAll('[role=tab]').length).toBe(30);
    await rerender(<SeatPicker seatMap={{ decks: [{ id: 'deck', cabins: cabins(3000) }] }} onRespond={ignore} />);
    expect(container.querySelectorAll('[data-seat]').length).toBeLessThanOrEqual(120);
    container.querySelector<HTMLElement>('[data-seat="1A"]')?.click();
    await expect.poll(() => container.textContent).toContain('Read this.');
  });

  it('seats no tens of thousands of people', async () => {
    const passengers = Array.from({ length: 20_000 }, (_, i) => ({ id: `${i}`, name: `Ada ${i}` }));
    const seatMap: SeatMap = { decks: [{ id: 'deck', cabins: cabins(20) }], passengers };
    const { container } = await render(<PassengerSeatPicker seatMap={seatMap} onRespond={ignore} />);
    expect(container.querySelectorAll('[data-elicit="passenger"]').length).toBe(200);
  });
});
