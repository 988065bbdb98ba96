import { suspend } from 'effection';
import { StrictMode } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';
import * as z from 'zod';
import '../../src/styles.css';
import {
  ChoiceList,
  Confirm,
  ElicitOutlet,
  FlightList,
  MultiChoiceList,
  PassengerSeatPicker,
  PluginSessionProvider,
  SeatPicker,
} from '../../src/index.ts';
import { SchemaForm } from '../../src/forms.ts';
import { UrlConsent } from '../../src/url-consent.ts';
import { answerWith, createMcpTool, makePlugin } from '../../src/plugin.ts';
import { pickFlightSchema, pickSeatSchema, pickSeatsSchema } from '../../src/travel.ts';
import {
  ask as askAny,
  askFirst,
  closeAll,
  complete,
  createHarness,
  info,
  isStatus,
  settled,
  state,
  type Harness,
} from '../client/harness.ts';
import { seedFlights, seedSeatMap } from '../travel/samples.ts';
import { tabStops } from '../ui/page.ts';

beforeEach(() => page.viewport(1000, 900));
afterEach(closeAll);

const nameSchema = { type: 'object', properties: { name: { type: 'string' } } };
const choice = z.object({ choice: z.string() });
const tool = createMcpTool('book')
  .description('Book')
  .parameters(z.object({}))
  .elicits({
    flight: pickFlightSchema,
    seat: pickSeatSchema,
    fare: choice,
    slow: choice,
    page: z.object({}),
    sure: z.object({ confirmed: z.boolean() }),
    bags: z.object({ choices: z.array(z.string()) }),
    party: pickSeatsSchema,
    form: z.object({ name: z.string() }),
  });
const plugin = makePlugin(tool)
  .onElicit({
    flight: answerWith(FlightList, () => ({ flights: seedFlights })),
    seat: answerWith(SeatPicker, () => ({ seatMap: seedSeatMap })),
    fare: answerWith(ChoiceList, () => ({ choices: ['Basic', 'Full'] })),
    sure: answerWith(Confirm, () => ({})),
    bags: answerWith(MultiChoiceList, () => ({ choices: ['One', 'Two'] })),
    party: answerWith(PassengerSeatPicker, () => ({ seatMap: seedSeatMap })),
    form: answerWith(SchemaForm as never, () => ({ schema: nameSchema })) as never,
    page: answerWith(UrlConsent, () => ({ url: 'https://example.com/' })),
    *slow(_request, ctx) {
      yield* ctx.render(ChoiceList, { choices: ['Basic', 'Full'] });
      yield* suspend();
      throw new Error('nothing comes after that');
    },
  })
  .build();

const button = (name: string) =>
  page.getByRole('button', name === 'More' ? { name: /^More about: / } : { name, exact: true });
/** In a dialog the walk begins where the focus was. */
const waysOut = async () =>
  (await tabStops())
    .flatMap((name) => /^(Skip|Decline|Cancel.*|More)(?=$| about: )/.exec(name ?? '')?.[0] ?? [])
    .toSorted((a = '', b = '') => a.localeCompare(b));

async function show(key: string, presentation: 'inline' | 'dialog'): Promise<Harness> {
  const harness = createHarness({ plugins: [plugin] });
  await askFirst(harness, askAny({ toolName: 'book', key, message: 'Which one?', schema: {} }));
  await render(
    <StrictMode>
      <PluginSessionProvider client={harness.client}>
        <ElicitOutlet presentation={presentation} />
      </PluginSessionProvider>
    </StrictMode>,
  );
  return harness;
}

describe.each([
  ['in its place', 'inline'],
  ['in a dialog', 'dialog'],
] as const)('a question %s', (_, presentation) => {
  it.each(['flight', 'seat', 'fare', 'bags', 'party'])(
    'is declined in one place: by the Skip of its component (%s)',
    async (key) => {
      const harness = await show(key, presentation);
      await expect.element(button('Skip')).toBeVisible();
      expect(await waysOut()).toEqual(['More', 'Skip']);

      await button('Skip').click();
      const stream = await harness.server.accept();
      expect(stream.request.body.pluginElicitResponses?.[0]?.result).toEqual({ action: 'decline' });
      stream.end(info, settled('decline'), state(), complete);
      await expect.element(page.getByRole('group', { name: 'Skipped' })).toHaveFocus();
    },
  );

  it('is declined in one place: by the Skip of a page to open', async () => {
    await show('page', presentation);
    await expect.element(page.getByRole('link')).toBeVisible();
    expect(await waysOut()).toEqual(['More', 'Skip']);
  });

  it('is declined by the No of a Confirm, and the receipt says so', async () => {
    const harness = await show('sure', presentation);
    await expect.element(button('No')).toBeVisible();
    expect(await waysOut()).toEqual(['More']);
    await button('No').click();
    const stream = await harness.server.accept();
    expect(stream.request.body.pluginElicitResponses?.[0]?.result).toEqual({ action: 'decline' });
    stream.end(info, settled('decline'), state(), complete);
    await expect.element(page.getByRole('group', { name: 'Skipped' })).toHaveAttribute('data-state', 'declined');
  });

  it('is declined by the form of its component', async () => {
    await show('form', presentation);
    await expect.element(page.getByRole('textbox')).toBeVisible();
    expect(await waysOut()).toEqual(['More', 'Skip']);
  });

  it('is declined on its card while the handler goes on without the component', async () => {
    const harness = await show('slow', presentation);
    await page.getByRole('radio', { name: 'Full' }).click();
    expect(await waysOut()).toEqual(['More', 'Skip']);
    await button('Continue').click();

    await expect.poll(() => document.querySelector('[data-elicit=elicit-line] [data-elicit=decline]')).not.toBeNull();
    expect(await waysOut()).toEqual(['More', 'Skip']);
    await button('Skip').click();
    const stream = await harness.server.accept();
    expect(stream.request.body.pluginElicitResponses?.[0]?.result).toEqual({ action: 'decline' });
    stream.end(info, settled('decline'), state(), complete);
  });

  it('is declined on its card when its answer did not get out', async () => {
    const harness = await show('fare', presentation);
    await page.getByRole('radio', { name: 'Full' }).click();
    await button('Continue').click();
    await harness.server.refuse(new TypeError('offline'));
    await harness.when(isStatus('failed'));

    await expect.element(button('Try again')).toHaveFocus();
    expect(await waysOut()).toEqual(['More', 'Skip']);
    await button('Skip').click();
    const stream = await harness.server.accept();
    expect(stream.request.body.pluginElicitResponses?.[0]?.result).toEqual({ action: 'decline' });
    expect(document.activeElement?.closest('[data-elicit=elicit-card]')).not.toBeNull();
  });

  it('is cancelled in the menu alone, which names what follows', async () => {
    const harness = await show('fare', presentation);
    await button('More').click();
    const cancel = button('Cancel this request');
    await expect.element(cancel).toHaveAccessibleDescription('Tells “Book” that you do not want to go on.');
    await userEvent.keyboard('{Escape}');
    await expect.element(cancel).not.toBeInTheDocument();
    await expect.element(button('More')).toHaveFocus();
    expect(harness.item()).toMatchObject({ status: 'pending', aside: false });

    await userEvent.keyboard('{Enter}{Tab}{Enter}');
    const stream = await harness.server.accept();
    expect(stream.request.body.pluginElicitResponses?.[0]?.result).toMatchObject({ action: 'cancel' });
    stream.end(info, settled('cancel'), state(), complete);
    await expect.element(page.getByRole('group', { name: 'Cancelled' })).toHaveFocus();
  });
});
