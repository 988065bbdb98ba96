import { StrictMode, useState, type ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';
import * as z from 'zod';
import '../../src/styles.css';
import { ElicitOutlet, PluginSessionProvider, type ElicitOutletProps } from '../../src/index.ts';
import { answerWith, createMcpTool, makePlugin } from '../../src/plugin.ts';
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
  push,
} from '../client/harness.ts';
import { focused, tabStops } from '../ui/page.ts';
import { eventually } from '../eventually.ts';
import { expectConsole, expectCrash } from '../expect-console.ts';

beforeEach(() => page.viewport(1000, 800));
afterEach(closeAll);

const tool = createMcpTool('greet')
  .description('Greet')
  .parameters(z.object({}))
  .elicits({ name: z.object({ name: z.string() }) });

interface NameProps {
  onRespond: (answer: { name: string }) => void;
}

/** Keeps what is typed to itself: the dialog has to see it. */
function Name({ onRespond }: NameProps): ReactNode {
  const [name, setName] = useState('');
  return (
    <>
      <label>
        Name <input value={name} onChange={(event) => setName(event.target.value)} />
      </label>
      <button type="button" onClick={() => onRespond({ name })}>
        Answer
      </button>
    </>
  );
}

/** Has a draft and no field. */
function Pick({ onRespond, draft, onDraftChange }: NameProps & Drafts): ReactNode {
  return (
    <>
      <button type="button" aria-pressed={draft === 'Ann'} onClick={() => onDraftChange?.('Ann')}>
        Ann
      </button>
      <button type="button" onClick={() => onRespond({ name: String(draft) })}>
        Answer
      </button>
    </>
  );
}
interface Drafts {
  draft?: unknown;
  onDraftChange?: (draft: string) => void;
}

const pluginOf = (Component: (props: NameProps) => ReactNode) =>
  makePlugin(tool)
    .onElicit({ name: answerWith(Component, () => ({})) })
    .receipts({ name: ({ name }) => ({ title: `Hello ${name}`, detail: 'Nice', amount: '$5' }) })
    .build();

const ask = (over: Parameters<typeof askAny>[0] = {}) =>
  askAny({ toolName: 'greet', key: 'name', message: 'What is your name?', schema: {}, ...over });
const second = () => ask({ callId: 'call_2', message: 'And what is hers?' });

const openHarness = (Component: (props: NameProps) => ReactNode = Name) =>
  createHarness({ plugins: [pluginOf(Component)] });

function show(harness: Harness, props: ElicitOutletProps = {}, around?: (outlet: ReactNode) => ReactNode) {
  const outlet = <ElicitOutlet presentation="dialog" {...props} />;
  return render(
    <StrictMode>
      <PluginSessionProvider client={harness.client}>{around?.(outlet) ?? outlet}</PluginSessionProvider>
    </StrictMode>,
  );
}

const withComposer = (outlet: ReactNode) => (
  <>
    {outlet}
    <textarea aria-label="Message" />
  </>
);

const throwing = () => {
  throw new Error('the host');
};

const dialog = () => page.getByRole('dialog');
const button = (name: string) => page.getByRole('button', { name });
const said = () => [...document.querySelectorAll('[data-elicit="announcer"] p')].map((line) => line.textContent);

/** The names of the next stops of the tab key. */
async function walk(steps: number): Promise<(string | undefined)[]> {
  const stops: (string | undefined)[] = [];
  for (let n = 0; n < steps; n += 1) {
    await userEvent.keyboard('{Tab}');
    const at = document.activeElement;
    stops.push(at instanceof HTMLInputElement ? at.labels?.[0]?.textContent?.trim() : focused());
  }
  return stops;
}

async function answer(name = 'Ann'): Promise<void> {
  await userEvent.fill(page.getByRole('textbox', { name: 'Name' }), name);
  await button('Answer').click();
}

async function settle(harness: Harness, ...events: unknown[]): Promise<void> {
  const stream = await harness.server.accept();
  stream.end(info, ...(events.length > 0 ? events : [settled('accept')]), state(), complete);
  await harness.when(({ status }) => status === 'idle');
}

