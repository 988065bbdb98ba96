import { expect, fn, userEvent, within } from 'storybook/test';
import preview from '../.storybook/preview.tsx';
import type { Flight } from '../src/travel/flight.ts';
import { formatMoney } from '../src/travel/money.ts';
import { FlightList } from '../src/ui/flight-list/FlightList.tsx';
import { fares, manyOffers, offers, returnTrips, smallFlights } from './travel-samples.ts';
import { said } from './said.ts';
import { longText, pageOfStates, SideBySide } from './side-by-side.tsx';

const meta = preview.meta({
  title: 'Travel/FlightList',
  component: FlightList,
  args: {
    flights: offers,
    message: 'Here are the best matches. Which one suits you?',
    onRespond: fn(),
    onDecline: fn(),
    onDraftChange: fn(),
    locale: 'en-US',
  },
  argTypes: { state: { control: 'inline-radio', options: ['pending', 'sending', 'failed'] } },
});

/** Nothing is chosen yet. Choosing and confirming by mouse answers once. */
export const Default = meta.story({
  async play({ canvasElement, args, globals, step }) {
    const canvas = within(canvasElement);
    const { flightList } = said({ globals });
    await step('choosing is not answering', async () => {
      await userEvent.click(canvas.getByRole('radio', { name: /NB5301/ }));
      await expect(canvas.getByRole('radio', { name: /NB5301/ })).toBeChecked();
      await expect(args.onRespond).not.toHaveBeenCalled();
    });
    await step('Continue is', async () => {
      await userEvent.click(canvas.getByRole('button', { name: flightList.commit }));
      await expect(args.onRespond.mock.calls).toEqual([[{ flightId: 'fast' }, expect.anything()]]);
    });
  },
});

/** The arrow keys choose, Enter answers. */
export const Keyboard = meta.story({
  async play({ canvasElement, args, globals }) {
    const canvas = within(canvasElement);
    const { sorts, nonstop } = said({ globals }).flightList;
    for (const name of [sorts.best, sorts.cheapest, sorts.fastest, nonstop]) {
      await userEvent.tab();
      await expect(canvas.getByRole('button', { name })).toHaveFocus();
    }
    await userEvent.tab();
    await expect(canvas.getByRole('radio', { name: /EA701/ })).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}');
    await expect(canvas.getByRole('radio', { name: /NB5301/ })).toBeChecked();
    await userEvent.keyboard('{Enter}');
    await expect(args.onRespond.mock.calls).toEqual([[{ flightId: 'fast' }, expect.anything()]]);
  },
});

export const Selected = meta.story({ args: { draft: { flightId: 'fast' } } });

/** The answer is being sent: everything is disabled. */
export const Sending = meta.story({
  args: { draft: { flightId: 'fast' }, state: 'sending' },
  async play({ canvasElement, args, globals }) {
    const canvas = within(canvasElement);
    await expect(canvas.getByRole('status')).toHaveTextContent(said({ globals }).flightList.sending);
    await userEvent.tab();
    await expect(canvasElement.contains(document.activeElement)).toBe(false);
    await expect(args.onRespond).not.toHaveBeenCalled();
  },
});

/** The answer was refused: its flight is marked, and the list waits for another one. */
export const Refused = meta.story({
  args: {
    draft: { flightId: 'fast' },
    issues: [{ path: ['flightId'], message: 'That flight has just been sold. Please pick another.' }],
  },
  async play({ canvasElement, args, globals }) {
    const canvas = within(canvasElement);
    const { flightList } = said({ globals });
    await expect(canvas.getByRole('status')).toHaveTextContent('just been sold');
    await expect(canvas.getByRole('radio', { name: /NB5301/ })).toBeDisabled();
    await userEvent.click(canvas.getByRole('button', { name: flightList.none }));
    await expect(canvas.getByRole('status')).toHaveTextContent(flightList.chooseFirst);
    await expect(canvas.getAllByRole('radio')[0]).toHaveFocus();
    await expect(args.onRespond).not.toHaveBeenCalled();
  },
});

