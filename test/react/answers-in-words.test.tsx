import { afterEach, expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';
import * as z from 'zod';
import {
  ChoiceList,
  Confirm,
  createPluginClient,
  ElicitOutlet,
  FlightList,
  PassengerSeatPicker,
  PluginSessionProvider,
  schemaForm,
  SeatPicker,
} from '../../src/index.ts';
import { german } from '../../src/messages-de.ts';
import {
  answerWith,
  choiceQuestion,
  confirmQuestion,
  createMcpTool,
  dateQuestion,
  datesQuestion,
  filesQuestion,
  makePlugin,
  question,
  reviewQuestion,
  rowsQuestion,
  type InjectedProps,
  type McpToolContext,
} from '../../src/plugin.ts';
import { FileDrop, PickDate, PickDates, PickRows, ReviewText } from '../../src/questions.ts';
import { createChatHandler } from '../../src/server.ts';
import { createScriptedProvider, memoryTransport } from '../../src/testing.ts';
import { flightSchema, normalizeSeatMap, pickFlightSchema, seatQuestion, seatsQuestion } from '../../src/travel.ts';
import '../../src/styles.css';
import '../../src/questions.css';
import { when } from '../client/harness.ts';
import { seedFlights, seedSeatMap } from '../travel/samples.ts';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0).toReversed()) await each.close();
  sessionStorage.clear();
});

const Dish = ({ onRespond }: { onRespond: (answer: { id: string }) => void }) => (
  <button type="button" onClick={() => onRespond({ id: 'd1' })}>
    Take it
  </button>
);

/** A card of the host's own. */
const Mood = ({ onRespond }: InjectedProps<number>) => (
  <button type="button" onClick={() => onRespond(4, { title: 'Content', amount: '4/5' })}>
    Fine
  </button>
);

const questions = {
  dates: datesQuestion,
  date: dateQuestion,
  sure: confirmQuestion,
  dish: question({
    context: z.object({ menu: z.array(z.object({ id: z.string(), name: z.string() })) }),
    response: z.object({ id: z.string() }),
    choices: ({ menu }) => menu.map(({ id, name }) => ({ value: { id }, label: name })),
  }),
  decided: z.object({ confirmed: z.boolean(), by: z.string() }),
  passenger: z.object({ name: z.string(), born: z.iso.date() }),
  age: z.int(),
  mood: z.int(),
  meal: choiceQuestion,
  bills: rowsQuestion,
  photos: filesQuestion,
  draft: reviewQuestion,
  flight: { response: pickFlightSchema, context: z.object({ flights: z.array(flightSchema) }) },
  seat: seatQuestion,
  seats: seatsQuestion,
};
const declared = createMcpTool('ask_me').description('Ask').parameters(z.object({})).elicits(questions, { open: true });
type Ask = McpToolContext<typeof questions, { open: true }>['elicit'];

