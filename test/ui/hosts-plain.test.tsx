import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { FlightList } from '../../src/ui/flight-list/FlightList.tsx';
import { SeatPicker } from '../../src/ui/seat-picker/SeatPicker.tsx';
import { seedSeatMap } from '../travel/samples.ts';
import { components, trips } from './hosts-samples.tsx';
import { ignore } from './page.ts';

// No style sheet is loaded in this file.

describe('without any style sheet', () => {
  it.each(Object.entries(components))('controls are native, to be seen, and named: %s', async (_, component) => {
    const { container } = await render(<main>{component}</main>);
    expect(getComputedStyle(container.querySelector('[data-elicit-root]') as Element).containerType).toBe('normal');
    const controls = [
      ...container.querySelectorAll<HTMLElement>('button:not([hidden] *), input:not([hidden]), select'),
    ];
    for (const control of controls) {
      expect(control.checkVisibility({ visibilityProperty: true, opacityProperty: true }), control.outerHTML).toBe(
        true,
      );
      await expect.element(control).toHaveAccessibleName();
    }
    // What shows nothing of its name is a seat; the list names them all.
    const blank = controls.filter(
      (control) => control.tagName === 'BUTTON' && control.textContent === '' && !control.querySelector('svg'),
    );
    expect(blank.filter((control) => !control.matches('[data-elicit=seat]'))).toEqual([]);
  });

  it('a flight is chosen by arrow keys and sent', async () => {
    const onRespond = vi.fn<(answer: unknown) => void>();
    await render(<FlightList flights={trips} message="Which one?" onRespond={onRespond} />);
    await expect.element(page.getByText('Which one?')).toBeVisible();
    await page.getByRole('radio', { name: /XA1/ }).click();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(page.getByRole('radio', { name: /QQ1/ })).toBeChecked();
    await page.getByRole('button', { name: 'Continue' }).click();
    expect(onRespond).toHaveBeenCalledWith({ flightId: 'b' }, expect.anything());
  });

  it('a seat is chosen from the list, which is offered before the map', async () => {
    const onRespond = vi.fn<(answer: unknown) => void>();
    const { container } = await render(<SeatPicker seatMap={seedSeatMap} onRespond={onRespond} />);
    expect(container.querySelector('button')?.ariaLabel).toBe('Choose from a list');
    await page.getByRole('button', { name: 'Choose from a list' }).click();
    await page.getByRole('button', { name: /^Show all/ }).click();
    await page.getByRole('button', { name: /^6F/ }).click();
    await page.getByRole('button', { name: /^(Confirm|Continue)/ }).click();
    expect(onRespond).toHaveBeenCalledWith({ row: 6, seat: 'F' }, expect.anything());
  });

  it('says things in the order in which they are to be read', async () => {
    const { container } = await render(
      <FlightList flights={trips} message="Which one?" onRespond={ignore} onDecline={ignore} />,
    );
    const text = container.textContent ?? '';
    const places = ['Which one?', 'XA1', 'QQ1', 'Skip', 'Choose a flight'].map((word) => text.indexOf(word));
    expect(places).not.toContain(-1);
    expect(places.toSorted((a, b) => a - b)).toEqual(places);
  });
});
