import axe from 'axe-core';
import { StrictMode } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import { sleep, withResolvers, type Operation } from 'effection';
import { page, userEvent } from 'vitest/browser';
import * as z from 'zod';
import '../../src/styles.css';
import { ChoiceList, ElicitOutlet, FlightList, PluginSessionProvider, SeatPicker } from '../../src/index.ts';
import { answerWith, createMcpTool, makePlugin } from '../../src/plugin.ts';
import { FileDrop, PickDate } from '../../src/questions.ts';
import type { SeqRange } from '../../src/protocol/elicit-request.ts';
import { pickFlightSchema, pickSeatSchema } from '../../src/travel.ts';
import {
  answerIdOf,
  ask as askAny,
  askFirst,
  closeAll,
  createHarness,
  info,
  push,
  settled,
  type Harness,
} from '../client/harness.ts';
import { endComposition, heard } from '../ui/page.ts';
import { seedFlights, seedSeatMap } from '../travel/samples.ts';

beforeEach(() => page.viewport(1000, 900));
afterEach(closeAll);

const tool = createMcpTool('book')
  .description('Book')
  .parameters(z.object({}))
  .elicits({
    flight: pickFlightSchema,
    seat: pickSeatSchema,
    fare: z.object({ choice: z.string() }),
    late: z.object({ choice: z.string() }),
    typed: z.object({ name: z.string() }),
    day: z.object({ date: z.string() }),
    files: z.object({ files: z.array(z.string()) }),
  });
const Typed = (_props: { onRespond: (answer: { name: string }) => void }) => (
  <label>
    Name <input />
  </label>
);
/** What a handler waits for before it shows anything. */
let ready: Operation<void> = sleep(0);
const plugin = makePlugin(tool)
  .onElicit({
    flight: answerWith(FlightList, () => ({ flights: seedFlights })),
    seat: answerWith(SeatPicker, () => ({ seatMap: seedSeatMap })),
    fare: answerWith(ChoiceList, () => ({ choices: ['Basic', 'Full'] })),
    typed: answerWith(Typed, () => ({})),
    day: answerWith(PickDate, () => ({})),
    files: answerWith(FileDrop, () => ({ upload: () => new Promise<string>(() => undefined) })),
    *late(_, ctx) {
      yield* ready;
      const choices = Array.from({ length: 30 }, (_none, nth) => `Choice ${nth}`);
      return { action: 'accept', content: yield* ctx.render(ChoiceList, { choices }) };
    },
  })
  .receipts({ fare: ({ choice }) => ({ title: `Fare ${choice}` }) })
  .build();

const first = 'call_1:0';
const second = 'call_1:1';
const ask = (elicitId: string, key: string, changeable?: readonly SeqRange[]) =>
  askAny({ toolName: 'book', elicitId, key, message: `Which ${key}?`, schema: { type: 'object' }, changeable });
const wentBack = (answerId: string | undefined, over: object = {}) => ({
  type: 'plugin_elicit_revised',
  sessionId: 'call_1',
  callId: 'call_1',
  elicitId: first,
  action: 'accept',
  answerId,
  gone: [second],
  ...over,
});

const button = (name: string) => page.getByRole('button', { name, exact: true });
const receipt = page.getByRole('group', { name: 'Answered: Fare Basic' });
const change = button('Change: Fare Basic');
/** What another answer does. */
const effect = 'If you change this, what came after it no longer counts.';
const announced = () =>
  Array.from(document.querySelectorAll('[data-elicit="announcer"] > p'), ({ textContent }) => textContent);

/** The fare is chosen, and the next question waits. */
async function chosen(next = 'seat', presentation: 'inline' | 'dialog' = 'inline'): Promise<Harness & { id: string }> {
  const harness = createHarness({ plugins: [plugin] });
  await askFirst(harness, ask(first, 'fare'));
  await render(
    <StrictMode>
      <PluginSessionProvider client={harness.client}>
        <ElicitOutlet presentation={presentation} />
      </PluginSessionProvider>
    </StrictMode>,
  );
  await page.getByRole('radio', { name: 'Basic' }).click();
  await button('Continue').click();
  const stream = await harness.server.accept();
  const id = answerIdOf(stream.request) ?? '';
  stream.end(info, settled('accept', {}, id), ask(second, next, [[0, 0]]), { type: 'end' });
  await harness.when(({ items }) => items.length === 2);
  return { ...harness, id };
}

