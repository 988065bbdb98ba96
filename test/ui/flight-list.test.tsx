import { createRef, Profiler, type ComponentProps } from 'react';
import { describe, expect, it, vi, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import '../../src/styles.css';
import type { Flight, FlightInput, PickFlight, Segment } from '../../src/travel/flight.ts';
import { FlightList, type FlightListProps } from '../../src/ui/flight-list/FlightList.tsx';
import { FlightListFooter } from '../../src/ui/flight-list/FlightListFooter.tsx';
import { FlightListHeader } from '../../src/ui/flight-list/FlightListHeader.tsx';
import { FlightListItem } from '../../src/ui/flight-list/FlightListItem.tsx';
import { FlightListItems } from '../../src/ui/flight-list/FlightListItems.tsx';
import { FlightListMore } from '../../src/ui/flight-list/FlightListMore.tsx';
import { FlightListRoot } from '../../src/ui/flight-list/FlightListRoot.tsx';
import { arabic } from '../../src/ui/language/arabic.ts';
import { german } from '../../src/ui/language/german.ts';
import { flightOf, seedFlights, segment } from '../travel/samples.ts';
import { focused, heard, ignore, overflow, tabStops } from './page.ts';
import { eventually } from '../eventually.ts';

/** The flights whose rows were drawn, in order. */
const drawn = vi.hoisted((): string[] => []);
vi.mock(import('../../src/ui/flight-list/FlightCard.tsx'), async (original) => {
  const { FlightCard, dirOf } = await original();
  const Counted = (props: ComponentProps<typeof FlightCard>) => {
    drawn.push(props.flight.id);
    return <FlightCard {...props} />;
  };
  return { FlightCard: Counted, dirOf };
});

const radio = (name: RegExp) => page.getByRole('radio', { name });
const commit = () => page.getByRole('button', { name: /^(Continue|Choose a flight)$/ });
const many = Array.from({ length: 40 }, (_, i): FlightInput => {
  return { ...(seedFlights[0] as FlightInput), id: `f${i}`, flightNumber: `SH${i}`, price: 100 + i };
});

const stop = [
  segment('ATL', 'CLT', '2026-09-06T05:00', '2026-09-06T06:00'),
  segment('CLT', 'JFK', '2026-09-06T07:00', '2026-09-06T08:00', { flightNumber: 'XA9' }),
];
/** Three nonstop flights and three that stop, by turns. */
const mixed = Array.from({ length: 6 }, (_, i): Flight => {
  const [first, second] = stop as [Segment, Segment];
  const segments = [{ ...first, flightNumber: `XA${i + 1}` }, ...(i % 2 ? [second] : [])];
  const baggage = { carryOn: 1, checked: 0 };
  const legs = [{ segments, duration: 'PT3H', baggage, conditions: { refund: { allowed: false } } }];
  return flightOf(segments, { id: `${i + 1}`, legs });
});

/** Where the first of some letters stands, from the left. */
function charsOf(element: Element | undefined, letters: string): number {
  return rangeOf(element as Element, letters)[0]?.getBoundingClientRect().left ?? Number.NaN;
}

/** On how many lines some words stand, each time they are said. */
function linesOf(element: Element, words: string): number[] {
  return rangeOf(element, words).map((range) => new Set(Array.from(range.getClientRects(), ({ top }) => top)).size);
}

function rangeOf(element: Element, words: string): Range[] {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const ranges: Range[] = [];
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const at = (text.textContent ?? '').replaceAll('\u00a0', ' ').indexOf(words);
    if (at === -1) continue;
    const range = document.createRange();
    range.setStart(text, at);
    range.setEnd(text, at + words.length);
    ranges.push(range);
  }
  return ranges;
}