/** The small shape of a flight needs no more than this. */
export const SmallShape = meta.story({ args: { flights: smallFlights } });

/** Many offers: first four, then all of them in place. */
export const LongList = meta.story({
  args: { flights: manyOffers },
  async play({ canvasElement, globals }) {
    const canvas = within(canvasElement);
    const { flightList, locale } = said({ globals });
    // Querying by role is slow: it checks the visibility of hundreds of elements.
    const radios = canvasElement.getElementsByTagName('input');
    await expect(radios).toHaveLength(4);
    await userEvent.click(canvas.getByRole('button', { name: flightList.more(216, 216, locale) }));
    await expect(radios).toHaveLength(220);
    await expect(radios[4]).toHaveFocus();
    // At the end, no card is under the sticky footer.
    canvasElement.ownerDocument.documentElement.scrollTop = canvasElement.scrollHeight;
  },
});

/** Chips change the order and hide flights with stops. */
export const SortAndFilter = meta.story({
  async play({ canvasElement, globals, step }) {
    const canvas = within(canvasElement);
    const { flightList, locale } = said({ globals });
    const names = () => canvas.getAllByRole('radio').map((radio) => radio.getAttribute('aria-label')?.split(/[,،]/)[0]);
    const chips = within(canvas.getByRole('group', { name: flightList.sortBy }));
    await step('cheapest first, sold out last', async () => {
      await userEvent.click(chips.getByRole('button', { name: flightList.sorts.cheapest }));
      await expect(names()).toEqual([
        'Example Airlines EA701',
        'Example Airlines EA3926',
        'Northern Blue NB5301',
        'Example Airlines EA3389',
        'Northern Blue NB12',
      ]);
      await expect(canvas.getByRole('status')).toHaveTextContent(flightList.sorted(5, 'cheapest', locale));
    });
    await step('nonstop only', async () => {
      await userEvent.click(chips.getByRole('button', { name: flightList.nonstop }));
      await expect(names()).toEqual(['Northern Blue NB5301', 'Northern Blue NB12']);
    });
  },
});

// Play a story of a document in a frame of its own.
const inFrame = { docs: { story: { inline: false, height: '800px' } } };

/** Details that do not fit on a card open with a button of its own. */
export const Details = meta.story({
  parameters: inFrame,
  args: { flights: returnTrips, travellers: 2 },
  async play({ canvasElement, globals }) {
    const canvas = within(canvasElement);
    const { flightList, locale } = said({ globals });
    const button = canvas.getByRole('button', { name: flightList.details('EA12, EA38, EA13') });
    await userEvent.click(button);
    await expect(button).toHaveAttribute('aria-expanded', 'true');
    const wait = flightList.layover(flightList.duration(1, 35, locale), 'Charlotte (CLT)');
    await expect(partOf(canvasElement, 'layover')).toHaveTextContent(wait.replaceAll('\u00A0', ' '));
    const penalty = formatMoney({ amount: '75.00', currency: 'USD' }, locale === 'en' ? 'en-US' : locale);
    const fare = flightList.allowed(penalty, false).replaceAll('\u00A0', ' ');
    await expect(partOf(canvasElement, 'details')).toHaveTextContent(fare);
    await expect(canvas.getByRole('radio', { name: /EA12/ })).not.toBeChecked();
  },
});

/** The first such part. */
function partOf(canvasElement: HTMLElement, part: string): HTMLElement {
  return canvasElement.querySelector(`[data-elicit=${part}]`) as HTMLElement;
}