describe('an outlet that asks in a dialog', () => {
  it('asks over the page, and leaves the receipt in its own place with the focus on it', async () => {
    const harness = openHarness();
    await show(harness, {}, (outlet) => <section aria-label="chat">{outlet}</section>);
    await askFirst(harness, ask());

    await expect.element(dialog()).toHaveAccessibleName('Greet');
    await expect.element(dialog()).toHaveAccessibleDescription('What is your name?');
    await expect.element(dialog()).toHaveFocus();
    await expect.element(page.getByText('What is your name?').last()).toBeVisible();
    expect(document.querySelector('section')?.textContent).toBe('');
    await answer();
    await settle(harness);

    await expect.element(dialog()).not.toBeInTheDocument();
    await expect.element(page.getByRole('region', { name: 'chat' })).toHaveTextContent('Hello Ann');
    await eventually(() => expect(document.activeElement?.textContent).toContain('Hello Ann'));
    expect(document.querySelector('[aria-hidden=true]:not(svg)')).toBeNull();
  });

  it('gives the focus back to where the person was, and says the receipt', async () => {
    const harness = openHarness();
    await show(harness, {}, withComposer);
    await userEvent.fill(page.getByLabelText('Message'), 'Half a sent');
    await askFirst(harness, ask());
    await expect.element(dialog()).toHaveFocus();
    await answer();
    await settle(harness);

    await expect.element(page.getByLabelText('Message')).toHaveFocus();
    await eventually(() => expect(said()).toContain('Greet: Hello Ann. Nice. $5'));
  });

  it('moves the focus to the receipt when the place where the person was is gone', async () => {
    const harness = openHarness();
    const Chat = ({ outlet }: { outlet: ReactNode }) => {
      const [isThere, setIsThere] = useState(true);
      return (
        <>
          {outlet}
          {isThere && <input aria-label="Message" onBlur={() => setIsThere(false)} />}
        </>
      );
    };
    await show(harness, {}, (outlet) => <Chat outlet={outlet} />);
    await page.getByLabelText('Message').click();
    await askFirst(harness, ask());
    await expect.element(dialog()).toHaveFocus();
    await answer();
    await settle(harness);

    await eventually(() => expect(document.activeElement?.textContent).toContain('Hello Ann'));
  });

  it('is answered with the keyboard alone, and heard', async () => {
    const harness = openHarness();
    await show(harness, {}, withComposer);
    await page.getByLabelText('Message').click();
    await askFirst(harness, ask());
    await expect.element(dialog()).toHaveFocus();
    // What says how it ends is not hidden with the rest of the page.
    expect(document.querySelector('[data-elicit=announcer]')?.closest('[aria-hidden]')).toBeNull();
    expect(document.querySelector('textarea')?.closest('[aria-hidden]')).not.toBeNull();

    expect(await walk(6)).toEqual(['Name', 'Answer', 'Skip', expect.stringMatching(/^More about: /), 'Close', 'Name']);
    await userEvent.keyboard('Ann{Tab}{Enter}');
    await expect.element(dialog().getByRole('status')).toHaveTextContent('Sending…');
    await harness.server.refuse(new TypeError('offline'));
    await expect.element(dialog().getByRole('alert')).toBeVisible();
    await expect.element(button('Try again')).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await settle(harness);

    await expect.element(page.getByLabelText('Message')).toHaveFocus();
    await eventually(() => expect(said().at(-1)).toBe('Greet: Hello Ann. Nice. $5'));
    await expect.element(page.getByRole('group', { name: 'Answered: Hello Ann' })).toBeVisible();
  });

  it('has a question read out by the focus on the dialog, and not a second time', async () => {
    const harness = openHarness();
    await show(harness, {}, withComposer);
    await page.getByLabelText('Message').click();
    await askFirst(harness, ask(), second());
    await expect.element(dialog()).toHaveFocus();
    await expect.element(dialog()).toHaveAccessibleName('Greet, 1 of 2');
    await expect.element(dialog()).toHaveAccessibleDescription('What is your name?');
    push(harness.client, settled('decline'));
    await expect.element(dialog()).toHaveAccessibleDescription('And what is hers?');
    await expect.element(dialog()).toHaveFocus();

    await eventually(() => expect(said()).toEqual(['Greet: Skipped elsewhere. What is your name?']));
    // Nor does anything in the dialog say its name or its question by itself.
    const live = [...dialog().element().querySelectorAll('[role=status], [role=alert], [aria-live]')];
    expect(live.map(({ textContent }) => textContent).join('')).toBe('');
  });

  it('has a question said where it stands in the conversation while another is in the dialog', async () => {
    const harness = openHarness();
    await show(harness, { callId: 'call_1' }, (outlet) => (
      <>
        {outlet}
        <ElicitOutlet />
      </>
    ));
    await askFirst(harness, ask(), second());
    await expect.element(dialog()).toHaveFocus();
    await eventually(() => expect(said()).toEqual(['Greet asks: And what is hers?']));
  });

  it.each([
    ['Escape', () => userEvent.keyboard('{Escape}')],
    ['the button in the corner', () => button('Close').click()],
  ])('is put aside by %s, waits in one line, and opens again from there', async (_, leave) => {
    const harness = openHarness();
    await askFirst(harness, ask());
    await show(harness);
    await expect.element(dialog()).toHaveFocus();
    await leave();

    await expect.element(dialog()).not.toBeInTheDocument();
    const line = page.getByRole('group', { name: 'Waiting: What is your name?' });
    await expect.element(line).toHaveFocus();
    await expect.element(line).toHaveTextContent('Waits for your answer');
    expect(line.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(56);
    // The focus has it read out.
    expect(said()).toEqual([]);
    expect(harness.item()).toMatchObject({ status: 'pending', aside: true });

    await userEvent.keyboard('{Tab}{Enter}');
    await expect.element(dialog()).toHaveFocus();
    expect(line.elements()).toEqual([]);
    await answer();
    await settle(harness);
    await expect.element(page.getByRole('group', { name: 'Answered: Hello Ann' })).toHaveFocus();
  });

  it('gives the focus back when it is put aside, says so, and lets the next question open', async () => {
    const harness = openHarness();
    await show(harness, {}, withComposer);
    await page.getByLabelText('Message').click();
    await askFirst(harness, ask(), second());
    await expect.element(dialog()).toHaveAccessibleDescription('What is your name?');
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog()).toHaveAccessibleDescription('And what is hers?');
    await expect.element(dialog()).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByLabelText('Message')).toHaveFocus();
    expect(page.getByRole('button', { name: 'Open' }).elements()).toHaveLength(2);
    await eventually(() =>
      expect(said()).toEqual([
        'Greet: Waits for your answer. What is your name?',
        'Greet: Waits for your answer. And what is hers?',
      ]),
    );
  });

  it('opens again when the question comes anew', async () => {
    const harness = openHarness();
    await askFirst(harness, ask());
    await show(harness);
    await expect.element(dialog()).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog()).not.toBeInTheDocument();
    push(harness.client, ask({ attempt: 2 }));
    await expect.element(dialog()).toHaveFocus();
  });

  it('is cancelled in the menu of its bar alone', async () => {
    const harness = openHarness();
    await askFirst(harness, ask());
    await show(harness);
    await expect.element(dialog()).toHaveFocus();
    await userEvent.keyboard('{Shift>}{Tab}{Tab}{/Shift}{Enter}');
    await expect.element(button('Cancel this request')).toBeVisible();
    // That one closes the menu alone.
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog()).toBeVisible();
    await userEvent.keyboard('{Enter}{Tab}{Enter}');

    const stream = await harness.server.accept();
    expect(stream.request.body.pluginElicitResponses?.[0]?.result).toMatchObject({ action: 'cancel' });
    stream.end(info, settled('cancel'), state(), complete);
    await expect.element(page.getByRole('group', { name: 'Cancelled' })).toHaveFocus();
  });

  it('keeps what was chosen when it is put aside', async () => {
    const harness = openHarness(Pick);
    await askFirst(harness, ask());
    await show(harness);
    await button('Ann').click();
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog()).not.toBeInTheDocument();
    await button('Open').click();
    await expect.element(button('Ann')).toHaveAttribute('aria-pressed', 'true');
  });

  it('asks before it discards what was typed and is no draft', async () => {
    const harness = openHarness();
    await askFirst(harness, ask());
    await show(harness);
    await userEvent.fill(page.getByRole('textbox'), 'Ann');
    await userEvent.keyboard('{Escape}');
    await expect.element(button('Keep')).toHaveFocus();
    expect(harness.item().status).toBe('pending');
    await userEvent.keyboard('{Enter}');
    await button('Answer').click();

    const { body } = (await harness.server.accept()).request;
    expect(body.pluginElicitResponses?.[0]?.result).toEqual({ action: 'accept', content: { name: 'Ann' } });
  });

  it('is put aside when the answer is to be discarded', async () => {
    const harness = openHarness();
    await askFirst(harness, ask());
    await show(harness);
    await userEvent.fill(page.getByRole('textbox'), 'Ann');
    await userEvent.keyboard('{Escape}');
    await button('Discard').click();

    await expect.element(dialog()).not.toBeInTheDocument();
    expect(harness.item()).toMatchObject({ status: 'pending', aside: true });
  });

  it('stays open and still while the answer is sent, and offers to try again when it was not', async () => {
    const harness = openHarness();
    await askFirst(harness, ask());
    await show(harness);
    await answer();
    await expect.element(dialog().getByText('Sending…')).toBeVisible();
    expect(document.querySelector('input')?.closest('[inert]')).not.toBeNull();
    expect(dialog().element().contains(document.activeElement)).toBe(true);
    await userEvent.keyboard('{Escape}');
    await expect.element(button('Keep')).not.toBeInTheDocument();

    await harness.server.refuse(new TypeError('offline'));
    await expect.element(dialog().getByRole('alert')).toHaveTextContent('The server could not be reached.');
    expect(document.querySelector('input')?.value).toBe('Ann');
    await button('Try again').click();
    await settle(harness);
    await expect.element(dialog()).not.toBeInTheDocument();
    expect(harness.item()).toMatchObject({ status: 'settled', action: 'accept' });
  });

  it('asks one question at a time, in order, and says which of how many', async () => {
    const harness = openHarness();
    await show(harness, {}, withComposer);
    await page.getByLabelText('Message').click();
    await askFirst(harness, ask(), second());
    await expect.element(dialog()).toHaveAccessibleName('Greet, 1 of 2');
    await expect.element(dialog()).toHaveAccessibleDescription('What is your name?');
    expect(dialog().elements()).toHaveLength(1);
    expect(page.getByText('And what is hers?', { exact: true }).elements()).toHaveLength(0);
    await answer();
    const stream = await harness.server.accept();
    stream.end(info, settled('accept'), state());
    await harness.when(isStatus('settled'));

    await expect.element(dialog()).toHaveAccessibleName('Greet, 2 of 2');
    await expect.element(dialog()).toHaveAccessibleDescription('And what is hers?');
    await expect.element(dialog()).toHaveFocus();
    await answer('Bea');
    await settle(harness, settled('accept', { callId: 'call_2' }));
    await expect.element(dialog()).not.toBeInTheDocument();
    await expect.element(page.getByLabelText('Message')).toHaveFocus();
    expect(
      page
        .getByText(/^Hello/)
        .elements()
        .map((line) => line.textContent),
    ).toEqual(expect.arrayContaining(['Hello Ann', 'Hello Bea']));
  });

  it('does not count the next question of a tool to the one that ended as it came', async () => {
    const harness = openHarness();
    await show(harness);
    await askFirst(harness, ask());
    await expect.element(dialog()).toHaveAccessibleName('Greet');
    await answer();
    const stream = await harness.server.accept();
    stream.end(info, settled('accept'), ask({ elicitId: 'call_1:1', seq: 1, message: 'And how old?' }), state());
    await expect.element(dialog()).toHaveAccessibleDescription('And how old?');
    await expect.element(dialog()).toHaveAccessibleName('Greet');
  });

  it('takes turns with the outlets of other calls', async () => {
    const harness = openHarness();
    await askFirst(harness, ask(), second());
    await show(harness, { callId: 'call_1' }, (outlet) => (
      <>
        <ElicitOutlet presentation="dialog" />
        {outlet}
        <ElicitOutlet callId="call_2" presentation="dialog" />
      </>
    ));
    await expect.element(dialog()).toHaveAccessibleName(/1 of 2/);
    await expect.element(dialog()).toHaveAccessibleDescription('What is your name?');
    expect(dialog().elements()).toHaveLength(1);
    push(harness.client, settled('decline'));
    await expect.element(dialog()).toHaveAccessibleName(/2 of 2/);
    await expect.element(dialog()).toHaveAccessibleDescription('And what is hers?');
    push(harness.client, settled('decline', { callId: 'call_2' }));
    await expect.element(dialog()).not.toBeInTheDocument();
    expect(page.getByRole('group', { name: 'Skipped' }).elements()).toHaveLength(2);
  });

  it('shows a question once, also where two outlets claim it', async () => {
    expectConsole(/two <ElicitOutlet> without a callId/);
    const harness = openHarness();
    await askFirst(harness, ask());
    await show(harness, {}, (outlet) => (
      <>
        {outlet}
        <ElicitOutlet presentation="dialog" />
      </>
    ));
    await expect.element(dialog()).toHaveFocus();
    expect(dialog().elements()).toHaveLength(1);
    expect(page.getByRole('textbox').elements()).toHaveLength(1);
  });

  it('closes the dialog of a question that ends elsewhere, and asks the next', async () => {
    const harness = openHarness();
    await askFirst(harness, ask(), second());
    await show(harness);
    await expect.element(dialog()).toHaveFocus();
    push(harness.client, settled('accept'));
    await expect.element(dialog()).toHaveAccessibleDescription('And what is hers?');
    await expect.element(dialog()).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('group', { name: 'Waiting: And what is hers?' })).toHaveFocus();
  });

  it('shows a question that nothing claims, with the ways out', async () => {
    const harness = createHarness({ plugins: [], capabilities: { genericForm: false } });
    await askFirst(harness, ask({ message: 'Shall <b>I</b>?' }));
    await show(harness);
    await expect.element(dialog()).toHaveAccessibleDescription('Shall <b>I</b>?');
    await expect.element(dialog().getByText('This app has no form for this question.')).toBeVisible();
    expect(await tabStops()).toEqual(['Skip', expect.stringMatching(/^More about: /), 'Close']);
    await button('Skip').click();
    await settle(harness, settled('decline'));
    await expect.element(page.getByRole('group', { name: 'Skipped' })).toHaveFocus();
  });

  it('keeps a crash in the dialog', async () => {
    expectCrash();
    const harness = openHarness(() => {
      throw new Error('boom');
    });
    await askFirst(harness, ask());
    await show(harness);
    await expect.element(dialog().getByRole('alert')).toHaveTextContent('This question could not be shown.');
    expect(harness.errors).toMatchObject([{ code: 'COMPONENT_CRASHED' }]);
    await button('Skip').click();
    await settle(harness, settled('decline'));
    await expect.element(dialog()).not.toBeInTheDocument();
  });

  it('lets go of the page when its client is closed, and leaves its questions in the conversation', async () => {
    const harness = openHarness();
    const onNew = vi.fn<() => void>();
    await show(harness, {}, (outlet) => (
      <>
        <section aria-label="chat">{outlet}</section>
        <button type="button" onClick={onNew}>
          New chat
        </button>
      </>
    ));
    await page.getByRole('button', { name: 'New chat' }).click();
    onNew.mockClear();
    await askFirst(harness, ask(), second());
    await expect.element(dialog()).toHaveFocus();
    await harness.client.close();

    await expect.element(dialog()).not.toBeInTheDocument();
    await expect.element(button('New chat')).toHaveFocus();
    const chat = page.getByRole('region', { name: 'chat' });
    await expect.element(chat.getByText('And what is hers?', { exact: true })).toBeVisible();
    expect(chat.getByText('This conversation was closed here. Reload the page to continue.').elements()).toHaveLength(
      2,
    );
    await button('New chat').click();
    expect(onNew).toHaveBeenCalledOnce();
  });

  it('is gone where its client is closed as the answer is on its way', async () => {
    const harness = openHarness();
    await askFirst(harness, ask());
    await show(harness);
    await answer();
    await harness.server.accept();
    await harness.client.close();
    await expect.element(dialog()).not.toBeInTheDocument();
    await expect.element(page.getByText('What is your name?', { exact: true })).toBeVisible();
  });

  const crashed = { code: 'COMPONENT_CRASHED', elicitId: 'call_1:0' };
  // A word that fails is said in English where it stands: nothing is drawn anew.
  const wordFailed = (name: string) => ({
    code: 'COMPONENT_CRASHED',
    message: expect.stringContaining(`word ${name} `),
  });

  it.each<[string, Pick<ElicitOutletProps, 'dialog' | 'messages'>, readonly object[]]>([
    ['title', { dialog: { title: throwing } }, [crashed]],
    ['title that is no text', { dialog: { title: (() => ({ text: 'Ask' })) as never } }, [crashed]],
    ['step', { messages: { dialog: { step: throwing } } }, [wordFailed('dialog.step')]],
    [
      'words',
      { messages: { card: { asks: throwing }, dialog: { step: throwing } } },
      [wordFailed('dialog.step'), wordFailed('card.asks')],
    ],
  ])(
    'asks in the words of the page where the %s of the host for it fails',
    async (_, { dialog: options, messages }, faults) => {
      if (options) expectCrash();
      const harness = openHarness();
      await askFirst(harness, ask(), second());
      await show(harness, { dialog: { ...options, className: 'mine' }, messages }, withComposer);
      await expect.element(dialog()).toHaveAccessibleName('Greet, 1 of 2');
      await expect.element(dialog()).toHaveFocus();
      expect(document.querySelector('.mine')).toBe(dialog().element());
      expect(harness.errors).toMatchObject(faults);
      await answer();
      (await harness.server.accept()).end(info, settled('accept'), state());
      await harness.when(isStatus('settled'));
      await expect.element(dialog()).toHaveAccessibleName('Greet, 2 of 2');
      expect(page.getByLabelText('Message').elements()).toHaveLength(1);
    },
  );

  it('takes the words of the host again where the host retries', async () => {
    expectCrash();
    const harness = openHarness();
    await askFirst(harness, ask());
    let name: string | undefined;
    const title = () => {
      if (name === undefined) throw new Error('no name yet');
      return name;
    };
    await show(harness, { dialog: { title } });
    await expect.element(dialog()).toHaveAccessibleName('Greet');
    name = 'About you';
    harness.errors[0]?.retry?.();
    await expect.element(dialog()).toHaveAccessibleName('About you');
  });

  it('asks in the conversation, and is heard, where the place that the host gives it is none', async () => {
    expectCrash();
    const harness = openHarness();
    await show(harness, { dialog: { container: 'body' as never } }, withComposer);
    await askFirst(harness, ask(), second());
    await expect.element(page.getByText('And what is hers?', { exact: true })).toBeVisible();
    await expect.element(page.getByText('What is your name?', { exact: true })).toBeVisible();
    expect(dialog().elements()).toEqual([]);
    await eventually(() => expect(said()).toEqual(['Greet asks: What is your name?', 'Greet asks: And what is hers?']));
    expect(harness.errors[0]).toMatchObject({ code: 'COMPONENT_CRASHED', elicitId: 'call_1:0' });
    expect(harness.errors[0]?.message).toMatch('The dialog of greet.name failed while rendering: ');
  });

  it('has the words and the place that the host gives it', async () => {
    const harness = openHarness();
    await askFirst(harness, ask(), second());
    const options = {
      title: ({ key }: { key: string }) => `About ${key}`,
      className: 'mine',
    };
    const words = { close: 'Not now', step: (at: number, of: number) => `${at}/${of}` };
    await show(harness, { dialog: options, messages: { dialog: words } });
    await expect.element(dialog()).toHaveAccessibleName('About name, 1/2');
    await expect.element(button('Not now')).toBeVisible();
    expect(document.querySelector('.mine')).toBe(dialog().element());
  });

  it('neither ends a question nor keeps the page still when it unmounts', async () => {
    const harness = openHarness();
    await askFirst(harness, ask());
    const screen = await show(harness);
    await expect.element(dialog()).toHaveFocus();
    await screen.unmount();
    expect(document.querySelector('[role=dialog]')).toBeNull();
    await eventually(() => expect(getComputedStyle(document.body).overflow).toBe('visible'));
    expect(harness.item().status).toBe('pending');
  });

  it('asks anew in the dialog when an answer did not do, and keeps what was typed', async () => {
    const harness = openHarness();
    await askFirst(harness, ask());
    await show(harness);
    await answer();
    const issues = [{ path: ['name'], message: 'Taken already' }];
    (await harness.server.accept()).end(info, { ...ask(), attempt: 2, issues }, state());
    await expect.element(dialog().getByText('Taken already')).toBeVisible();
    await expect.element(page.getByRole('textbox')).toHaveValue('Ann');
    expect(dialog().elements()).toHaveLength(1);
  });
});