/** A page on which the tool has asked, with the receipts of what is answered there. */
async function ask(asking: (elicit: Ask) => ReturnType<Ask>, locale = 'en-GB', deny?: 'answer') {
  const tool = declared.execute(function* (_params, ctx) {
    return yield* asking(ctx.elicit);
  });
  const plugin = makePlugin(declared)
    .onElicit({
      dates: answerWith(PickDates),
      date: answerWith(PickDate),
      sure: answerWith(Confirm, ({ context, message }) => ({ ...context, message, deny })),
      dish: answerWith(Dish, () => ({})),
      passenger: schemaForm(),
      age: schemaForm(),
      mood: answerWith(Mood),
      meal: answerWith(ChoiceList),
      bills: answerWith(PickRows),
      photos: answerWith(FileDrop, () => ({ upload: async ({ name }) => `id of ${name}` })),
      draft: answerWith(ReviewText),
      flight: answerWith(FlightList),
      seat: answerWith(SeatPicker),
      seats: answerWith(PassengerSeatPicker),
      decided: async (_request, ctx) => {
        const { confirmed } = await ctx.render(Confirm, { title: 'Really?' });
        return { action: 'accept', content: { confirmed, by: 'Ada' } };
      },
    })
    .build();
  const call = { toolCalls: [{ name: 'ask_me', arguments: {} }] };
  const provider = createScriptedProvider([call, { text: 'Done.' }]);
  const handler = createChatHandler({ provider, tools: [tool], onEvent: () => undefined });
  const transport = memoryTransport(handler);
  const connect = (conversationId?: string) => {
    const client = createPluginClient({ transport, plugins: [plugin], conversationId, storage: false, tabs: false });
    open.push(client);
    return client;
  };
  open.push(handler);
  const client = connect();
  const shown = await render(
    <PluginSessionProvider client={client} locale={locale} messages={locale === 'de' ? german : undefined}>
      <ElicitOutlet />
    </PluginSessionProvider>,
  );
  await client.send('Hi');
  return {
    /** What the receipt says on this page, and on one that was opened later. */
    async receipt() {
      await when(client, ({ status }) => status === 'idle');
      const later = connect(client.conversationId);
      later.subscribe(() => undefined);
      await later.attach();
      const told = later.getSnapshot().receipts[0];
      const lines = [...document.querySelectorAll('[data-elicit=receipt-text] > strong')];
      await shown.unmount();
      return { lines: lines.map((line) => line.textContent), told: told?.receipt?.title };
    },
  };
}

const press = (name: string) => userEvent.click(page.getByRole('button', { name, exact: true }));
const type = (name: string, text: string) => userEvent.fill(page.getByRole('textbox', { name }), text);
const message = 'Well?';
const menu = [
  { id: 'd1', name: 'Soup of the day' },
  { id: 'd2', name: 'Bread' },
];
const days = async (from: string, to: string, commit: string) => {
  await type(from, '2026-05-12');
  await type(to, '2026-05-16');
  await press(commit);
};
const columns = [
  { key: 'what', label: 'What' },
  { key: 'due', label: 'Due', kind: 'money' as const },
];
const rows = [
  { id: 'b1', cells: { what: 'Ink', due: { amount: '84.20', currency: 'EUR' } } },
  { id: 'b2', cells: { what: 'Paper', due: { amount: '9.50', currency: 'EUR' } } },
];
const passengers = [
  { id: 'p1', name: 'Ada' },
  { id: 'p2', name: 'Mo' },
];
const danger = { confirmLabel: 'Delete Atlas', denyLabel: 'Keep it' };

