import type { ReactElement } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { offers, returnTrips, smallFlights, smallSeatMap, twoDecks } from '../../stories/travel-samples.ts';
import '../../src/styles.css';
import { ElicitCard, Receipt } from '../../src/card.ts';
import {
  ChoiceList,
  Confirm,
  ElicitLocaleProvider,
  FlightList,
  MultiChoiceList,
  PassengerSeatPicker,
  SeatPicker,
} from '../../src/index.ts';
import { FileDrop, PickDate, PickDates, PickRow, PickRows, ReviewCall, ReviewText } from '../../src/questions.ts';
import { ElicitDialog } from '../../src/dialog.ts';
import { SchemaForm } from '../../src/forms.ts';
import { arabic } from '../../src/messages-ar.ts';
import { german } from '../../src/messages-de.ts';
import { UrlConsent } from '../../src/url-consent.ts';
import type { JsonObject } from '../../src/protocol/json.ts';
import { cut, ignore, overflow } from './page.ts';

/** What an airline says in words of its own is not ours to translate: it says nothing here. */
function silent<T>(data: T): T {
  const quiet = (key: string, value: unknown): unknown => {
    if (key === 'disclosures') return undefined;
    if (key === 'tiers') return (value as object[]).map((tier) => ({ ...tier, name: 'Qqq' }));
    return key === 'reason' || key === 'label' || key === 'fareBrand' ? 'Qqq' : value;
  };
  return JSON.parse(JSON.stringify(data), quiet) as T;
}

const flights = silent([...offers, ...returnTrips, ...smallFlights]);
const seatMap = silent(twoDecks);
const common = { message: '?', onRespond: ignore, onDecline: ignore };
const people = ['Ada', 'Grace'].map((name) => ({ id: name, name }));
const choices = Array.from({ length: 14 }, (_, i) => `${i}`);
const columns = [
  { key: 'a', label: 'Qqq' },
  { key: 'b', label: 'Qqq', kind: 'money' },
] as const;
const rows = Array.from({ length: 14 }, (_, i) => ({
  id: `${i}`,
  cells: { a: `${i}`, b: { amount: `${i}`, currency: 'EUR' } },
}));
const lines = '9\n'.repeat(20);
const exitSeat = { row: 48, seat: 'B' };

const formOf = (properties: JsonObject): JsonObject => ({ type: 'object', title: 'Qqq', properties });
const named = (schema: JsonObject): JsonObject => ({ ...schema, title: 'Qqq' });
/** One of each kind, each with something wrong once it is sent. */
const everyField: JsonObject = {
  type: 'object',
  properties: Object.fromEntries(
    [
      named({ type: 'string' }),
      { type: 'string', title: '\u200B', minLength: 3, default: 'A' },
      named({ type: 'string', maxLength: 3, default: 'Qqqqqqq' }),
      named({ type: 'string', pattern: '^[0-9]$', default: 'A' }),
      named({ type: 'string', format: 'email', default: 'A' }),
      named({ type: 'string', format: 'uri', default: 'A' }),
      named({ type: 'string', format: 'date' }),
      named({ type: 'string', format: 'date-time', default: '2026-10-25T00:30:00Z' }),
      named({ type: 'number', minimum: 5, default: 1 }),
      named({ type: 'number', maximum: 5, default: 7 }),
      named({ type: 'number', exclusiveMinimum: 5, default: 1 }),
      named({ type: 'number', exclusiveMaximum: 5, default: 7 }),
      named({ type: 'integer', multipleOf: 5, minimum: 1, maximum: 9, default: 7 }),
      named({ type: 'integer' }),
      named({ type: 'string', format: 'password' }),
      named({ type: 'boolean' }),
      named({ type: 'boolean', default: true }),
      named({ enum: ['Qqq', '', true] }),
      named({ enum: Array.from('123456') }),
      { ...named({ type: 'array', items: { enum: ['1', '2', '3'] }, minItems: 2 }) },
      { ...named({ type: 'array', items: { enum: ['1', '2', '3'] }, maxItems: 1, default: ['1', '2'] }) },
      { ...named({ type: 'array', items: { enum: ['1', '2', '3'] }, minItems: 1, maxItems: 2, default: [] }) },
      { ...named({ type: 'array', items: { enum: ['1', '2', '3'] }, minItems: 2, maxItems: 2, default: [] }) },
    ].map((schema, index) => [`p${index}`, schema]),
  ),
  required: Array.from({ length: 23 }, (_, index) => `p${index}`).filter((name) => name !== 'p15'),
};

