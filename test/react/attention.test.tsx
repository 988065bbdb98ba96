import { lazy, StrictMode, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';
import * as z from 'zod';
import { ElicitOutlet, PluginSessionProvider, usePendingCount, useTitleBadge } from '../../src/index.ts';
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
import { eventually } from '../eventually.ts';
import { expectCrash } from '../expect-console.ts';

afterEach(closeAll);
afterEach(() => {
  vi.useRealTimers();
});

const tool = createMcpTool('greet')
  .description('Greet')
  .parameters(z.object({}))
  .elicits({ name: z.object({ name: z.string() }) });
const Name = ({ onRespond }: { onRespond: (answer: { name: string }) => void }) => (
  <button type="button" onClick={() => onRespond({ name: 'Ann' })}>
    I am Ann
  </button>
);
const plugin = makePlugin(tool)
  .onElicit({ name: answerWith(Name, () => ({})) })
  .receipts({ name: ({ name }) => ({ title: `Hello ${name}` }) })
  .build();
const ask = (over: Parameters<typeof askAny>[0] = {}) =>
  askAny({ toolName: 'greet', key: 'name', message: 'Who are you?', schema: {}, ...over });

const show = (harness: Harness, children: ReactNode = <ElicitOutlet />) =>
  render(
    <StrictMode>
      <PluginSessionProvider client={harness.client}>{children}</PluginSessionProvider>
    </StrictMode>,
  );
const said = () => [...document.querySelectorAll('[data-elicit="announcer"] p')].map((line) => line.textContent);
const openHarness = () => createHarness({ plugins: [plugin] });

describe('what is said aloud', () => {
  it('is each question once when it comes, and its receipt once when it has ended', async () => {
    const harness = openHarness();
    await show(harness);
    await askFirst(harness, ask());
    await eventually(() => expect(said()).toEqual(['Greet asks: Who are you?']));

    push(harness.client, settled('decline'));
    await expect.element(page.getByRole('group', { name: 'Skipped' })).toBeVisible();
    await eventually(() =>
      expect(said()).toEqual(['Greet asks: Who are you?', 'Greet: Skipped elsewhere. Who are you?']),
    );
  });

  it('is nothing that the focus has read out already', async () => {
    const harness = openHarness();
    await show(harness);
    await askFirst(harness, ask());
    await userEvent.click(page.getByRole('button', { name: 'I am Ann' }));
    (await harness.server.accept()).end(info, settled('accept'), state(), complete);
    await eventually(() => expect(document.activeElement?.textContent).toContain('Hello Ann'));

    expect(said()).toEqual(['Greet asks: Who are you?']);
  });

  it('is no question again while its answer is being sent: the card has the focus then', async () => {
    const harness = openHarness();
    await show(harness);
    await askFirst(harness, ask());
    const card = page.getByRole('group', { name: 'Question from Greet' });
    await expect.element(card).toHaveAccessibleDescription('Who are you?');
    await userEvent.click(page.getByRole('button', { name: 'I am Ann' }));
    const sent = await harness.server.accept();
    await expect.element(card).toHaveFocus();
    await expect.element(card).toHaveAccessibleDescription('');
    sent.end(info, settled('accept'), state(), complete);
    await expect.element(page.getByRole('group', { name: 'Answered: Hello Ann' })).toHaveFocus();
  });

  it('is not what stood there before', async () => {
    const harness = openHarness();
    await askFirst(harness, ask());
    await show(harness);
    await expect.element(page.getByRole('button', { name: 'I am Ann' })).toBeVisible();

    expect(said()).toEqual([]);
  });
});

describe('a deadline', () => {
  it('is counted down in the last minute, said once, and told when it is over', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
    const harness = openHarness();
    await askFirst(harness, ask({ expiresAt: Date.now() + 90_000 }));
    await show(harness);
    const note = () => document.querySelector('[data-elicit="elicit-note"]')?.textContent;
    await expect.poll(note).toMatch(/^Answer by /);

    await vi.advanceTimersByTimeAsync(31_000);
    await expect.poll(note).toBe('Answer within 59 s');
    await vi.advanceTimersByTimeAsync(14_000);
    await expect.poll(note).toBe('Answer within 45 s');
    expect(said()).toEqual(['Less than a minute is left to answer Greet.']);

    await vi.advanceTimersByTimeAsync(45_000);
    await expect.poll(note).toBe('Time is up. Waiting for the server’s decision.');
    expect(said()).toHaveLength(2);
    push(harness.client, { ...settled('cancel'), reason: 'expired' });
    await expect.poll(note).toBeUndefined();
    expect(harness.item().status).toBe('expired');
  });

  it('is shown from the start, said when it runs short, and can be put off', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
    const harness = openHarness();
    const timeout = 600_000;
    const asked = ask({ expiresAt: Date.now() + timeout, timeout, extensions: 10 });
    await askFirst(harness, asked);
    await show(harness);
    const note = () => document.querySelector<HTMLElement>('[data-elicit="elicit-note"]');
    const more = page.getByRole('button', { name: 'More time' });
    await expect.poll(() => note()?.dataset['state']).toBe('waiting');
    expect(more.query()).toBeNull();
    expect(said()).toEqual([]);

    await vi.advanceTimersByTimeAsync(480_000);
    await more.click();
    expect(said()).toEqual([expect.stringMatching(/^Time is running short: answer Greet by /)]);
    const stream = await harness.server.accept();
    expect(stream.request.body.pluginElicitResponses).toEqual([
      { sessionId: 'call_1', callId: 'call_1', elicitId: 'call_1:0', attempt: 1, result: { action: 'more_time' } },
    ]);
    stream.end(info, { ...asked, expiresAt: Date.now() + timeout, extensions: 9 }, complete);

    await expect.poll(() => note()?.dataset['state']).toBe('waiting');
    await expect.poll(() => document.activeElement).toBe(note());
    expect(said().at(-1)).toBe(note()?.textContent);
    expect(more.query()).toBeNull();
    await vi.advanceTimersByTimeAsync(timeout - 30_000);
    await expect.poll(() => note()?.textContent).toMatch(/^Answer within 30 s/);
    await expect.element(more).toBeVisible();
  });

  it('that cannot be put off has no button for it', async () => {
    const harness = openHarness();
    await askFirst(harness, ask({ expiresAt: Date.now() + 59_000, timeout: 60_000 }));
    await show(harness);
    await expect.element(page.getByText(/^Answer within/)).toBeVisible();
    expect(page.getByRole('button', { name: 'More time' }).query()).toBeNull();
  });
});