describe('FlightList', () => {
  it('shows prices as they are sent, says which are on request, and tells the host', async () => {
    const warnings: string[] = [];
    const prices = ['299.50', { amountMinor: 29950, currency: 'EUR' }, { amount: '1', amountMinor: 1 }];
    const flights = prices.map((price, i) => ({ ...(seedFlights[0] as FlightInput), id: `f${i}`, price }));
    await render(
      <FlightList flights={flights} onRespond={ignore} locale="en-US" onWarning={({ path }) => warnings.push(path)} />,
    );
    const shown = [...document.querySelectorAll('[data-elicit=price]')].map(({ textContent }) => textContent);
    expect(shown).toEqual(['$299.50', '€299.50', 'Price on request']);
    expect(warnings).toEqual(['[2].price']);
  });

  it('shows each flight as a radio that says the whole card, in a named group', async () => {
    await render(<FlightList flights={seedFlights} message="Which one?" onRespond={ignore} locale="en-US" />);
    await expect.element(page.getByRole('group', { name: 'Which one?' })).toBeVisible();
    await expect.element(radio(/SH101/)).toHaveAccessibleName('SkyHigh Airways SH101, 08:00 to 11:30, 3h 30m, $299.00');
    await expect.element(radio(/BH220/)).toHaveAccessibleName(/\$349\.00, Fastest$/);
    await expect.element(radio(/PW7/)).toHaveAccessibleName(/\$259\.50, Cheapest$/);
    expect(document.querySelector('[data-elicit=header] [data-elicit=airplane-icon]')).not.toBeNull();
  });

  it('shows hostile words cut and without marks of direction: on the card, in the header and in the footer', async () => {
    const place = (code: string) => ({ code: `\u202E${code}`, city: `\u202E${'x'.repeat(5000)}` });
    const at = '2026-09-06T08:00';
    const [departure, arrival] = [
      { place: place('ATL'), at },
      { place: place('JFK'), at },
    ];
    const airline = { code: 'XA', name: `\u202E${'W'.repeat(5000)}` };
    const [leg] = stop as [Segment];
    const flight = flightOf([{ ...leg, departure, arrival, marketing: airline }], { airline, departure, arrival });
    await render(<FlightList flights={[flight]} onRespond={ignore} locale="en-US" />);
    await page.getByRole('radio').click();
    await page.getByRole('button', { name: /Details/ }).click();
    expect(document.querySelector('[data-elicit=subtitle]')?.textContent).toContain('ATL to JFK');
    expect(document.querySelector('[data-elicit=summary]')?.textContent).toMatch(/^\$281\.10 W{119}… /);
    expect(document.querySelector('[data-elicit=details]')?.textContent).toMatch(/x{119}…/);
    expect(document.body.textContent).not.toContain('\u202E');
    expect(page.getByRole('radio').element().getAttribute('aria-label')).not.toContain('\u202E');
  });

  describe('of one flight at several fares', () => {
    const [leg] = (mixed[0] as Flight).legs;
    const fare = (fareBrand: string, amount: string, more: Partial<Flight> = {}) =>
      ({
        ...(mixed[0] as Flight),
        id: fareBrand,
        price: { amount, currency: 'USD' },
        legs: [{ ...leg, fareBrand }],
        ...more,
      }) as Flight;
    const flights = [fare('Main', '300.00'), mixed[1] as Flight, fare('Basic', '100.00'), fare('First', '900.00')];
    const names = () =>
      page
        .getByRole('radio')
        .elements()
        .map((each) => each.getAttribute('aria-label')?.split(', ').at(-1));

    const faresOf = (name: string) => page.getByRole('radiogroup', { name: `Fares of ${name}` });

    it('is one card from its cheapest, and opens its fares where it is chosen', async () => {
      const onRespond = vi.fn<(answer: PickFlight) => void>();
      await render(<FlightList flights={flights} onRespond={onRespond} locale="en-US" />);
      expect(names()).toEqual(['from $100.00', '$281.10']);
      expect(document.querySelector('[data-elicit=price]')?.textContent).toBe('from $100.00');
      await expect.element(faresOf('XA1')).not.toBeInTheDocument();
      await radio(/XA1, .*from \$100\.00$/).click();
      await expect.element(faresOf('XA1')).toBeVisible();
      await expect.element(radio(/^Basic, .*\$100\.00$/)).toBeChecked();
      await radio(/^Main,/).click();
      await expect.element(radio(/^Main, 1 carry-on bag, \$300\.00$/)).toBeChecked();
      expect(document.querySelector('[data-elicit=flight]')).toHaveAttribute('data-state', 'selected');
      await radio(/^Basic,/).click();
      await expect.element(radio(/^Basic,/)).toBeChecked();
      await radio(/^First,/).click();
      await commit().click();
      expect(onRespond.mock.calls).toEqual([
        [{ flightId: 'First' }, { title: 'Example Air XA1, 05:00, First', amount: '$900.00' }],
      ]);
    });

    it('is heard as the flight that is chosen and, in a group that names it, the fare', async () => {
      await render(<FlightList flights={flights} onRespond={ignore} draft={{ flightId: 'Main' }} locale="en-US" />);
      const flight = expect.stringMatching(/^\S+ \S+ XA1, .*, from \$100\.00$/);
      // Chromium tells what it shows a little later.
      const chosen = async () => {
        const radios = (await heard()).filter(({ role }) => role === 'radio');
        return radios
          .filter(({ checked }) => checked)
          .map((each) => {
            const group = radios.filter(({ within }) => within === each.within);
            return [each.name, each.within?.role, each.within?.name, `${group.indexOf(each) + 1} of ${group.length}`];
          });
      };
      await expect.poll(chosen).toEqual([
        [flight, 'group', expect.stringMatching(/^Pick a flight/), '1 of 2'],
        ['Main, 1 carry-on bag, $300.00', 'radiogroup', 'Fares of XA1', '2 of 3'],
      ]);
      await radio(/^Basic,/).click();
      await expect.poll(chosen).toEqual([
        [flight, 'group', expect.stringMatching(/^Pick a flight/), '1 of 2'],
        ['Basic, 1 carry-on bag, $100.00', 'radiogroup', 'Fares of XA1', '1 of 3'],
      ]);
      await radio(/XA2,/).click();
      await expect
        .poll(chosen)
        .toEqual([[expect.stringContaining('XA2'), 'group', expect.stringMatching(/^Pick a flight/), '2 of 2']]);
    });

    it('looks chosen where it is heard so, and nowhere else', async () => {
      await render(<FlightList flights={flights} onRespond={ignore} draft={{ flightId: 'Main' }} locale="en-US" />);
      const marks = () =>
        [...document.querySelectorAll<HTMLElement>('[data-elicit=flight], [data-elicit=fare]')].map((mark) => ({
          filled: getComputedStyle(mark, '::before').borderTopWidth === '6px',
          checked: mark.querySelector('input')?.checked,
        }));
      const on = { filled: true, checked: true };
      const off = { filled: false, checked: false };
      expect(marks()).toEqual([on, off, on, off, off]);
      await radio(/^Basic,/).click();
      await eventually(() => expect(marks()).toEqual([on, on, off, off, off]));
    });

    it('is walked with arrows from flight to flight, and within its fares from fare to fare', async () => {
      const onRespond = vi.fn<(answer: PickFlight) => void>();
      await render(<FlightList flights={flights} onRespond={onRespond} locale="en-US" />);
      await userEvent.keyboard('{Tab} ');
      expect(focused()).toMatch(/from \$100\.00$/);
      expect(await tabStops()).toEqual([
        expect.stringMatching(/XA1,.*from \$100\.00$/),
        'Details of XA1',
        expect.stringMatching(/^Basic,/),
        'Continue',
      ]);
      (radio(/^Basic,/).element() as HTMLElement).focus();
      await userEvent.keyboard('{ArrowDown}');
      expect(focused()).toMatch(/^Main,/);
      await userEvent.keyboard('{ArrowDown}{ArrowDown}');
      expect(focused()).toMatch(/^Basic,/);
      await userEvent.keyboard('{ArrowUp}');
      await expect.element(radio(/^First,/)).toBeChecked();
      // Back on its card: the fare stays.
      await userEvent.keyboard('{Shift>}{Tab}{Tab}{/Shift} ');
      expect(focused()).toMatch(/from \$100\.00$/);
      await expect.element(radio(/^First,/)).toBeChecked();
      await userEvent.keyboard('{ArrowDown}');
      await expect.element(radio(/XA2,/)).toBeChecked();
      await expect.element(faresOf('XA1')).not.toBeInTheDocument();
      await userEvent.keyboard('{ArrowUp}{Tab}{Tab}{ArrowDown}{Enter}');
      expect(onRespond.mock.calls).toEqual([
        [{ flightId: 'Main' }, { title: 'Example Air XA1, 05:00, Main', amount: '$300.00' }],
      ]);
    });

    it('shows a restored fare, its details, and which of them cannot be had', async () => {
      const gone = fare('Light', '50.00', { disabled: { reason: 'Sold out' } });
      await render(
        <FlightList flights={[gone, ...flights]} onRespond={ignore} draft={{ flightId: 'Main' }} locale="en-US" />,
      );
      expect(names()).toEqual(['from $100.00', '$100.00', '$300.00', '$900.00', 'Sold out', '$281.10']);
      await expect.element(radio(/^Main,/)).toBeChecked();
      await expect.element(radio(/^Light,/)).toBeDisabled();
      await page.getByRole('button', { name: 'Details of XA1' }).click();
      expect(document.querySelector('[data-elicit=details]')?.textContent).toContain('FareMain');
    });

    it('is another flight where its price is in another currency', async () => {
      const euros = fare('Euro', '90.00', { price: { amount: '90.00', currency: 'EUR' } });
      await render(<FlightList flights={[fare('Main', '300.00'), euros]} onRespond={ignore} locale="en-US" />);
      expect(names()).toEqual(['$300.00', '€90.00']);
    });
  });

  it('answers when Continue is pressed and never before', async () => {
    const onRespond = vi.fn<(answer: PickFlight) => void>();
    await render(<FlightList flights={seedFlights} onRespond={onRespond} />);
    await radio(/BH220/).click();
    await expect.element(radio(/BH220/)).toBeChecked();
    expect(onRespond).not.toHaveBeenCalled();
    await commit().click();
    expect(onRespond.mock.calls).toEqual([
      [{ flightId: 'blue' }, { title: 'Blue Horizon BH220, 12:15', amount: '$349.00' }],
    ]);
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
    expect(onRespond.mock.calls).toEqual([
      [{ flightId: 'wings' }, { title: 'Pacific Wings PW7, 18:40', amount: '$259.50' }],
    ]);
  });

  it('says what is missing when nothing is chosen', async () => {
    const onRespond = vi.fn<(answer: PickFlight) => void>();
    await render(<FlightList flights={seedFlights} onRespond={onRespond} />);
    await commit().click();
    await expect.element(page.getByRole('status')).toHaveTextContent('Pick a flight first.');
    await expect.element(radio(/SH101/)).toHaveFocus();
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
    await expect.element(commit()).toHaveTextContent('Choose a flight');
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
    await eventually(() => expect(focused()).toMatch(/SH4,/));
    expect(page.getByRole('radio').elements()).toHaveLength(40);
    expect(document.querySelector('input:checked')).toBeNull();
  });

  it('brings a very long list in portions', async () => {
    const flights = Array.from({ length: 1000 }, (_, i) => ({ ...many[0], id: `f${i}` }) as FlightInput);
    await render(<FlightList flights={flights} onRespond={ignore} />);
    await page.getByRole('button', { name: 'Show 200 of 996 more flights' }).click();
    expect(page.getByRole('radio').elements()).toHaveLength(204);
    await page.getByRole('button', { name: 'Show 200 of 796 more flights' }).click();
    expect(page.getByRole('radio').elements()).toHaveLength(404);
  });

  it('sorts what is worth sorting, says so, and begins with the given order', async () => {
    const flights = [...many.slice(0, 6).toReversed(), { ...many[7], id: 'quick', duration: '1h' } as FlightInput];
    await render(<FlightList flights={flights} onRespond={ignore} />);
    const chip = (name: string) => page.getByRole('group', { name: 'Sort and filter' }).getByRole('button', { name });
    const first = () => page.getByRole('radio').first();
    await expect.element(chip('Best')).toHaveAttribute('aria-pressed', 'true');
    await expect.element(first()).toHaveAccessibleName(/SH5,/);
    await chip('Cheapest').click();
    await expect.element(chip('Best')).toHaveAttribute('aria-pressed', 'false');
    await expect.element(first()).toHaveAccessibleName(/SH0,/);
    await expect.element(page.getByRole('status')).toHaveTextContent('7 flights. Cheapest first.');
    await chip('Fastest').click();
    await expect.element(first()).toHaveAccessibleName(/SH7,/);
    await expect.element(chip('Nonstop')).not.toBeInTheDocument();
  });

  it('offers no chips where all flights are in view, or none differs', async () => {
    const screen = await render(<FlightList flights={many.slice(0, 4)} onRespond={ignore} />);
    await expect.element(page.getByRole('group', { name: 'Sort and filter' })).not.toBeInTheDocument();
    const alike = many.slice(0, 9).map((flight) => ({ ...flight, price: 1 }));
    await screen.rerender(<FlightList flights={alike} onRespond={ignore} />);
    await expect.element(page.getByRole('group', { name: 'Sort and filter' })).not.toBeInTheDocument();
  });

  it('leaves out flights that stop, and keeps a choice that is filtered out', async () => {
    const onRespond = vi.fn<(answer: PickFlight) => void>();
    await render(<FlightList flights={mixed} onRespond={onRespond} />);
    await radio(/XA2,/).click();
    const nonstop = page.getByRole('button', { name: 'Nonstop' });
    await nonstop.click();
    expect(page.getByRole('radio').elements()).toHaveLength(3);
    await expect.element(radio(/XA2,/)).not.toBeInTheDocument();
    expect(document.querySelector('[data-elicit=summary]')?.textContent).toBe('$281.10 Example Air XA2, 05:00');
    await nonstop.click();
    await expect.element(radio(/XA2,/)).toBeChecked();
    await commit().click();
    expect(onRespond.mock.calls).toEqual([[{ flightId: '2' }, { title: 'Example Air XA2, 05:00', amount: '$281.10' }]]);
  });

  it('counts the time on the ground by the time zone, also where the clocks change meanwhile', async () => {
    const heathrow = { code: 'LHR', timeZone: 'Europe/London' };
    const overnight = [
      segment('JFK', 'LHR', '2026-03-28T10:00', '2026-03-28T22:20', {
        arrival: { place: heathrow, at: '2026-03-28T22:20' },
      }),
      segment('LHR', 'CDG', '2026-03-29T06:20', '2026-03-29T08:30', {
        departure: { place: heathrow, at: '2026-03-29T06:20' },
      }),
    ];
    await render(<FlightList flights={[flightOf(overnight)]} onRespond={ignore} />);
    await page.getByRole('button', { name: /^Details of/ }).click();
    await expect.element(page.getByText('7 h on the ground in LHR')).toBeVisible();
  });

  it('opens the details of a flight without choosing it', async () => {
    await render(<FlightList flights={mixed} onRespond={ignore} />);
    const button = page.getByRole('button', { name: 'Details of XA2, XA9' });
    await expect.element(button).toHaveAttribute('aria-expanded', 'false');
    await button.click();
    await expect.element(button).toHaveAttribute('aria-expanded', 'true');
    const details = document.getElementById(button.element().getAttribute('aria-controls') ?? '') as HTMLElement;
    expect(details.textContent).toContain('1 h on the ground in CLT');
    expect(details.textContent).toContain('Bags1 carry-on bag, no checked bag');
    expect(details.textContent).toContain('Refundnot possible');
    expect(document.querySelector('input:checked')).toBeNull();
    await button.click();
    expect(details.isConnected).toBe(false);
  });

  it('says what a change costs: nothing, something, or what nobody told', async () => {
    const told = async (penalty: Flight['price']) => {
      const hop = segment('ATL', 'JFK', '2026-09-06T08:00', '2026-09-06T09:00');
      const flight = flightOf([hop], {
        legs: [{ segments: [hop], conditions: { change: { allowed: true, penalty } } }],
      });
      const { unmount } = await render(<FlightList flights={[flight]} onRespond={ignore} locale="en-US" />);
      await page.getByRole('button', { name: /^Details/ }).click();
      const text = document.querySelector('[data-elicit=details]')?.textContent;
      await unmount();
      return text;
    };
    expect(await told({ amount: '0.00', currency: 'USD' })).toContain('Changesfree of charge');
    expect(await told({ amount: '60.00', currency: 'USD' })).toContain('Changesfor $60.00');
    expect(await told(undefined)).toContain('Changespossible');
  });

  it('has one tab stop for its details: those of the flight at hand', async () => {
    await render(<FlightList flights={mixed.slice(0, 3)} onRespond={ignore} />);
    expect(await tabStops()).toEqual([expect.stringMatching(/XA1,/), 'Details of XA1', 'Choose a flight']);
    await radio(/XA3,/).click();
    expect(await tabStops()).toEqual([expect.stringMatching(/XA3,/), 'Details of XA3', 'Continue']);
  });

  it('opens the details of any flight by keyboard, and chooses none', async () => {
    await render(<FlightList flights={mixed.slice(0, 3)} onRespond={ignore} />);
    await userEvent.keyboard('{Tab}{Tab}{ArrowDown}{ArrowDown}');
    expect(focused()).toBe('Details of XA3');
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await expect.element(page.getByRole('button', { name: 'Details of XA3' })).toHaveAttribute('aria-expanded', 'true');
    await userEvent.keyboard('{ArrowUp}');
    expect(focused()).toBe('Details of XA2, XA9');
    expect(document.querySelector('input:checked')).toBeNull();
  });

  it('is met from behind as from the front: Details, then the flight they are of', async () => {
    await render(<FlightList flights={mixed.slice(0, 3)} onRespond={ignore} />);
    const back = async () => {
      await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
      return focused();
    };
    (commit().element() as HTMLElement).focus();
    expect([await back(), await back()]).toEqual(['Details of XA1', expect.stringMatching(/XA1,/)]);
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    await expect.element(radio(/XA3,/)).toBeChecked();
    (commit().element() as HTMLElement).focus();
    expect([await back(), await back()]).toEqual(['Details of XA3', expect.stringMatching(/XA3,/)]);
  });

  it('passes a first flight that cannot be chosen on its way to one that can', async () => {
    const [first, ...others] = mixed.slice(0, 3) as [Flight, ...Flight[]];
    await render(<FlightList flights={[{ ...first, disabled: { reason: 'Full' } }, ...others]} onRespond={ignore} />);
    const details = ['Details of XA1', expect.stringMatching(/XA2, XA9,/), 'Details of XA2, XA9'];
    expect(await tabStops()).toEqual([...details, 'Choose a flight']);
  });

  it.each([4, 220])('draws two rows in one commit when one of %i is chosen', async (count) => {
    const flights = Array.from({ length: count }, (_, i) => ({ ...many[0], id: `f${i}` }) as FlightInput);
    const onCommit = vi.fn<() => void>();
    const draft = { flightId: `f${count - 1}` };
    await render(
      <Profiler id="list" onRender={onCommit}>
        <FlightList flights={flights} onRespond={ignore} onDraftChange={ignore} draft={draft} />
      </Profiler>,
    );
    const radios = [...document.querySelectorAll<HTMLInputElement>('[data-elicit=flight] > input')];
    expect(radios).toHaveLength(count);
    drawn.length = 0;
    onCommit.mockClear();
    radios[2]?.click();
    await expect.poll(() => radios[2]?.checked).toBe(true);
    expect(drawn.toSorted()).toEqual([`f2`, `f${count - 1}`].toSorted());
    expect(onCommit).toHaveBeenCalledOnce();
  });

  it('reads its English from the left in a page that reads from the right', async () => {
    const flights = [{ ...(mixed[1] as Flight), seatsLeft: 2, emissions: { kgCO2e: 53 } }];
    await render(
      <div dir="rtl">
        <FlightList flights={flights} onRespond={ignore} locale="en-US" draft={{ flightId: '2' }} />
      </div>,
    );
    const words = ['stops', 'airline', 'flight-facts', 'price', 'seats-left', 'emissions', 'summary'];
    const looks = words.map((part) => {
      const style = getComputedStyle(document.querySelector(`[data-elicit=${part}]`) as Element);
      return `${style.direction} ${style.textAlign}`;
    });
    // The words themselves run left to right; they stand where the page has them.
    expect(looks).toEqual(['ltr center', 'ltr right', 'ltr right', 'ltr left', 'ltr left', 'ltr left', 'ltr right']);
  });

  it('marks what is chosen at the side where lines begin', async () => {
    for (const dir of ['ltr', 'rtl']) {
      const { unmount } = await render(
        <div dir={dir}>
          <FlightList flights={mixed} onRespond={ignore} locale="en-US" draft={{ flightId: '2' }} />
        </div>,
      );
      const chosen = document.querySelector('[data-elicit=flight-item][data-state=selected]') as Element;
      const { left, right, borderLeftWidth, borderRightWidth } = getComputedStyle(chosen, '::after');
      const bar = { ltr: ['0px', borderLeftWidth], rtl: ['0px', borderRightWidth] }[dir];
      expect([dir === 'ltr' ? left : right, '3px']).toEqual(bar);
      // What is chosen stands where it stood before.
      const places = [...document.querySelectorAll('[data-elicit=legs]')].map(
        (each) => each.getBoundingClientRect().left,
      );
      expect(new Set(places).size).toBe(1);
      await unmount();
    }
  });

  it('keeps a number beside its unit, and facts in the order of the page, where scripts mix', async () => {
    const price = { amount: '281.10', currency: 'USD' };
    await render(
      <div dir="rtl">
        <FlightList
          flights={[{ ...(mixed[1] as Flight), price }]}
          onRespond={ignore}
          locale="ar"
          messages={arabic}
          draft={{ flightId: '2' }}
        />
      </div>,
    );
    const track = document.querySelector('[data-elicit=track]') as Element;
    expect(track.textContent?.replaceAll(/\s/g, ' ')).toBe('3 س توقف واحد CLT');
    // From the right: the number, its unit; where it stops after how often.
    for (const letters of [
      ['3', 'س'],
      ['توقف', 'CLT'],
    ]) {
      const places = letters.map((each) => charsOf(track, each));
      expect(places.toSorted((x, y) => y - x)).toEqual(places);
    }
    // "US$" is one sign, whichever way the line goes.
    const sum = document.querySelector('[data-elicit=price]') as Element;
    expect(charsOf(sum, '$')).toBeGreaterThan(charsOf(sum, 'US'));
    expect(charsOf(sum, '281')).toBeGreaterThan(charsOf(sum, '$'));
  });

  it('breaks no line within a duration, a day or a count of stops', async () => {
    await page.viewport(360, 800);
    const legs = (mixed[1] as Flight).legs.map((leg) => ({ ...leg, duration: 'PT13H45M' }));
    const trip = { ...(mixed[1] as Flight), legs: [...legs, ...legs] };
    await render(<FlightList flights={[trip]} travellers={2} onRespond={ignore} locale="en-US" />);
    for (const words of ['Sun, Sep 6', '13 h 45 min', '1 stop', '2 travellers']) {
      const found = linesOf(document.body, words);
      expect(found, words).not.toEqual([]);
      expect(new Set(found), words).toEqual(new Set([1]));
    }
  });

  it.each([280, 600, 768, 1100])(
    'fills a row of %i px with its radio, which the ring around the focus shows',
    async (width) => {
      await page.viewport(width, 800);
      await render(<FlightList flights={mixed} onRespond={ignore} />);
      for (const radio of document.querySelectorAll('[data-elicit=flight] > input')) {
        const { top, height, width: across } = radio.getBoundingClientRect();
        const row = radio.parentElement!.getBoundingClientRect();
        expect([top, height, across]).toEqual([row.top, row.height, row.width].map((side) => expect.closeTo(side, 0)));
      }
    },
  );

  it.each([280, 360])('keeps the orders and the filter in one line of %i px, in German too', async (width) => {
    await page.viewport(width, 800);
    const flights = mixed.map((flight, i) => ({
      ...flight,
      price: { amount: `${300 - i}.00`, currency: 'EUR' },
      legs: flight.legs.map((leg) => ({ ...leg, duration: `PT${i + 2}H` })),
    }));
    await render(<FlightList flights={flights} messages={german} onRespond={ignore} />);
    const chips = [...document.querySelectorAll('[data-elicit=chip]')].map((chip) => chip.getBoundingClientRect());
    expect(chips).toHaveLength(4);
    expect(Math.max(...chips.map(({ top }) => top)) - Math.min(...chips.map(({ top }) => top))).toBeLessThan(10);
    expect(overflow()).toEqual([]);
    // What does not fit is reached by scrolling the line.
    const line = document.querySelector('[data-elicit=chips]') as HTMLElement;
    line.scrollLeft = line.scrollWidth;
    const last = document.querySelector('[data-kind=filter]')?.getBoundingClientRect();
    expect(last?.right).toBeLessThanOrEqual(line.getBoundingClientRect().right);
    // It fades at the edge, so that a word that is cut off there is read as one.
    const { position, boxShadow } = getComputedStyle(line, '::after');
    expect([position, boxShadow === 'none']).toEqual(['sticky', false]);
  });

  it.each([280, 320, 360, 410, 448])('breaks no duration in %i px, whichever way the page goes', async (width) => {
    await page.viewport(width, 800);
    const [leg] = (mixed[1] as Flight).legs;
    const later = leg!.segments.map((each) => ({ ...each, arrival: { ...each.arrival, at: '2026-09-07T00:05' } }));
    const trip = { ...(mixed[1] as Flight), legs: [{ ...leg!, segments: later, duration: 'PT16H50M' }] };
    const found: unknown[] = [];
    for (const [locale, messages, words] of [
      ['en-US', undefined, '16 h 50 min'],
      ['de', german, '16 Std., 50 Min.'],
      ['ar', arabic, '16 س و50 د'],
    ] as const) {
      for (const dir of ['ltr', 'rtl'] as const) {
        const { unmount } = await render(
          <div dir={dir}>
            <FlightList flights={[trip]} onRespond={ignore} locale={locale} messages={messages} />
          </div>,
        );
        const track = document.querySelector('[data-elicit=track]') as Element;
        // A number stands before its unit, as its language has it.
        const ahead = Math.sign(charsOf(track, words.slice(3, 4)) - charsOf(track, words.slice(0, 2)));
        found.push([locale, dir, ...linesOf(track, words), ahead]);
        await unmount();
      }
    }
    expect(found).toEqual([
      ['en-US', 'ltr', 1, 1],
      ['en-US', 'rtl', 1, 1],
      ['de', 'ltr', 1, 1],
      ['de', 'rtl', 1, 1],
      ['ar', 'ltr', 1, -1],
      ['ar', 'rtl', 1, -1],
    ]);
  });

  it('has words that do not run into each other where nothing sets them apart', async () => {
    const sold = { ...(mixed[0] as Flight), id: 'sold', disabled: { reason: 'Sold out' } };
    const full = { ...(mixed[1] as Flight), badges: ['Our choice'], seatsLeft: 2, emissions: { kgCO2e: 53 } };
    const later = {
      ...full.legs[0],
      segments: [{ ...stop[0], arrival: { ...stop[1]?.arrival, at: '2026-09-07T00:10' } }],
    };
    await render(
      <FlightList flights={[{ ...full, legs: [later] } as Flight, sold]} onRespond={ignore} locale="en-US" />,
    );
    const said = [...document.querySelectorAll('[data-elicit=flight]')].map(({ textContent }) =>
      textContent?.replaceAll(/\s+/g, ' ').trim(),
    );
    expect(said).toEqual([
      '05:00 ATL 3 h Nonstop 00:10 +1 JFK XA Example Air XA1 $281.10 Our choice 53 kg CO₂',
      '05:00 ATL 3 h Nonstop 06:00 CLT XA Example Air XA1 Sold out',
    ]);
  });

  it('keeps places for flights that are loading, and offers to try a failed search again', async () => {
    const onReload = vi.fn<() => void>();
    const screen = await render(<FlightList flights={[]} onRespond={ignore} loading />);
    await expect.element(page.getByRole('status').first()).toHaveTextContent('Searching flights…');
    await expect.element(page.getByRole('group', { name: 'Pick a flight Searching flights…' })).toBeVisible();
    expect(document.querySelectorAll('[data-elicit=flight][data-state=loading]')).toHaveLength(3);
    expect(document.querySelector('[data-elicit=flight-list]')).toHaveAttribute('aria-busy', 'true');
    await screen.rerender(<FlightList flights={[]} onRespond={ignore} error={'No line\u202E.'} onReload={onReload} />);
    await expect.element(page.getByRole('alert')).toHaveTextContent(/^The search failed No line\.$/);
    await page.getByRole('button', { name: 'Search again' }).click();
    expect(onReload).toHaveBeenCalledOnce();
  });

  it('loads no picture unless the host names one', async () => {
    const flights = [{ ...(mixed[0] as Flight), airline: { code: 'XA', logoUrl: 'https://tracker.example/x.svg' } }];
    const screen = await render(<FlightList flights={flights} onRespond={ignore} />);
    expect(document.querySelector('img')).toBeNull();
    const dot = 'data:image/gif;base64,R0lGODlhAQABAAAAACw=';
    await screen.rerender(<FlightList flights={flights} onRespond={ignore} logoOf={() => dot} />);
    expect(document.querySelector('img')?.src).toBe(dot);
  });

  it('names a return by both ends and both days', async () => {
    const flight = flightOf([segment('ATL', 'JFK', '2026-09-06T05:00', '2026-09-06T07:00')]);
    const back = { segments: [segment('JFK', 'ATL', '2026-09-13T05:00', '2026-09-13T07:00')], duration: 'PT2H' };
    const flights = [{ ...flight, legs: [...flight.legs, back] }];
    await render(<FlightList flights={flights} onRespond={ignore} locale="en-US" travellers={2} />);
    const name = /^Pick your flights ATL to JFK, JFK to ATL, Sep 6\s–\s13, prices\sfor\s2\stravellers$/;
    await expect.element(page.getByRole('group')).toHaveAccessibleName(name);
    await expect.element(radio(/Sun, Sep 13, 05:00 to 07:00, JFK to ATL, 2 h, nonstop/)).toBeVisible();
  });

  it('says of a return which leg is which, for how many people its price is, and when it comes back', async () => {
    const flight = flightOf([segment('ATL', 'JFK', '2026-09-06T05:00', '2026-09-06T07:00')]);
    const back = { segments: [segment('JFK', 'ATL', '2026-09-13T05:00', '2026-09-13T07:00')], duration: 'PT2H' };
    const on = { ...back, segments: [segment('JFK', 'BOS', '2026-09-20T05:00', '2026-09-20T07:00')] };
    const flights = [
      { ...flight, legs: [...flight.legs, back] },
      { ...flight, id: 'on', legs: [...flight.legs, on] },
    ];
    const draft = { flightId: 'offer' };
    await render(<FlightList flights={flights} onRespond={ignore} locale="en-US" travellers={2} draft={draft} />);
    const titles = [...document.querySelectorAll('[data-elicit=leg-title]')].map((title) => title.textContent);
    expect(titles.map((title) => title?.replaceAll(/\s/g, ' '))).toEqual([
      'Outbound Sun, Sep 6',
      'Return Sun, Sep 13',
      'Flight 1 Sun, Sep 6',
      'Flight 2 Sun, Sep 20',
    ]);
    expect(document.querySelector('[data-elicit=summary]')?.textContent).toBe(
      '$281.10 for 2 Example Air, out Sep 6 05:00, back Sep 13 05:00',
    );
  });

  it('is put together from parts that take class names, refs and the host’s own handlers', async () => {
    const root = createRef<HTMLDivElement>();
    const item = createRef<HTMLDivElement>();
    await render(
      <FlightListRoot ref={root} className="mine" data-x="1" flights={many} onRespond={ignore}>
        <FlightListHeader className="head" />
        <FlightListItems>
          {(flight) => (
            <FlightListItem key={flight.id} ref={item} flight={flight} className="item">
              <b>My own card</b>
            </FlightListItem>
          )}
        </FlightListItems>
        <FlightListMore onClick={(event) => event.preventDefault()} />
        <FlightListFooter id="foot" />
      </FlightListRoot>,
    );
    expect(root.current).toHaveAttribute('data-elicit', 'flight-list');
    expect(root.current).toHaveClass('mine');
    expect(root.current).toHaveAttribute('data-x', '1');
    expect(item.current).toHaveClass('item');
    expect(item.current?.textContent).toContain('My own card');
    expect(document.querySelector('legend')).toHaveClass('head');
    expect(document.querySelector('#foot')).toHaveAttribute('data-elicit', 'footer');
    await page.getByRole('button', { name: 'Show 36 more flights' }).click();
    expect(page.getByRole('radio').elements()).toHaveLength(4);
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
    await expect.element(page.getByRole('status')).toHaveTextContent('Sending your choice…');
    expect(document.querySelector('[data-elicit=card-body]')).toHaveProperty('inert', true);
    expect(document.activeElement).toHaveAttribute('data-elicit', 'flight-list');
    expect(await tabStops()).toEqual([]);
    document.querySelector<HTMLElement>('[data-elicit=flight-list]')?.focus();

    await screen.rerender(<FlightList {...props} state="failed" />);
    await expect.element(page.getByRole('status')).toHaveTextContent('Your choice was not sent.');
    await expect.element(radio(/BH220/)).toBeChecked();
    expect(document.activeElement).toBe(button);
    await page.getByRole('button', { name: 'Try again' }).click();
    expect(onRespond.mock.calls).toEqual([
      [{ flightId: 'blue' }, { title: 'Blue Horizon BH220, 12:15', amount: '$349.00' }],
      [{ flightId: 'blue' }, { title: 'Blue Horizon BH220, 12:15', amount: '$349.00' }],
    ]);
  });

  it('shows what was wrong at the top, as an alert that describes the group', async () => {
    const issues = [{ path: ['flightId'], message: 'That flight was not offered.' }];
    await render(<FlightList flights={seedFlights} onRespond={ignore} issues={issues} />);
    await expect.element(page.getByRole('alert')).toHaveTextContent('That flight was not offered.');
    await expect.element(page.getByRole('group')).toHaveAccessibleDescription('That flight was not offered.');
  });

  it('marks the flight that was refused, and waits for another one', async () => {
    const onRespond = vi.fn<(answer: PickFlight) => void>();
    const issues = [{ path: ['flightId'], message: 'Sold a moment ago.' }];
    const list = (more: object) => (
      <FlightList flights={seedFlights} draft={{ flightId: 'blue' }} onRespond={onRespond} {...more} />
    );
    const screen = await render(list({}));
    page.getByRole('button', { name: 'Continue' }).element().focus();
    await screen.rerender(list({ state: 'sending' }));
    await screen.rerender(list({ issues }));
    expect(page.getByRole('alert').elements()).toEqual([]);
    // Said once by eye, at its row, and once by ear. The focus goes to the row after it.
    await expect.element(page.getByRole('status')).toHaveAttribute('data-state', 'quiet');
    await expect.element(radio(/PW7/)).toHaveFocus();
    await expect.element(radio(/BH220.*Sold a moment ago/)).toBeDisabled();
    await expect.element(radio(/BH220/)).not.toBeChecked();
    await expect.element(page.getByRole('status')).toHaveTextContent('Sold a moment ago.');
    await page.getByRole('button', { name: 'Choose a flight' }).click();
    await expect.element(radio(/SH101/)).toHaveFocus();
    expect(onRespond).not.toHaveBeenCalled();

    await radio(/SH101/).click();
    await expect.element(page.getByRole('status')).toHaveTextContent(/^$/);
    await page.getByRole('button', { name: 'Continue' }).click();
    // The same words about the next one, in a list of issues made anew at every render.
    await screen.rerender(list({ issues: [...issues], state: 'sending' }));
    await expect.element(radio(/SH101/)).toBeChecked();
    await screen.rerender(list({ issues: [...issues] }));
    await expect.element(radio(/SH101.*Sold a moment ago/)).toBeDisabled();
    await expect.element(radio(/BH220.*Sold a moment ago/)).toBeDisabled();
    expect(onRespond.mock.calls).toEqual([
      [{ flightId: 'sky' }, { title: 'SkyHigh Airways SH101, 08:00', amount: '$299.00' }],
    ]);
  });

  it('says that there is nothing to choose', async () => {
    await render(<FlightList flights={[]} onRespond={ignore} />);
    await expect.element(page.getByText('No flights found for this search')).toBeVisible();
  });

  it.each([
    ['there are no flights', []],
    [
      'none can be chosen',
      [flightOf([segment('AKL', 'LAX', '2026-12-02T00:30', '2026-12-01T15:35')], { disabled: { reason: 'Sold out' } })],
    ],
  ])('has one way on where %s, and asks for no choice', async (_, flights) => {
    const onDecline = vi.fn<() => void>();
    await render(<FlightList flights={flights} onRespond={ignore} onDecline={onDecline} />);
    await expect.element(page.getByText('Choose a flight')).not.toBeInTheDocument();
    await expect.element(page.getByRole('button', { name: 'Skip' })).not.toBeInTheDocument();
    await page.getByRole('button', { name: 'Continue without a flight' }).click();
    expect(onDecline).toHaveBeenCalledOnce();
  });

  it('has a footer once there is something to do: none while flights load, Skip and the search after it failed', async () => {
    const card = (props: Pick<FlightListProps, 'loading' | 'error' | 'onReload'>) => (
      <FlightList flights={[]} onRespond={ignore} onDecline={ignore} {...props} />
    );
    const screen = await render(card({ loading: true }));
    await expect.element(page.getByRole('group', { name: 'Pick a flight Searching flights…' })).toBeVisible();
    expect(page.getByRole('button').elements()).toEqual([]);
    await screen.rerender(card({ error: 'No line.', onReload: ignore }));
    await expect.element(page.getByRole('button', { name: 'Search again' })).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Skip' })).toBeVisible();
  });

  it('has one way on where a search failed that cannot be tried again', async () => {
    const onDecline = vi.fn<() => void>();
    await render(<FlightList flights={[]} onRespond={ignore} onDecline={onDecline} error="No line." />);
    await expect.element(page.getByRole('button', { name: 'Skip' })).not.toBeInTheDocument();
    await page.getByRole('button', { name: 'Continue without a flight' }).click();
    expect(onDecline).toHaveBeenCalledOnce();
  });

  it('says that no flight is nonstop, and brings all of them back with the focus on the filter', async () => {
    const flights = Array.from({ length: 5 }, (_, i) => {
      const segments = (mixed[1] as Flight).legs[0]?.segments.map((part) => ({ ...part, flightNumber: `XB${i}` }));
      return { ...(mixed[1] as Flight), id: `${i}`, legs: [{ segments: segments ?? [], duration: 'PT3H' }] };
    });
    await render(<FlightList flights={flights} onRespond={ignore} />);
    await page.getByRole('button', { name: 'Nonstop' }).click();
    await expect.element(page.getByText('No nonstop flight on this day')).toBeVisible();
    await expect.element(page.getByText('5 flights have one stop or more.')).toBeVisible();
    await page.getByRole('button', { name: 'Show all 5 flights' }).click();
    expect(page.getByRole('radio').elements()).not.toEqual([]);
    expect(focused()).toBe('Nonstop');
  });

  it.each([360, 1100])('is as high while it loads as when a flight comes, at %i px', async (width) => {
    await page.viewport(width, 800);
    await expect.poll(() => innerWidth).toBe(width);
    // A row that no frame has shown yet is as high as one out of view.
    const drawn = document.createElement('style');
    drawn.textContent = '[data-elicit=flight-item] { content-visibility: visible !important; }';
    document.head.append(drawn);
    onTestFinished(() => drawn.remove());
    const screen = await render(<FlightList flights={[]} onRespond={ignore} loading />);
    const height = () => document.querySelector('[data-elicit=flight-item]')?.getBoundingClientRect().height ?? 0;
    const empty = height();
    await screen.rerender(<FlightList flights={mixed.slice(0, 1)} onRespond={ignore} locale="en-US" />);
    await expect.element(page.getByRole('radio')).toBeInTheDocument();
    expect(Math.abs(height() - empty)).toBeLessThanOrEqual(1);
  });

  it('gives each badge once, the host’s own where it has none of the list’s', async () => {
    const price = (amount: string) => ({ amount, currency: 'USD' });
    const flights = mixed.slice(0, 5).map((flight, i) => {
      return { ...flight, price: price(`${300 - i}.00`), badges: ['Our choice'], seatsLeft: 2 };
    });
    const screen = await render(<FlightList flights={flights} onRespond={ignore} />);
    const badges = () => [...document.querySelectorAll('[data-elicit=badge]')].map(({ textContent }) => textContent);
    await expect.poll(badges).toEqual(['Our choice', 'Cheapest']);
    expect(document.querySelectorAll('[data-elicit=seats-left]')).toHaveLength(3);
    await expect.element(radio(/XA3,.*, 2 left at this price$/)).toBeVisible();
    await screen.rerender(<FlightList flights={flights.slice(3, 5)} onRespond={ignore} />);
    expect(badges()).toEqual(['Our choice']);
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
    const parts = [...document.querySelectorAll('[data-elicit=clock], [data-elicit=price]')];
    expect(parts.map((part) => part.textContent?.trim())).toEqual(['00:30', '15:35 −1', 'KWD\u00A0112.750']);
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

describe.each([800, 1100])('in a card of %d px, a price', (width) => {
  const show = async (flights: FlightListProps['flights']) => {
    await render(
      <div style={{ width }}>
        <FlightList flights={flights} onRespond={ignore} />
      </div>,
    );
    const box = (element: Element | null) => element?.getBoundingClientRect() ?? new DOMRect();
    const sides = [...document.querySelectorAll('[data-elicit=flight-side]')];
    return {
      card: box(document.querySelector('[data-elicit=card]')).right,
      ends: new Set(sides.map((side) => box(side).right)),
      toggle: box(document.querySelector('[data-elicit=details-toggle]')).left,
    };
  };

  it('stands at the edge where no flight has details', async () => {
    const { card, ends } = await show(seedFlights);
    expect(ends.size).toBe(1);
    expect(card - Math.max(...ends)).toBeLessThan(20);
  });

  it('stands beside the buttons of those that have', async () => {
    const { ends, toggle } = await show([...seedFlights, ...mixed.slice(0, 1)]);
    expect(ends.size).toBe(1);
    expect(toggle - Math.max(...ends)).toBeGreaterThanOrEqual(0);
  });
});