const components: Record<string, () => ReactElement> = {
  'a FlightList': () => <FlightList {...common} flights={flights} travellers={3} draft={{ flightId: 'fast' }} />,
  'a FlightList that loads': () => <FlightList {...common} flights={[]} loading />,
  'a FlightList without flights': () => <FlightList {...common} flights={[]} />,
  'a FlightList that failed': () => <FlightList {...common} flights={[]} error="?" onReload={ignore} state="failed" />,
  'a SeatPicker': () => <SeatPicker {...common} seatMap={seatMap} draft={exitSeat} />,
  'a SeatPicker of the small shape': () => <SeatPicker {...common} seatMap={smallSeatMap} state="failed" />,
  'a SeatPicker that loads': () => <SeatPicker {...common} seatMap={seatMap} loading state="sending" />,
  'a PassengerSeatPicker': () => (
    <PassengerSeatPicker
      {...common}
      seatMap={seatMap}
      passengers={people}
      draft={{ selections: [{ passengerId: 'Ada', ...exitSeat }] }}
    />
  ),
  'a Confirm': () => <Confirm message="?" onRespond={ignore} state="failed" />,
  'a ChoiceList': () => <ChoiceList {...common} choices={choices} />,
  'a ChoiceList without choices': () => <ChoiceList {...common} choices={[]} state="sending" />,
  'a MultiChoiceList': () => <MultiChoiceList {...common} choices={choices} max={1} draft={{ choices: ['1', '2'] }} />,
  'a ChoiceList that searches': () => (
    <ChoiceList {...common} choices={[]} search={async () => []} other draft={{ choice: '1' }} />
  ),
  'a PickRow': () => <PickRow {...common} columns={columns} rows={rows} draft={{ row: '1' }} />,
  'a PickRows': () => <PickRows {...common} columns={columns} rows={rows} draft={{ rows: ['1'] }} state="failed" />,
  'a PickRows without rows': () => <PickRows {...common} columns={columns} rows={[]} state="sending" />,
  'a ReviewText': () => <ReviewText {...common} text={`7\n${lines}8`} before={`6\n${lines}`} edit />,
  'a ReviewText that was edited': () => <ReviewText {...common} text="7" edit draft={{ text: '8' }} state="failed" />,
  'a PickDate': () => <PickDate {...common} today="2026-12-03" draft={{ date: '1' }} />,
  'a PickDates': () => <PickDates {...common} draft={{ from: '2026-12-01', to: '2026-12-03' }} state="failed" />,
  'a FileDrop': () => (
    <FileDrop
      {...common}
      upload={async () => '1'}
      maxBytes={2e6}
      draft={{ files: [{ id: '1', name: '1.q', bytes: 9e6 }] }}
      state="failed"
    />
  ),
  'an ElicitCard': () => (
    <ElicitCard toolName="qqq" state="failed" onDecline={ignore} onCancel={ignore} onRetry={ignore} />
  ),
  'an ElicitCard that sends': () => <ElicitCard toolName="qqq" state="sending" onDecline={ignore} onCancel={ignore} />,
  'a SchemaForm': () => <SchemaForm {...common} schema={everyField} timeZone="Europe/Berlin" state="failed" />,
  'a SchemaForm of one yes or no': () => (
    <SchemaForm {...common} schema={formOf({ a: { type: 'boolean', title: 'Qqq' } })} draft={[['f0', 'a', true]]} />
  ),
  'a SchemaForm without fields': () => <SchemaForm {...common} schema={formOf({})} state="sending" />,
  'a SchemaForm that is refused': () => (
    <SchemaForm
      {...common}
      schema={{ ...formOf({ a: { type: 'integer', minimum: 2, maximum: 1 } }), required: ['a'] }}
    />
  ),
  'a SchemaForm in JSON': () => (
    <SchemaForm {...common} schema={{ ...formOf({ qqq: { type: 'object' } }), required: ['qqq'] }} />
  ),
  'a SchemaForm of which something is left out': () => (
    <SchemaForm {...common} schema={formOf({ a: { type: 'string' }, qqq: { type: 'object' } })} />
  ),
  ...Object.fromEntries(
    (['review', 'deny'] as const).map((step) => [
      `a ReviewCall at the step ${step}`,
      () => (
        <ReviewCall
          tool="qqq"
          version="1"
          arguments={{ qqq: true }}
          parameters={{}}
          edit
          remember={{ key: 'qqq', for: 'owner' }}
          draft={{ step, reason: '' }}
          onRespond={ignore}
        />
      ),
    ]),
  ),
  'a ReviewCall of no arguments': () => <ReviewCall tool="qqq" arguments={{}} parameters={{}} onRespond={ignore} />,
  'a UrlConsent': () => <UrlConsent {...common} url="http://127.0.0.1/" serverName="qqq" onDone={ignore} opened />,
  'a UrlConsent that is refused': () => <UrlConsent {...common} url="javascript:1" />,
  'an ElicitDialog': () => (
    <ElicitDialog title="qqq" hasDraft onCancel={ignore}>
      <Confirm message="?" onRespond={ignore} />
    </ElicitDialog>
  ),
  ...Object.fromEntries(
    (['waiting', 'answered', 'declined', 'cancelled', 'expired', 'lost', 'aborted'] as const).map((outcome) => [
      `a Receipt of what was ${outcome}`,
      () => <Receipt outcome={outcome} title="Qqq" />,
    ]),
  ),
};