describe('the focus', () => {
  const chat = (
    <>
      <input aria-label="Message" />
      <ElicitOutlet focusOnArrival />
    </>
  );

  it('goes to a question that comes, where that is wanted', async () => {
    const harness = openHarness();
    await show(harness, chat);
    await userEvent.click(page.getByLabelText('Message'));
    await askFirst(harness, ask());

    await eventually(() => expect(document.activeElement?.getAttribute('data-elicit')).toBe('elicit-card'));
    // It is named by who asks and described by what: nothing else says it.
    await expect.element(page.getByRole('group', { name: /Greet/ })).toHaveAccessibleDescription('Who are you?');
    expect(said()).toEqual([]);
  });

  it('stays with who is typing', async () => {
    const harness = openHarness();
    await show(harness, chat);
    await userEvent.fill(page.getByLabelText('Message'), 'By the w');
    await askFirst(harness, ask());
    await expect.element(page.getByRole('button', { name: 'I am Ann' })).toBeVisible();

    expect(document.activeElement?.getAttribute('aria-label')).toBe('Message');
  });

  function InShadow({ children }: { children: ReactNode }) {
    const [root, setRoot] = useState<ShadowRoot | null>(null);
    const attach = (host: HTMLElement | null) => {
      if (host) setRoot(host.shadowRoot ?? host.attachShadow({ mode: 'open' }));
    };
    return <div ref={attach}>{root && createPortal(children, root as unknown as Element)}</div>;
  }
  const field = <input aria-label="Message" defaultValue="By the w" />;
  const outlet = <ElicitOutlet focusOnArrival />;
  const outside = {
    'the field is in a shadow root': [<InShadow key="field">{field}</InShadow>, outlet],
    'the question is in a shadow root': [field, <InShadow key="outlet">{outlet}</InShadow>],
  };

  it.each(Object.entries(outside))('stays with who is typing, if %s', async (_, parts) => {
    const harness = openHarness();
    await show(harness, <>{parts}</>);
    const message = page.getByLabelText('Message');
    await expect.element(message).toBeVisible();
    (message.element() as HTMLElement).focus();
    await askFirst(harness, ask());
    await expect.element(page.getByRole('button', { name: 'I am Ann' })).toBeVisible();

    expect(message.element().matches(':focus')).toBe(true);
  });

  it('stays in a frame of the page, where somebody may be typing', async () => {
    const harness = openHarness();
    await show(
      harness,
      <>
        <iframe title="Editor" srcDoc="<textarea></textarea>" />
        {outlet}
      </>,
    );
    const frame = page.getByTitle('Editor').element() as HTMLIFrameElement;
    await expect.poll(() => frame.contentDocument?.querySelector('textarea')).toBeTruthy();
    frame.contentDocument?.querySelector('textarea')?.focus();
    await askFirst(harness, ask());
    await expect.element(page.getByRole('button', { name: 'I am Ann' })).toBeVisible();

    expect(document.activeElement).toBe(frame);
  });

  it('does not go to a question that stood there before', async () => {
    const harness = openHarness();
    await askFirst(harness, ask());
    await show(harness, chat);
    await expect.element(page.getByRole('button', { name: 'I am Ann' })).toBeVisible();

    expect(document.activeElement).toBe(document.body);
  });
});

