import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import '../../src/styles.css';
import type { FlightInput, PickFlight } from '../../src/travel/flight.ts';
import { FlightList } from '../../src/ui/flight-list/FlightList.tsx';
import { flightOf, seedFlights, segment } from '../travel/samples.ts';
import { focused, ignore, overflow, tabStops } from './page.ts';

const radio = (name: RegExp) => page.getByRole('radio', { name });
const commit = () => page.getByRole('button', { name: 'Continue' });
const many = Array.from({ length: 40 }, (_, i): FlightInput => {
  return { ...(seedFlights[0] as FlightInput), id: `f${i}`, flightNumber: `SH${i}`, price: 100 + i };
});

describe('FlightList', () => {
  it('shows each flight as a radio that says the whole card, in a named group', async () => {
    await render(<FlightList flights={seedFlights} message="Which one?" onRespond={ignore} locale="en-US" />);
    await expect.element(page.getByRole('group', { name: 'Pick a flight' })).toHaveAccessibleDescription('Which one?');
    await expect.element(radio(/SH101/)).toHaveAccessibleName('SkyHigh Airways SH101, 08:00 to 11:30, 3h 30m, $299.00');
    await expect.element(radio(/BH220/)).toHaveAccessibleName(/\$349\.00, Fastest$/);
    await expect.element(radio(/PW7/)).toHaveAccessibleName(/\$259\.50, Cheapest$/);
    expect(document.querySelector('[data-part=header] svg')).not.toBeNull();
  });

  it('answers when Continue is pressed and never before', async () => {
    const onRespond = vi.fn<(answer: PickFlight) => void>();
    await render(<FlightList flights={seedFlights} onRespond={onRespond} />);
    await radio(/BH220/).click();
    await expect.element(radio(/BH220/)).toBeChecked();
    expect(onRespond).not.toHaveBeenCalled();
    await commit().click();
    expect(onRespond.mock.calls).toEqual([[{ flightId: 'blue' }]]);
  });

  it('is one tab stop for its flights, walks them with arrows and answers on Enter', async () => {
    const onRespond = vi.fn<(answer: PickFlight) => void>();
    await render(<FlightList flights={seedFlights} onRespond={onRespond} onDecline={ignore} />);
    await userEvent.keyboard('{Tab}');
    expect(focused()).toMatch(/SH101/);
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    await expect.element(radio(/PW7/)).toBeChecked();
    expect(await tabStops()).toEqual([expect.stringMatching(/PW7/), 'Skip', 'Continue']);
    (document.querySelector('input:checked') as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    expect(onRespond.mock.calls).toEqual([[{ flightId: 'wings' }]]);
  });

  it('says what is missing when nothing is chosen', async () => {
    const onRespond = vi.fn<(answer: PickFlight) => void>();
    await render(<FlightList flights={seedFlights} onRespond={onRespond} />);
    await expect.element(commit()).toHaveAttribute('aria-disabled', 'true');
    // Playwright waits for an enabled button; the person need not.
    (commit().element() as HTMLElement).click();
    await expect.element(page.getByRole('status')).toHaveTextContent('Pick a flight first.');
    expect(onRespond).not.toHaveBeenCalled();
  });

  it('does not offer a flight that cannot be chosen, and says why', async () => {
    const sold = {
      ...many[0],
      airline: { code: 'XA' },
      legs: [],
      departure: { at: '08:00' },
      arrival: { at: '09:00' },
    };
    const flight = { ...sold, id: 'sold', flightNumber: 'XA9', price: undefined, disabled: { reason: 'Sold out' } };
    await render(<FlightList flights={[...seedFlights, flight]} onRespond={ignore} draft={{ flightId: 'sold' }} />);
    await expect.element(radio(/XA9/)).toBeDisabled();
    await expect.element(radio(/XA9.*price on request, unavailable: Sold out/)).not.toBeChecked();
    await expect.element(page.getByText('Sold out', { exact: true })).toBeVisible();
    await expect.element(commit()).toHaveAttribute('aria-disabled', 'true');
  });

  it('offers Skip where there is a way out, and only there', async () => {
    const onDecline = vi.fn<() => void>();
    const screen = await render(<FlightList flights={seedFlights} onRespond={ignore} onDecline={onDecline} />);
    await page.getByRole('button', { name: 'Skip' }).click();
    expect(onDecline).toHaveBeenCalledOnce();
    await screen.rerender(<FlightList flights={seedFlights} onRespond={ignore} />);
    await expect.element(page.getByRole('button', { name: 'Skip' })).not.toBeInTheDocument();
  });

  it('grows in place and goes on where it grew', async () => {
    await render(<FlightList flights={many} onRespond={ignore} />);
    expect(page.getByRole('radio').elements()).toHaveLength(4);
    await page.getByRole('button', { name: 'Show 36 more flights' }).click();
    await vi.waitFor(() => expect(focused()).toMatch(/SH4,/));
    expect(page.getByRole('radio').elements()).toHaveLength(40);
    expect(document.querySelector('input:checked')).toBeNull();
  });

  it('carries the choice in its draft, and shows a restored one even far down', async () => {
    const onDraftChange = vi.fn<(draft: unknown) => void>();
    await render(
      <FlightList flights={many} onRespond={ignore} draft={{ flightId: 'f30' }} onDraftChange={onDraftChange} />,
    );
    await expect.element(radio(/SH30,/)).toBeChecked();
    await radio(/SH2,/).click();
    expect(onDraftChange.mock.calls).toEqual([[{ flightId: 'f2' }]]);
  });

  it.each([null, 'x', 7, {}, { flightId: 9 }, { flightId: 'gone' }])('ignores the draft %j', async (draft) => {
    const onRespond = vi.fn<(answer: PickFlight) => void>();
    await render(<FlightList flights={seedFlights} onRespond={onRespond} draft={draft} />);
    expect(document.querySelector('input:checked')).toBeNull();
    (commit().element() as HTMLElement).click();
    expect(onRespond).not.toHaveBeenCalled();
  });

  it('drops a choice that is no longer offered', async () => {
    const onRespond = vi.fn<(answer: PickFlight) => void>();
    const screen = await render(<FlightList flights={seedFlights} onRespond={onRespond} />);
    await radio(/BH220/).click();
    await screen.rerender(<FlightList flights={seedFlights.slice(0, 1)} onRespond={onRespond} />);
    (commit().element() as HTMLElement).click();
    expect(onRespond).not.toHaveBeenCalled();
  });

  it('is inert while sending, says so, keeps focus inside and gives it back', async () => {
    const onRespond = vi.fn<(answer: PickFlight) => void>();
    const props = { flights: seedFlights, onRespond };
    const screen = await render(<FlightList {...props} />);
    await radio(/BH220/).click();
    await commit().click();
    const button = document.activeElement;
    expect(button?.textContent).toBe('Continue');

    await screen.rerender(<FlightList {...props} state="sending" />);
    await expect.element(page.getByRole('status')).toHaveTextContent('Sending…');
    expect(document.querySelector('[data-part=card-body]')).toHaveProperty('inert', true);
    expect(document.activeElement).toHaveAttribute('data-part', 'flight-list');
    expect(await tabStops()).toEqual([]);
    document.querySelector<HTMLElement>('[data-part=flight-list]')?.focus();

    await screen.rerender(<FlightList {...props} state="failed" />);
    await expect.element(page.getByRole('status')).toHaveTextContent('Your choice was not sent.');
    await expect.element(radio(/BH220/)).toBeChecked();
    expect(document.activeElement).toBe(button);
    await page.getByRole('button', { name: 'Try again' }).click();
    expect(onRespond.mock.calls).toEqual([[{ flightId: 'blue' }], [{ flightId: 'blue' }]]);
  });

  it('shows what was wrong at the top, as an alert that describes the group', async () => {
    const issues = [{ path: ['flightId'], message: 'That flight was not offered.' }];
    await render(<FlightList flights={seedFlights} onRespond={ignore} issues={issues} />);
    await expect.element(page.getByRole('alert')).toHaveTextContent('That flight was not offered.');
    await expect.element(page.getByRole('group')).toHaveAccessibleDescription('That flight was not offered.');
  });

  it('says that there is nothing to choose', async () => {
    await render(<FlightList flights={[]} onRespond={ignore} />);
    await expect.element(page.getByText('No flights to choose from.')).toBeVisible();
  });

  it.each([
    [320, 'ltr'],
    [360, 'ltr'],
    [360, 'rtl'],
  ])('never cuts a clock, a day mark or a price at %i px, %s', async (width, dir) => {
    await page.viewport(width, 800);
    const flights = [
      flightOf([segment('AKL', 'LAX', '2026-12-02T00:30', '2026-12-01T15:35')], {
        price: { amount: '112.750', currency: 'KWD' },
      }),
    ];
    await render(
      <div dir={dir} style={{ padding: 16 }}>
        <FlightList flights={flights} onRespond={ignore} locale="en-US" />
      </div>,
    );
    const parts = [...document.querySelectorAll('[data-part=times] > *, [data-part=price]')];
    expect(parts.map((part) => part.textContent)).toEqual(['00:30', '', '15:35', '−1', 'KWD\u00A0112.750']);
    for (const part of parts) {
      expect(part.scrollWidth).toBeLessThanOrEqual(part.clientWidth);
      const around = part.parentElement?.getBoundingClientRect() as DOMRect;
      const box = part.getBoundingClientRect();
      expect([box.left >= around.left - 0.5, box.right <= around.right + 0.5]).toEqual([true, true]);
    }
  });

  it('shows hostile words as words, and holds them at 360 px', async () => {
    await page.viewport(360, 800);
    const nasty = `<img src=x onerror="window.hacked=1">\u202Egnp.exe${'W'.repeat(5000)}`;
    const flights = [
      { ...(seedFlights[0] as FlightInput), airline: nasty, flightNumber: nasty, departure: nasty, duration: nasty },
      { ...(seedFlights[1] as FlightInput), from: nasty, to: nasty, currency: nasty },
    ];
    const issues = [{ path: [], message: nasty }];
    await render(
      <FlightList flights={flights} message={nasty} issues={issues} onRespond={ignore} onDecline={ignore} />,
    );
    await page.getByRole('radio').first().click();
    expect(document.querySelector('img')).toBeNull();
    expect(window).not.toHaveProperty('hacked');
    expect(document.body.textContent).toContain('<img src=x');
    expect(document.body.textContent).not.toContain('\u202E');
    expect(overflow()).toEqual([]);
  });
});