/** The same word in several languages, what is a name, and the words of a schema that is shown. */
const international = new Set(
  'example airlines airways express northern blue horizon skyhigh pacific wings atlanta charlotte miami new york qqq ada grace http atl jfk clt mia nyc lax syd lhr terminal economy business premium decks app min browser tab name com https codes form format option optional chat json schema type object version text was'.split(
    ' ',
  ),
);

describe.each([
  ['German', german, 'ltr'],
  ['Arabic', arabic, 'rtl'],
] as const)('in %s, at 360 px', (_, messages, dir) => {
  beforeEach(() => page.viewport(360, 800));

  it.each(Object.entries(components))(
    '%s says nothing in English, and nothing sticks out or is cut',
    async (__, make) => {
      const english = await render(<div>{make()}</div>);
      const theirs = new Set(await saidWhileUsed());
      await english.unmount();

      await render(
        <div dir={dir}>
          <ElicitLocaleProvider messages={messages}>{make()}</ElicitLocaleProvider>
        </div>,
      );
      const ours = await saidWhileUsed();

      expect(theirs.size).toBeGreaterThan(0);
      expect(ours.filter((word) => theirs.has(word) && !international.has(word))).toEqual([]);
      expect(overflow()).toEqual([]);
      expect(cut()).toEqual([]);
    },
  );
});

describe('a component', () => {
  it('speaks the language that it is given, in another', async () => {
    await render(
      <ElicitLocaleProvider messages={german}>
        <Confirm message="?" onRespond={ignore} />
        <Confirm message="?" onRespond={ignore} messages={{ confirm: { confirm: 'Nur zu' } }} />
        <Confirm message="?" onRespond={ignore} messages={arabic} />
      </ElicitLocaleProvider>,
    );
    const buttons = page.getByRole('button').elements();
    expect(buttons.map((button) => button.textContent)).toEqual(['Nein', 'Bestätigen', 'Nein', 'Nur zu', 'لا', 'تأكيد']);
  });

  it('writes money and days in the locale that it is given, else in that of the words', async () => {
    await render(
      <ElicitLocaleProvider messages={german}>
        <FlightList {...common} flights={flights.slice(1, 2)} />
        <FlightList {...common} flights={flights.slice(1, 2)} locale="en-US" />
      </ElicitLocaleProvider>,
    );
    const prices = [...document.querySelectorAll('[data-elicit=price]')].map((price) => price.textContent);
    expect(prices).toEqual(['281,10\u00a0$', '$281.10']);
    const trips = [...document.querySelectorAll('[data-elicit=subtitle]')].map((trip) =>
      trip.textContent?.trim().replaceAll('\u00a0', ' '),
    );
    expect(trips).toEqual(['von Atlanta nach New York, So., 6. Sept.', 'von Atlanta nach New York, Sun, Sep 6']);
  });
});

/** Press whatever opens more, and read all that a person sees or hears: words of three letters or more. */
async function saidWhileUsed(): Promise<string[]> {
  const heard: string[] = [];
  const listen = () => heard.push(...textsOf(document.body));
  const press = async (selector: string) => {
    for (const button of document.querySelectorAll<HTMLElement>(selector)) {
      if (!button.checkVisibility()) continue;
      // One after the other, as a person does; one that is not ready says why.
      await userEvent.click(button, { force: true });
      listen();
    }
  };
  listen();
  await press('[data-elicit=chip]');
  await press('[data-elicit=details-toggle]');
  await press('[data-elicit=more]');
  await press('[data-elicit=deck][aria-selected=false]');
  await press('[data-elicit=view-switch]');
  await press('[data-elicit=fields] > [data-elicit=skip]');
  await press('[data-elicit=skip] ~ [data-elicit=skip]');
  await press('[data-elicit=commit]:not([data-tone])');
  await press('[data-elicit=more-ways]');
  await press('[data-elicit=dialog-close]');
  const search = document.querySelector<HTMLInputElement>('input[type=search]');
  if (search) {
    await userEvent.type(search, 'zz');
    listen();
  }
  return [
    ...new Set(
      heard
        .join(' ')
        .toLowerCase()
        .match(/\p{L}{3,}/gu),
    ),
  ];
}

function textsOf(root: Element): string[] {
  const attributes = ['aria-label', 'placeholder', 'title', 'alt', 'label', 'data-left', 'data-right'];
  const texts: string[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node instanceof Element) texts.push(...attributes.map((name) => node.getAttribute(name) ?? ''));
    else if (!node.parentElement?.closest('style, script')) texts.push(node.textContent ?? '');
  }
  return texts;
}