describe('a receipt whose answer can be changed', () => {
  it('has a button, named by it, while a question names it', async () => {
    const harness = await chosen();
    await expect.element(change).toHaveTextContent('Change');
    push(harness.client, ask(second, 'seat', []));
    await expect.element(change).not.toBeInTheDocument();
  });

  it('opens again by keyboard with what was chosen, has the focus, and keeps the answer by Escape', async () => {
    await chosen();
    await expect.element(receipt).toHaveFocus();
    await userEvent.tab();
    await expect.element(change).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    const card = page.getByRole('group', { name: 'Change: Book' });
    await expect.element(card).toHaveFocus();
    await expect.element(page.getByRole('radio', { name: 'Basic' })).toBeChecked();
    expect((await axe.run(document.body, { runOnly: ['wcag2a', 'wcag2aa'] })).violations).toEqual([]);
    endComposition('Escape');
    await expect.element(card).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(receipt).toHaveFocus();
    await expect.element(change).toBeVisible();
  });

  it('says in its card what a change does, once, and has another name than the question that waits', async () => {
    await chosen();
    await change.click();
    const card = page.getByRole('group', { name: 'Change: Book', exact: true });
    await expect.element(card).toHaveFocus();
    await expect.poll(() => announced().filter((text) => text === effect)).toHaveLength(1);
    const note = document.querySelector('[data-elicit="elicit-note"][data-state="revisited"]');
    expect(note?.textContent).toBe(effect);
    expect(card.element().contains(note)).toBe(true);
    await expect.element(page.getByRole('group', { name: 'Question from Book', exact: true })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(receipt).toHaveFocus();
    expect(page.getByText(effect).elements()).toHaveLength(1);
    await change.click();
    await expect.poll(() => announced().filter((text) => text === effect)).toHaveLength(2);
  });

  it('names the answers that a change costs, in its card and by ear', async () => {
    const harness = await chosen();
    push(harness.client, settled('accept', { elicitId: second }, 'theirs'), ask('call_1:2', 'late', [[0, 1]]));
    await change.click();
    const line = `${effect} Asked again: “Which seat?”`;
    await expect.element(page.getByRole('group', { name: 'Change: Book', exact: true })).toHaveTextContent(line);
    await expect.poll(() => announced().filter((text) => text === line)).toHaveLength(1);
  });

  it.each(['Keep it', 'Continue'])('is the same again by %s', async (name) => {
    const { server } = await chosen();
    const { length } = server.requests;
    await change.click();
    const card = page.getByRole('group', { name: 'Change: Book' });
    await expect.element(card.getByRole('button', { name: 'More' })).not.toBeInTheDocument();
    await expect.element(card.getByRole('button', { name: 'Skip' })).not.toBeInTheDocument();
    await card.getByRole('button', { name, exact: true }).click();
    await expect.element(receipt).toHaveFocus();
    expect(server.requests).toHaveLength(length);
  });

  it.each(['flight', 'seat', 'fare', 'day', 'files'])(
    'says Keep it in place of every way out of its component (%s)',
    async (key) => {
      const harness = createHarness({ plugins: [plugin] });
      await askFirst(harness, ask(first, key));
      await render(
        <PluginSessionProvider client={harness.client}>
          <ElicitOutlet />
        </PluginSessionProvider>,
      );
      push(harness.client, settled('accept', {}, 'a'), ask(second, 'unknown', [[0, 0]]));
      await page.getByRole('button', { name: /^Change: / }).click();
      const card = page.getByRole('group', { name: 'Change: Book' });
      await expect.element(card.getByRole('button', { name: 'Keep it' })).toBeVisible();
      await expect.element(card.getByRole('button', { name: 'Skip' })).not.toBeInTheDocument();
      await card.getByRole('button', { name: 'Keep it' }).click();
      await expect.element(page.getByRole('button', { name: /^Change: / })).toBeVisible();
    },
  );

  it('says why it is empty if another tab answered', async () => {
    const harness = createHarness({ plugins: [plugin] });
    await askFirst(harness, ask(first, 'fare'));
    await render(
      <PluginSessionProvider client={harness.client}>
        <ElicitOutlet />
      </PluginSessionProvider>,
    );
    push(harness.client, settled('accept', {}, 'theirs'), ask(second, 'seat', [[0, 0]]));
    await page.getByRole('button', { name: /^Change: / }).click();
    const note = `That answer was given elsewhere, so it is not shown here. ${effect}`;
    await expect.element(page.getByText(note).first()).toBeVisible();
    await expect.poll(() => announced().filter((text) => text === note)).toHaveLength(1);
    await button('Keep it').click();
    await expect.element(page.getByRole('group', { name: /^Answered/ })).toHaveFocus();
  });

  it('is changed: the receipt says so and has the focus, it is announced once, and what came after is asked anew', async () => {
    const { server } = await chosen();
    await change.click();
    await page.getByRole('radio', { name: 'Full' }).click();
    await page.getByRole('button', { name: 'Continue' }).first().click();
    const stream = await server.accept();
    await expect.element(page.getByText('Sending your choice…').first()).toBeInTheDocument();
    stream.end(
      settled('cancel', { elicitId: second }),
      wentBack(answerIdOf(stream.request)),
      ask('call_1:1~1', 'seat', [[0, 0]]),
      { type: 'end' },
    );
    const now = page.getByRole('group', { name: 'Answered: Fare Full' });
    await expect.element(now).toHaveFocus();
    const note = 'This answer was changed.';
    await expect.element(page.getByText(note).first()).toBeVisible();
    await expect.poll(() => announced().filter((text) => text === note)).toHaveLength(1);
    await expect.element(button('Change: Fare Full')).toBeVisible();
    expect(page.getByRole('group', { name: 'Cancelled' }).elements()).toEqual([]);
  });

  it('has the focus if the question after it goes with the focus in it', async () => {
    const { client } = await chosen();
    await expect.element(page.getByRole('button', { name: 'Skip' })).toBeVisible();
    (page.getByRole('button', { name: 'Skip' }).element() as HTMLElement).focus();
    push(client, wentBack('theirs'), ask('call_1:1~1', 'seat', [[0, 0]]));
    await expect.element(page.getByText('This answer was changed.').first()).toBeVisible();
    await expect.element(page.getByRole('group', { name: /^Answered/ })).toHaveFocus();
  });

  it('has the line below it at the same edge, also where text and page have other directions', async () => {
    const { server } = await chosen();
    document.body.dir = 'rtl';
    try {
      await change.click();
      await page.getByRole('radio', { name: 'Full' }).click();
      await page.getByRole('button', { name: 'Continue' }).first().click();
      const stream = await server.accept();
      stream.end(wentBack(answerIdOf(stream.request)), ask('call_1:1~1', 'seat', [[0, 0]]), { type: 'end' });
      await expect.element(page.getByRole('group', { name: 'Answered: Fare Full' })).toBeVisible();
      const line = document.querySelector('[data-elicit="elicit-note"][data-state="changed"]');
      const text = document.createRange();
      text.selectNodeContents(line ?? document.body);
      const edge = line?.getBoundingClientRect().right ?? 0;
      expect(edge - text.getBoundingClientRect().right).toBeCloseTo(4, 0);
    } finally {
      document.body.dir = '';
    }
  });

  it.each([
    ['late', 'It can no longer be changed. Your earlier answer stands.'],
    ['stuck', 'Something could not be undone. Your earlier answer stands.'],
  ])('says why it was not changed (%s)', async (why, note) => {
    const { server, id } = await chosen();
    await change.click();
    await page.getByRole('radio', { name: 'Full' }).click();
    await page.getByRole('button', { name: 'Continue' }).first().click();
    const stream = await server.accept();
    if (why === 'stuck') stream.send(wentBack(id, { isStuck: true }), ask('call_1:1~1', 'seat', [[0, 0]]));
    else stream.write(`${JSON.stringify({ event: { ...settled('accept', {}, id), kept: 'late' } })}\n`);
    stream.end({ type: 'end' });
    await expect.element(receipt).toHaveFocus();
    await expect.element(page.getByText(note).first()).toBeVisible();
    await expect.poll(announced).toContain(note);
  });

  it('shows what is wrong with an invalid change, with what was chosen', async () => {
    const { server, id } = await chosen();
    await change.click();
    await page.getByRole('radio', { name: 'Full' }).click();
    await page.getByRole('button', { name: 'Continue' }).first().click();
    const stream = await server.accept();
    const issues = [{ path: [], message: 'It is sold out.' }];
    stream.write(`${JSON.stringify({ event: { ...settled('accept', {}, id), kept: 'invalid', issues } })}\n`);
    stream.end({ type: 'end' });
    await expect.element(page.getByText('It is sold out.')).toBeVisible();
    await expect.element(page.getByRole('radio', { name: 'Full' })).toBeChecked();
    await button('Keep it').click();
    await expect.element(receipt).toHaveFocus();
  });

  describe.each([
    ['a page', {}],
    ['a host’s scroller with a bar over it', { blockSize: 500, overflow: 'auto', scrollPaddingBlockStart: 60 }],
  ])('in %s', (_, style) => {
    /** The receipt at the edge of what is in view, in the middle of a long conversation. */
    async function atEdge(block: 'start' | 'end') {
      await page.viewport(360, 640);
      const harness = createHarness({ plugins: [plugin] });
      await askFirst(harness, ask(first, 'late'));
      push(harness.client, settled('accept', {}, 'a'), ask(second, 'fare', [[0, 0]]));
      await render(
        <PluginSessionProvider client={harness.client}>
          <div data-testid="scroller" style={style}>
            <div style={{ blockSize: 1500 }} />
            <ElicitOutlet />
            <div style={{ blockSize: 1500 }} />
          </div>
        </PluginSessionProvider>,
      );
      const press = page.getByRole('button', { name: /^Change: / });
      press.element().closest('[data-elicit="receipt"]')?.scrollIntoView({ block });
      return press;
    }
    /** What of an element is in view, from its start on. */
    const inView = (element: Element) => {
      const view = page.getByTestId('scroller').element().getBoundingClientRect();
      const bar = 'overflow' in style ? 60 : 0;
      const { top, bottom } = element.getBoundingClientRect();
      const [from, to] = [Math.max(0, view.top) + bar, Math.min(innerHeight, view.bottom)];
      return top >= from - 0.5 ? Math.min(bottom, to) - top : 0;
    };

    it.each(['start', 'end'] as const)('is in view when it is open again, at its %s', async (block) => {
      const press = await atEdge(block);
      const { operation, resolve } = withResolvers<void>();
      ready = operation;
      press.element().focus({ preventScroll: true });
      await userEvent.keyboard('{Enter}');
      const card = page.getByRole('group', { name: 'Change: Book' });
      await expect.element(card).toHaveFocus();
      resolve();
      await expect.element(card.getByRole('radio').first()).toBeVisible();
      // A card that is taller than the view begins at its top.
      await expect.poll(() => inView(card.element())).toBeGreaterThan(300);
      const line = card.element().querySelector('[data-elicit="elicit-note"]');
      expect(line?.textContent).toContain(effect);
      await expect.poll(() => inView(line ?? document.body)).toBe(line?.clientHeight);
    });

    it('is in view when it is kept from the end of a long card', async () => {
      const press = await atEdge('start');
      await press.click();
      const keep = page.getByRole('button', { name: 'Keep it' });
      await expect.element(keep).toBeVisible();
      keep.element().closest('[data-elicit="elicit-card"]')?.scrollIntoView({ block: 'end' });
      await keep.click();
      const line = page.getByRole('group', { name: /^Answered/ });
      await expect.element(line).toHaveFocus();
      await expect.poll(() => inView(line.element())).toBeGreaterThan(50);
    });
  });

  describe('in a dialog', () => {
    const dialog = page.getByRole('dialog');
    const continueIn = () => dialog.getByRole('button', { name: 'Continue' });
    const chosenIs = async (name: string) => {
      await expect.element(dialog.getByRole('radio', { name })).toBeChecked();
    };

    it('opens from the dialog of the next question by keyboard, and leads back there', async () => {
      const { server } = await chosen('late', 'dialog');
      const { length } = server.requests;
      await expect.element(dialog).toHaveFocus();
      const way = dialog.getByRole('button', { name: 'Change: Fare Basic' });
      await expect.element(dialog.getByRole('radio', { name: 'Choice 29' })).toBeInTheDocument();
      // The arrow before it is not read out.
      expect((await heard()).filter(({ role }) => role === 'button').map(({ name }) => name)).toContain(
        'Change: Fare Basic',
      );
      expect((await axe.run(document.body, { runOnly: ['wcag2a', 'wcag2aa'] })).violations).toEqual([]);
      // The receipt behind the dialog has a button like it, which no key reaches.
      expect(document.querySelectorAll('[data-elicit="elicit-outlet"] button')).toHaveLength(1);
      const walked = new Set<Element | null>();
      while (!walked.has(document.activeElement)) {
        walked.add(document.activeElement);
        await userEvent.tab();
      }
      expect([...walked].filter((stop) => !dialog.element().contains(stop))).toEqual([]);
      expect(walked).toContain(way.element());
      (way.element() as HTMLElement).focus();
      await userEvent.keyboard('{Enter}');
      await chosenIs('Basic');
      await expect.element(dialog).toHaveFocus();
      await expect.element(dialog.getByText(effect)).toBeVisible();
      await expect.poll(announced).toContain(effect);
      await expect.element(dialog.getByRole('button', { name: 'Keep it' })).toBeVisible();
      await expect.element(way).not.toBeInTheDocument();
      expect((await axe.run(document.body, { runOnly: ['wcag2a', 'wcag2aa'] })).violations).toEqual([]);
      await userEvent.keyboard('{Escape}');
      await expect.element(dialog.getByRole('radio', { name: 'Choice 29' })).toBeInTheDocument();
      await expect.element(way).toHaveFocus();
      expect(server.requests).toHaveLength(length);
    });

    it('is changed there, and the next question has the focus', async () => {
      const { server } = await chosen('late', 'dialog');
      await dialog.getByRole('button', { name: 'Change: Fare Basic' }).click();
      await dialog.getByRole('radio', { name: 'Full' }).click();
      await continueIn().click();
      const stream = await server.accept();
      stream.end(wentBack(answerIdOf(stream.request)), ask('call_1:1~1', 'late', [[0, 0]]), { type: 'end' });
      await expect.element(dialog.getByRole('button', { name: 'Change: Fare Full' })).toBeVisible();
      await expect.element(dialog).toHaveFocus();
      await expect.poll(announced).toContain('This answer was changed.');
    });

    it('leads from one answer to the one before, and back to the question that waits', async () => {
      const harness = await chosen('fare', 'dialog');
      await dialog.getByRole('radio', { name: 'Full' }).click();
      await continueIn().click();
      const stream = await harness.server.accept();
      const third = ask('call_1:2', 'late', [[0, 1]]);
      const given = settled('accept', { elicitId: second }, answerIdOf(stream.request));
      stream.end(given, third, { type: 'end' });
      await dialog.getByRole('button', { name: 'Change: Fare Full' }).click();
      await chosenIs('Full');
      await dialog.getByRole('button', { name: 'Change: Fare Basic' }).click();
      await chosenIs('Basic');
      expect(harness.snapshot().items).toMatchObject([{ status: 'pending' }, { status: 'settled' }, { key: 'late' }]);
      await dialog.getByRole('button', { name: 'Keep it' }).click();
      await expect.element(dialog.getByRole('button', { name: 'Change: Fare Full' })).toHaveFocus();
    });

    it('asks before what was typed in the next question is lost', async () => {
      await chosen('typed', 'dialog');
      await userEvent.fill(dialog.getByRole('textbox', { name: 'Name' }), 'Ann');
      const way = dialog.getByRole('button', { name: 'Change: Fare Basic' });
      await way.click();
      await dialog.getByRole('button', { name: 'Keep' }).click();
      await expect.element(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Ann');
      await way.click();
      await dialog.getByRole('button', { name: 'Discard' }).click();
      await chosenIs('Basic');
    });

    it('has its turn before the questions of other calls, whose count stays', async () => {
      const harness = await chosen('fare', 'dialog');
      push(harness.client, askAny({ toolName: 'book', key: 'late', callId: 'call_2', schema: { type: 'object' } }));
      await expect.element(dialog.getByText('1 of 2')).toBeVisible();
      await dialog.getByRole('button', { name: 'Change: Fare Basic' }).click();
      await chosenIs('Basic');
      await expect.element(dialog.getByText('of 2')).not.toBeInTheDocument();
      await dialog.getByRole('button', { name: 'Keep it' }).click();
      await expect.element(dialog.getByText('1 of 2')).toBeVisible();
      await expect.element(dialog.getByRole('button', { name: 'Change: Fare Basic' })).toHaveFocus();
    });
  });

  it('in a dialog keeps the answer by Escape, and has no menu to cancel', async () => {
    const harness = await chosen('fare', 'dialog');
    harness.item(second).setAside(true);
    await change.click();
    const dialog = page.getByRole('dialog');
    await expect.element(dialog.getByRole('button', { name: 'Keep it' })).toBeVisible();
    await expect.element(dialog.getByRole('button', { name: 'More' })).not.toBeInTheDocument();
    await userEvent.keyboard('{Escape}');
    await expect.element(receipt).toHaveFocus();
  });
});