describe('who has wandered off', () => {
  function Badge() {
    useTitleBadge();
    return <output>{usePendingCount()}</output>;
  }

  it('sees in the page’s title how many questions wait', async () => {
    document.title = 'My chat';
    const harness = openHarness();
    const screen = await show(harness, <Badge />);
    await askFirst(harness, ask(), ask({ callId: 'call_2' }));
    await expect.poll(() => document.title).toBe('(2) My chat');
    await expect.element(page.getByRole('status')).toHaveTextContent('2');

    push(harness.client, settled('accept'));
    await expect.poll(() => document.title).toBe('(1) My chat');
    await screen.unmount();
    expect(document.title).toBe('My chat');
  });

  it('is told of no answer that is being changed: the tool waits for none', async () => {
    document.title = 'My chat';
    const harness = openHarness();
    await show(harness, <Badge />);
    await askFirst(harness, ask());
    push(harness.client, settled('accept', {}, 'a'), ask({ elicitId: 'call_1:1', changeable: [[0, 0]] }));
    const item = harness.item();
    if (item.status === 'settled') item.change?.();
    expect(harness.item()).toMatchObject({ status: 'pending', revises: true });
    await expect.element(page.getByRole('status')).toHaveTextContent('1');
    expect(document.title).toBe('(1) My chat');
  });

  it('does not find a title of the host’s overwritten', async () => {
    document.title = 'My chat';
    const harness = openHarness();
    const screen = await show(harness, <Badge />);
    await askFirst(harness, ask());
    await expect.poll(() => document.title).toBe('(1) My chat');
    document.title = 'Another page';
    await screen.unmount();

    expect(document.title).toBe('Another page');
  });
});