it.each<[what: string, says: RegExp, asking: Parameters<typeof ask>, answer: () => Promise<void>]>([
  [
    'days',
    /^Tue,? 12.*Sat,? 16 May 2026/,
    [(elicit) => elicit('dates', { message })],
    () => days('From', 'To', 'Continue'),
  ],
  [
    'days in German',
    /12\..*16\. Mai 2026/,
    [(elicit) => elicit('dates', { message }), 'de'],
    () => days('Von', 'Bis', german.pickDates.commit),
  ],
  [
    'a day',
    /12 May 2026$/,
    [(elicit) => elicit('date', { message })],
    async () => {
      await type('Date', '2026-05-12');
      await press('Continue');
    },
  ],
  ['a yes', /^Yes$/, [(elicit) => elicit('sure', { message })], () => press('Confirm')],
  ['a no', /^No$/, [(elicit) => elicit('sure', { message }), 'en', 'answer'], () => press('No')],
  ['a yes in German', /^Ja$/, [(elicit) => elicit('sure', { message }), 'de'], () => press(german.confirm.confirm)],
  ['a named yes', /^Delete Atlas$/, [(elicit) => elicit('sure', { message, ...danger })], () => press('Delete Atlas')],
  [
    'a named no',
    /^Keep it$/,
    [(elicit) => elicit('sure', { message, ...danger }), 'en', 'answer'],
    () => press('Keep it'),
  ],
  [
    'a choice of whole answers',
    /^Soup of the day$/,
    [(elicit) => elicit('dish', { message, menu })],
    () => press('Take it'),
  ],
  [
    'a yes of a form',
    /^Yes$/,
    [(elicit) => elicit({ message, schema: z.boolean() })],
    async () => {
      await userEvent.click(page.getByRole('radio', { name: 'Yes' }));
      await press('Confirm');
    },
  ],
  [
    'a day of a form',
    /^12 May 2026$/,
    [(elicit) => elicit({ message, schema: z.iso.date() })],
    async () => {
      await userEvent.fill(page.getByRole('group', { name: message, exact: true }).getByRole('textbox'), '2026-05-12');
      await press('Send');
    },
  ],
  [
    'a form of the plugin',
    /^Ada · 12 May 1990$/,
    [(elicit) => elicit('passenger', { message })],
    async () => {
      await type('Name', 'Ada');
      await type('Born', '1990-05-12');
      await press('Send');
    },
  ],
  [
    'a number of a form of the plugin',
    /^36$/,
    [(elicit) => elicit('age', { message })],
    async () => {
      await type('Age', '36');
      await press('Send');
    },
  ],
  ['a card of the host', /^Content$/, [(elicit) => elicit('mood', { message })], () => press('Fine')],
  [
    'what was written in place of a choice',
    /^Risotto$/,
    [(elicit) => elicit('meal', { message, choices: ['Fish'], other: true })],
    async () => {
      await userEvent.click(page.getByRole('radio', { name: 'Other…' }));
      await type('Your answer', 'Risotto');
      await press('Continue');
    },
  ],
  [
    'rows as they are shown',
    /^Ink, 84,20\s€ · Paper, 9,50\s€$/,
    [(elicit) => elicit('bills', { message, columns, rows }), 'de'],
    async () => {
      for (const row of ['Ink', 'Paper']) await userEvent.click(page.getByRole('checkbox', { name: row }));
      await press(german.choiceList.commit);
    },
  ],
  [
    'the names of files',
    /^bag.jpg · tag.jpg$/,
    [(elicit) => elicit('photos', { message })],
    async () => {
      const files = ['bag.jpg', 'tag.jpg'].map((name) => new File(['…'], name));
      await userEvent.upload(document.querySelector('input[type=file]') as HTMLElement, files);
      await expect.element(page.getByText('2 files')).toBeVisible();
      await press('Continue');
    },
  ],
  [
    'what was thought of a text, in German',
    /^Freigeben$/,
    [(elicit) => elicit('draft', { message, text: 'Dear Bo' }), 'de'],
    () => press('Freigeben'),
  ],
  [
    'a flight',
    /^Blue Horizon BH220, 12:15$/,
    [(elicit) => elicit('flight', { message, flights: [...seedFlights] })],
    async () => {
      await userEvent.click(page.getByRole('radio', { name: /BH220/ }));
      await press('Continue');
    },
  ],
  [
    'a seat in German',
    /^5F, Fenster$/,
    [(elicit) => elicit('seat', { message, seatMap: seedSeatMap }), 'de'],
    async () => {
      await userEvent.click(page.getByRole('button', { name: /^5F/ }));
      await userEvent.click(page.getByRole('button', { name: german.seatPicker.commit('5F') }));
    },
  ],
  [
    'whose seats they are',
    /^Ada 5E · Mo 5F$/,
    [(elicit) => elicit('seats', { message, seatMap: { ...normalizeSeatMap(seedSeatMap), passengers } })],
    async () => {
      for (const seat of [/^5E/, /^5F/]) await userEvent.click(page.getByRole('button', { name: seat }));
      await press('Confirm 2 seats');
    },
  ],
  // The button answered a part of it.
  ['what a handler made of a yes', /^Well\?$/, [(elicit) => elicit('decided', { message })], () => press('Confirm')],
])('the receipt says %s', async (_what, says, asking, answer) => {
  const asked = await ask(...asking);
  await answer();
  const { lines, told } = await asked.receipt();
  expect(lines).toEqual([expect.stringMatching(says)]);
  expect(told ?? message).toBe(lines[0]);
});
