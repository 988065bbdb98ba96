import { describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import '../../src/styles.css';
import type { Flight } from '../../src/travel/flight.ts';
import { seatsOf, type SeatMap } from '../../src/travel/seat-map.ts';
import { FlightList } from '../../src/ui/flight-list/FlightList.tsx';
import { SeatPicker } from '../../src/ui/seat-picker/SeatPicker.tsx';
import { ignore, overflow } from './page.ts';

// Data of real airlines, kept beside the repository; nothing is tested where the folder is absent.
const files = Object.entries({
  ...import.meta.glob<{ default: unknown }>('../../../shared/fixtures/flights/*.json'),
  ...import.meta.glob<{ default: unknown }>('../../../shared/fixtures/seatmaps/*.json'),
}).map(([path, load]) => ({ name: path.split('fixtures/')[1] ?? path, load }));
const flights = files.filter(({ name }) => name.startsWith('flights'));
const seatMaps = files.filter(({ name }) => name.startsWith('seatmaps'));

describe.skipIf(files.length === 0)('at 360 px', () => {
  it.each(flights)('every flight of $name fits', async ({ load }) => {
    await page.viewport(360, 800);
    const data = (await load()).default as Flight[];
    await render(<FlightList flights={data} onRespond={ignore} onDecline={ignore} />);
    await page.getByRole('button', { name: /^Show \d+ more flights$/ }).click();
    expect(page.getByRole('radio').elements()).toHaveLength(data.length);
    expect(overflow()).toEqual([]);
    const nodes = document.querySelectorAll('[data-part=flights] *').length;
    expect(nodes / data.length).toBeLessThan(25);
  });

  it.each(seatMaps)('every deck of $name fits, with all its seats, none below 24 px', async ({ load }) => {
    await page.viewport(360, 800);
    const map = (await load()).default as SeatMap;
    await render(
      <div style={{ padding: 16 }}>
        <SeatPicker seatMap={map} onRespond={ignore} onDecline={ignore} />
      </div>,
    );
    const tabs = page.getByRole('tab').elements();
    for (const [index, deck] of map.decks.entries()) {
      (tabs[index] as HTMLElement | undefined)?.click();
      // oxlint-disable-next-line no-await-in-loop
      await vi.waitFor(() => {
        document.querySelector<HTMLElement>('[data-part=map] [data-part=more]')?.click();
        expect(document.querySelectorAll('[data-part=seat]')).toHaveLength(seatsOf(deck.cabins).length);
      });
      expect(overflow()).toEqual([]);
      const sizes = [...document.querySelectorAll('[data-part=seat]')].map((seat) => seat.getBoundingClientRect());
      expect(Math.min(...sizes.flatMap(({ width, height }) => [width, height]))).toBeGreaterThanOrEqual(24);
      const nodes = document.querySelectorAll('[data-part=grids] *').length;
      expect(nodes / sizes.length).toBeLessThan(3);
    }
  });
});