describe('a question', () => {
  it('sends once, however often and fast it is clicked', async () => {
    const harness = openHarness();
    await askFirst(harness, ask());
    await show(harness);
    const button = page.getByRole('button', { name: 'I am Ann' });
    await expect.element(button).toBeVisible();
    const element = button.element() as HTMLElement;
    for (let n = 0; n < 3; n += 1) element.click();
    (await harness.server.accept()).end(info, settled('accept'), state(), complete);
    await harness.when(isStatus('settled'));

    expect(harness.server.requests).toHaveLength(2);
  });

  it('that is lost says that nobody knows, and asks again on a click', async () => {
    const harness = openHarness();
    await askFirst(harness, ask());
    await show(harness);
    const ids = { sessionId: 'call_1', callId: 'call_1' };
    push(harness.client, { type: 'plugin_session_error', ...ids, error: 'SESSION_NOT_FOUND', message: 'Gone' });
    await expect.element(page.getByText('Outcome unknown', { exact: true })).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Ask again' }));

    const { body } = (await harness.server.accept()).request;
    expect(body.messages.at(-1)).toMatchObject({ role: 'user', content: 'Please try again: Who are you?' });
    await expect.element(page.getByRole('button', { name: 'Ask again' })).not.toBeInTheDocument();
    await expect.element(page.getByRole('group', { name: 'Lost: Who are you?' })).toHaveFocus();
  });

  it('that has expired says so on its line, and asks again on a click', async () => {
    const harness = openHarness();
    await askFirst(harness, ask({ expiresAt: Date.now() }));
    await show(harness);
    push(harness.client, { ...settled('cancel'), reason: 'expired' });
    const line = page.getByRole('group', { name: 'Expired: Who are you?' });
    await expect.element(line).toHaveTextContent('The time to answer has passed');
    await line.getByRole('button', { name: 'Ask again' }).click();

    const { body } = (await harness.server.accept()).request;
    expect(body.messages.at(-1)).toMatchObject({ role: 'user', content: 'Please try again: Who are you?' });
    await expect.element(page.getByRole('button', { name: 'Ask again' })).not.toBeInTheDocument();
    await expect.element(line).toHaveFocus();
  });

  it('that was put aside in its place opens there again, with the focus', async () => {
    const harness = openHarness();
    await askFirst(harness, ask());
    await show(harness);
    await expect.element(page.getByRole('button', { name: 'I am Ann' })).toBeVisible();
    harness.item().setAside(true);
    await page.getByRole('button', { name: 'Open' }).click();
    await expect.element(page.getByRole('group', { name: 'Question from Greet' })).toHaveFocus();
    await expect.element(page.getByRole('button', { name: 'I am Ann' })).toBeVisible();
    expect(harness.item().aside).toBe(false);
  });

  it('says why it is not through yet', async () => {
    const harness = createHarness({ plugins: [plugin], retry: { wait: () => new Promise(() => undefined) } });
    await askFirst(harness, ask());
    await show(harness);
    await userEvent.click(page.getByRole('button', { name: 'I am Ann' }));
    await harness.server.refuse(new TypeError('connection lost'));

    await expect.element(page.getByText(/Not sent yet; trying again.*could not be reached/)).toBeVisible();
  });

  it('shows that its component is loading, and when it cannot be loaded how to go on', async () => {
    expectCrash();
    let fail!: (cause: Error) => void;
    const Late = lazy(() => new Promise<{ default: typeof Name }>((_, reject) => (fail = reject)));
    const late = makePlugin(tool)
      .onElicit({
        *name(_request, ctx) {
          const content = yield* ctx.render(Late as unknown as typeof Name, {});
          return { action: 'accept', content };
        },
      })
      .build();
    const harness = createHarness({ plugins: [late] });
    await askFirst(harness, ask());
    await show(harness);
    await expect.element(page.getByText('Loading…')).toBeVisible();
    await expect.element(page.getByText('Who are you?')).toBeVisible();

    fail(new Error('404'));
    await expect.element(page.getByRole('alert')).toBeVisible();
    expect(harness.errors).toMatchObject([
      {
        code: 'COMPONENT_CRASHED',
        elicitId: 'call_1:0',
        cause: { message: '404' },
        retry: expect.any(Function) as unknown,
      },
    ]);
    harness.client.registry.replace(plugin);
    harness.errors[0]?.retry?.();
    await expect.element(page.getByRole('button', { name: 'I am Ann' })).toBeVisible();
  });
});