/** One flight with three fares. Choosing the card picks the cheapest; the others open below. */
export const Fares = meta.story({
  args: { flights: fares },
  async play({ canvasElement, args, globals, step }) {
    const canvas = within(canvasElement);
    const { flightList } = said({ globals });
    await step('the card takes the cheapest', async () => {
      await userEvent.click(canvas.getByRole('radio', { name: /NB5301/ }));
      await expect(canvas.getByRole('radiogroup', { name: flightList.fares('NB5301') })).toBeVisible();
      await expect(canvas.getByRole('radio', { name: /NB5301/ })).toBeChecked();
    });
    await step('another fare is answered with its own id', async () => {
      await userEvent.click(canvas.getByRole('radio', { name: /^Standard/ }));
      await userEvent.click(canvas.getByRole('button', { name: flightList.commit }));
      await expect(args.onRespond.mock.calls).toEqual([[{ flightId: 'fast-standard' }, expect.anything()]]);
    });
  },
});

/** Return flights: each leg has its name and date. */
export const Returns = meta.story({ args: { flights: returnTrips, travellers: 2, draft: { flightId: 'return-1' } } });

/** No flight is nonstop: the filter says so, and one button shows all flights again. */
export const NoneLeft = meta.story({
  args: { flights: manyOffers.filter((_, i) => i % 4).slice(0, 9) },
  async play({ canvasElement, globals }) {
    const canvas = within(canvasElement);
    const { flightList, locale } = said({ globals });
    await userEvent.click(canvas.getByRole('button', { name: flightList.nonstop }));
    await expect(canvas.getByText(flightList.noMatch)).toBeVisible();
    await expect(canvas.getByRole('button', { name: flightList.showAll(9, locale) })).toBeVisible();
  },
});

/** Every state, side by side. */
export const States = meta.story({
  parameters: pageOfStates,
  render: (args) => {
    const chosen = { ...args, draft: { flightId: 'fast' } };
    const issues = [{ path: ['flightId'], message: 'That flight has just been sold. Please pick another.' }];
    return (
      <SideBySide
        states={{
          'Nothing chosen': <FlightList {...args} />,
          Chosen: <FlightList {...chosen} />,
          'One of three fares': <FlightList {...args} flights={fares} draft={{ flightId: 'fast-standard' }} />,
          'There and back': <FlightList {...args} flights={returnTrips} travellers={2} />,
          Loading: <FlightList {...args} flights={[]} loading />,
          Empty: <FlightList {...args} flights={[]} />,
          'Search failed': (
            <FlightList {...args} flights={[]} error="The airline did not answer in time." onReload={() => {}} />
          ),
          Sending: <FlightList {...chosen} state="sending" />,
          'Not sent': <FlightList {...chosen} state="failed" />,
          'Asked again': <FlightList {...chosen} issues={issues} />,
          'Long text': <FlightList {...chosen} message={longText} flights={offers.map(longWinded)} />,
          'The small shape': <FlightList {...args} flights={smallFlights} />,
        }}
      />
    );
  },
});

const longWinded = (flight: Flight): Flight => ({
  ...flight,
  airline: { ...flight.airline, name: `${flight.airline.name} of the Northern and Southern Hemispheres` },
  badges: ['Best for families with a lot of luggage'],
});

/** The search itself failed. */
export const SearchFailed = meta.story({
  args: { flights: [], error: 'The airline does not answer.', onReload: fn() },
  async play({ canvasElement, args, globals }) {
    const canvas = within(canvasElement);
    await expect(canvas.getByRole('alert')).toHaveTextContent('The airline does not answer.');
    await userEvent.click(canvas.getByRole('button', { name: said({ globals }).flightList.reload }));
    await expect(args.onReload).toHaveBeenCalledOnce();
  },
});

/** Without `onDecline` there is no Skip. */
export const NoSkip = meta.story({
  render: (args) => <FlightList flights={args.flights} onRespond={args.onRespond} />,
  async play({ canvasElement }) {
    await expect(canvasElement.querySelector('[data-elicit=commit]')).toBeVisible();
    await expect(canvasElement.querySelector('[data-elicit=skip]')).toBeNull();
  },
});
