import { all } from 'effection';
import { Profiler, StrictMode, useState, type ReactNode } from 'react';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';
import * as z from 'zod';
import { ElicitOutlet, PluginSessionProvider, type PluginClient } from '../../src/index.ts';
import { answerWith, createMcpTool, makePlugin } from '../../src/plugin.ts';
import { itemGroup } from '../../src/react/OutletStandIn.tsx';
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
import { eventually } from '../eventually.ts';
import { expectConsole, expectCrash } from '../expect-console.ts';

// As on a page that has been open for a moment.
await itemGroup.load();
afterEach(closeAll);

const tool = createMcpTool('greet')
  .description('Greet')
  .parameters(z.object({}))
  .elicits({
    name: z.object({ name: z.string().min(2, 'Too short') }),
    both: z.object({ a: z.string(), b: z.string() }),
  });

interface NameProps {
  label?: string;
  onRespond: (answer: { name: string }) => void;
  onDecline?: () => void;
  state?: 'pending' | 'sending' | 'failed';
}

let mounts = 0;
function Name({ label = 'Name', onRespond, state: shown }: NameProps): ReactNode {
  const [name, setName] = useState(() => {
    mounts += 1;
    return '';
  });
  return (
    <form
      data-state={shown}
      onSubmit={(event) => {
        event.preventDefault();
        onRespond({ name });
      }}
    >
      <label>
        {label} <input value={name} onChange={(event) => setName(event.target.value)} />
      </label>
      <button type="submit">Answer {label}</button>
    </form>
  );
}

let isBroken = false;
function Fragile(props: NameProps): ReactNode {
  if (isBroken) throw new Error('boom');
  return <Name {...props} />;
}

const asks = vi.fn<() => void>();
const plugin = makePlugin(tool)
  .onElicit({
    *name(_request, ctx) {
      asks();
      const content = yield* ctx.render(Name, {});
      return { action: 'accept', content };
    },
    *both(_request, ctx) {
      const [a, b] = yield* all([ctx.render(Name, { label: 'First' }), ctx.render(Name, { label: 'Second' })]);
      return { action: 'accept', content: { a: a?.name ?? '', b: b?.name ?? '' } };
    },
  })
  .receipts({ name: ({ name }) => ({ title: `Hello ${name}` }) })
  .build();

const fragilePlugin = makePlugin(
  createMcpTool('greet')
    .description('Greet')
    .parameters(z.object({}))
    .elicits({ name: z.object({ name: z.string() }) }),
)
  .onElicit({ name: answerWith(Fragile, () => ({})) })
  .build();

const ask = (over: Parameters<typeof askAny>[0] = {}) =>
  askAny({ toolName: 'greet', key: 'name', message: 'What is your name?', schema: {}, ...over });

interface Shown {
  commits: string[];
}

async function show(
  client: PluginClient,
  outlet: ReactNode = <ElicitOutlet />,
): Promise<Shown & { readonly unmount: () => void }> {
  const commits: string[] = [];
  const screen = await render(
    <StrictMode>
      <PluginSessionProvider client={client}>
        <Profiler id="outlet" onRender={(_id, phase) => commits.push(phase)}>
          {outlet}
        </Profiler>
      </PluginSessionProvider>
    </StrictMode>,
  );
  return { commits, unmount: () => void screen.unmount() };
}

/** Let React finish what it was told. */
const rendered = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

async function answer(name: string): Promise<void> {
  await userEvent.fill(page.getByRole('textbox'), name);
  await userEvent.click(page.getByRole('button', { name: 'Answer Name' }));
}

async function settle(harness: Harness, ...events: unknown[]): Promise<void> {
  const stream = await harness.server.accept();
  stream.end(info, ...(events.length > 0 ? events : [settled('accept')]), state(), complete);
  await harness.when(({ status }) => status === 'idle');
}

describe('an outlet', () => {
  it('commits once to show, once to send and once to settle, and asks once under StrictMode', async () => {
    asks.mockClear();
    const harness = createHarness({ plugins: [plugin] });
    const { commits } = await show(harness.client);
    commits.length = 0;

    const sent = harness.client.send('Hi');
    const stream = await harness.server.accept();
    stream.send(info, { type: 'text', content: 'Let me ask.' }, ask());
    stream.end(state());
    await sent;
    await expect.element(page.getByText('What is your name?', { exact: true })).toBeVisible();
    await rendered();
    expect(commits).toHaveLength(1);
    expect(asks).toHaveBeenCalledTimes(1);

    await userEvent.fill(page.getByRole('textbox'), 'Ann');
    commits.length = 0;
    (page.getByRole('button', { name: 'Answer Name' }).element() as HTMLElement).click();
    const second = await harness.server.accept();
    await rendered();
    expect(harness.item().status).toBe('sending');
    expect(commits).toHaveLength(1);

    second.send(info);
    await harness.when(({ status }) => status === 'streaming');
    await rendered();
    expect(commits).toHaveLength(1);
    commits.length = 0;
    second.send(settled('accept'));
    await harness.when(isStatus('settled'));
    second.end({ type: 'text', content: 'Hello!' }, state(), complete);
    await harness.when(({ status }) => status === 'idle');
    await expect.element(page.getByText('Hello Ann')).toBeVisible();
    await rendered();
    expect(commits).toHaveLength(1);
  });

  it.each([
    [{}, 'Greet', 'Question from Greet'],
    [{ assistant: 'SkyHigh assistant' }, 'Greet, SkyHigh assistant', 'Question from Greet'],
    [{ toolTitles: { greet: 'Say hello' }, assistant: 'Us' }, 'Say hello, Us', 'Question from Say hello'],
  ])('says in the words of the host who asks: %o', async (names, line, named) => {
    const harness = createHarness({ plugins: [plugin] });
    await askFirst(harness, ask());
    await render(
      <PluginSessionProvider client={harness.client} {...names}>
        <ElicitOutlet />
      </PluginSessionProvider>,
    );
    await expect.element(page.getByRole('group', { name: named, exact: true })).toBeVisible();
    expect(document.querySelector('[data-elicit=asker-name]')?.textContent).toBe(line);
  });

  it('takes no title from what every object has', async () => {
    const harness = createHarness({ plugins: [], capabilities: { genericForm: false } });
    await askFirst(harness, ask({ toolName: 'constructor' }));
    await render(
      <PluginSessionProvider client={harness.client} toolTitles={{}}>
        <ElicitOutlet />
      </PluginSessionProvider>,
    );
    await expect.element(page.getByRole('group', { name: 'Question from Constructor' })).toBeVisible();
  });

  it('does not commit for text: 1000 deltas', async () => {
    const harness = createHarness({ plugins: [plugin] });
    await askFirst(harness, ask());
    const { commits } = await show(harness.client);
    await expect.element(page.getByRole('textbox')).toBeVisible();
    commits.length = 0;

    const sent = harness.client.send('Go on');
    const stream = await harness.server.accept();
    for (let n = 0; n < 1000; n += 1) stream.send({ type: 'text', content: 'x' });
    await harness.when(({ text }) => text.length === 1000);
    await rendered();

    expect(commits).toEqual([]);
    stream.end(complete);
    await sent;
  });

  it('keeps what was typed when the answer does not fit, and says what is wrong', async () => {
    const harness = createHarness({ plugins: [plugin] });
    await askFirst(harness, ask());
    await show(harness.client);
    await expect.element(page.getByRole('textbox')).toBeVisible();
    const before = mounts;

    await answer('A');

    await expect.element(page.getByText('Too short')).toBeVisible();
    await expect.element(page.getByRole('textbox')).toHaveValue('A');
    await expect.element(page.getByRole('button', { name: 'Answer Name' })).toHaveFocus();
    expect(mounts).toBe(before);
    expect(harness.server.requests).toHaveLength(1);
  });

  it('is inert while sending, and shows the view again with Try again when the POST failed', async () => {
    const harness = createHarness({ plugins: [plugin] });
    await askFirst(harness, ask());
    await show(harness.client);
    await answer('Ann');

    await expect.element(page.getByText('Sending…')).toBeVisible();
    expect(document.querySelector('input')?.closest('[inert]')).not.toBeNull();
    await harness.server.refuse(new TypeError('offline'));
    await expect.element(page.getByRole('alert')).toBeVisible();
    expect(document.querySelector('input')?.value).toBe('Ann');
    await userEvent.click(page.getByRole('button', { name: 'Try again' }));
    await settle(harness);

    await expect.element(page.getByText('Hello Ann')).toBeVisible();
    expect(harness.server.requests.slice(1).map(({ body }) => body.pluginElicitResponses?.[0]?.result)).toEqual([
      { action: 'accept', content: { name: 'Ann' } },
      { action: 'accept', content: { name: 'Ann' } },
    ]);
  });

  it('moves the focus from the card to the receipt', async () => {
    const harness = createHarness({ plugins: [plugin] });
    await askFirst(harness, ask());
    await show(harness.client);
    await answer('Ann');
    await settle(harness);

    await expect.element(page.getByText('Hello Ann')).toBeVisible();
    await eventually(() => expect(document.activeElement?.textContent).toContain('Hello Ann'));
  });

  it('leaves the focus where the person went meanwhile', async () => {
    const harness = createHarness({ plugins: [plugin] });
    await askFirst(harness, ask());
    await show(
      harness.client,
      <>
        <ElicitOutlet />
        <button type="button">Elsewhere</button>
      </>,
    );
    await answer('Ann');
    await userEvent.click(page.getByRole('button', { name: 'Elsewhere' }));
    await settle(harness);

    await expect.element(page.getByText('Hello Ann', { exact: true })).toBeVisible();
    await rendered();
    expect(document.activeElement?.textContent).toBe('Elsewhere');
  });

  it('declines while the handler runs', async () => {
    const harness = createHarness({ plugins: [plugin] });
    await askFirst(harness, ask());
    await show(harness.client);

    await userEvent.click(page.getByRole('button', { name: 'Skip' }));
    const stream = await harness.server.accept();
    expect(stream.request.body.pluginElicitResponses?.[0]?.result).toEqual({ action: 'decline' });
    stream.end(info, settled('decline'), state(), complete);

    await expect.element(page.getByText('Skipped')).toBeVisible();
  });

  it('shows several views at once, and holds the answered one still', async () => {
    const harness = createHarness({ plugins: [plugin] });
    await askFirst(harness, ask({ key: 'both' }));
    await show(harness.client);

    await userEvent.fill(page.getByLabelText('First'), 'Ann');
    await userEvent.click(page.getByRole('button', { name: 'Answer First' }));
    await eventually(() =>
      expect(document.querySelectorAll('[data-elicit="elicit-view"]')[0]).toHaveProperty('inert', true),
    );
    expect(document.querySelectorAll('[data-elicit="elicit-view"]')[1]).toHaveProperty('inert', false);
    await userEvent.fill(page.getByLabelText('Second'), 'Bea');
    await userEvent.click(page.getByRole('button', { name: 'Answer Second' }));

    const { body } = (await harness.server.accept()).request;
    expect(body.pluginElicitResponses?.[0]?.result).toEqual({ action: 'accept', content: { a: 'Ann', b: 'Bea' } });
  });

  it('keeps the focus on the card of a view that is held', async () => {
    const harness = createHarness({ plugins: [plugin] });
    await askFirst(harness, ask({ key: 'both' }));
    await show(harness.client);

    await userEvent.fill(page.getByLabelText('First'), 'Ann');
    await userEvent.keyboard('{Enter}');
    await eventually(() =>
      expect(document.querySelectorAll('[data-elicit="elicit-view"]')[0]).toHaveProperty('inert', true),
    );
    await rendered();
    expect(document.activeElement).toHaveAttribute('data-elicit', 'elicit-card');
  });

  it('shows a question that nothing claims, to be declined', async () => {
    const harness = createHarness({ plugins: [] });
    await askFirst(harness, ask({ message: 'Shall <b>I</b> go on?' }));
    await show(harness.client);

    await expect.element(page.getByText('Shall <b>I</b> go on?')).toBeVisible();
    expect(harness.errors).toMatchObject([{ code: 'NO_HANDLER', elicitId: 'call_1:0' }]);
    await userEvent.click(page.getByRole('button', { name: 'Skip' }));
    await settle(harness, settled('decline'));
    await expect.element(page.getByText('Skipped')).toBeVisible();
  });

  it('keeps a crash inside its question, and renders it again on Try again', async () => {
    expectCrash();
    isBroken = true;
    const harness = createHarness({ plugins: [fragilePlugin] });
    await askFirst(harness, ask());
    await show(harness.client);

    await expect.element(page.getByRole('alert')).toBeVisible();
    await expect.element(page.getByText('What is your name?')).toBeVisible();
    expect(harness.errors).toMatchObject([
      { code: 'COMPONENT_CRASHED', elicitId: 'call_1:0', cause: { message: 'boom' } },
    ]);
    isBroken = false;
    await userEvent.click(page.getByRole('button', { name: 'Try again' }));
    await answer('Ann');
    await settle(harness);

    expect(harness.item()).toMatchObject({ status: 'settled', action: 'accept' });
  });

  it('leaves a call to the outlet that names it', async () => {
    const harness = createHarness({ plugins: [] });
    await askFirst(harness, ask({ message: 'One?' }), ask({ callId: 'call_2', message: 'Two?' }));
    await show(
      harness.client,
      <>
        <section aria-label="all">
          <ElicitOutlet />
        </section>
        <section aria-label="second">
          <ElicitOutlet callId="call_2" className="mine" />
        </section>
      </>,
    );

    await expect.element(page.getByRole('region', { name: 'all' })).toHaveTextContent('One?');
    await expect.element(page.getByRole('region', { name: 'all' })).not.toHaveTextContent('Two?');
    await expect.element(page.getByRole('region', { name: 'second' })).toHaveTextContent('Two?');
    expect(document.querySelector('.mine')?.textContent).toContain('Two?');
  });

  it('says nothing of a missing outlet once the page is gone', async () => {
    const harness = createHarness({ plugins: [] });
    const { unmount } = await show(harness.client, <ElicitOutlet callId="call_9" />);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    await askFirst(harness, ask({ message: 'One?' }));
    await expect.element(page.getByText(/One\?/)).toBeInTheDocument();
    unmount();
    vi.advanceTimersByTime(3000);
  });

  it('says once in the console that no outlet shows a question', async () => {
    expectConsole(/A question waits, and no <ElicitOutlet> shows it/);
    const harness = createHarness({ plugins: [] });
    await show(harness.client, <ElicitOutlet callId="call_9" />);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    await askFirst(harness, ask({ message: 'One?' }), ask({ callId: 'call_2', message: 'Two?' }));
    await expect.element(page.getByText(/Two\?/)).toBeInTheDocument();
    vi.advanceTimersByTime(3000);
  });

  it.each([
    ['without a callId', {}],
    ['with the same callId', { callId: 'call_1' }],
  ])(
    'shows and says a question once where there are two %s, and takes over when the first one goes',
    async (_, props) => {
      expectConsole(/There are two <ElicitOutlet/);
      const harness = createHarness({ plugins: [plugin] });
      function Two(): ReactNode {
        const [hasFirst, setHasFirst] = useState(true);
        return (
          <>
            <button type="button" onClick={() => setHasFirst(false)}>
              Unmount the first
            </button>
            {hasFirst && (
              <section aria-label="first">
                <ElicitOutlet {...props} />
              </section>
            )}
            <section aria-label="second">
              <ElicitOutlet {...props} />
            </section>
          </>
        );
      }
      await show(harness.client, <Two />);
      await askFirst(harness, ask());
      await expect.element(page.getByRole('region', { name: 'first' })).toHaveTextContent('What is your name?');
      expect(page.getByRole('textbox').elements()).toHaveLength(1);
      expect([...document.querySelectorAll('[data-elicit="announcer"] p')].map((line) => line.textContent)).toEqual([
        'Greet asks: What is your name?',
      ]);

      await userEvent.click(page.getByRole('button', { name: 'Unmount the first' }));
      await expect.element(page.getByRole('region', { name: 'second' })).toHaveTextContent('What is your name?');
      await answer('Ann');
      await settle(harness);
      expect(document.querySelectorAll('[data-elicit="receipt"]')).toHaveLength(1);
      expect(document.querySelectorAll('[data-elicit="announcer"] p').length).toBeLessThanOrEqual(2);
    },
  );

  it('is no second one where it stands in the place of another', async () => {
    const harness = createHarness({ plugins: [plugin] });
    function Moved(): ReactNode {
      const [nth, setNth] = useState(0);
      return (
        <>
          <button type="button" onClick={() => setNth(nth + 1)}>
            Mount anew
          </button>
          <ElicitOutlet key={nth} />
        </>
      );
    }
    await show(harness.client, <Moved />);
    await askFirst(harness, ask());
    await userEvent.click(page.getByRole('button', { name: 'Mount anew' }));
    await expect.element(page.getByRole('textbox')).toBeVisible();
  });

  it('neither stops a handler nor closes the client when it unmounts', async () => {
    asks.mockClear();
    const harness = createHarness({ plugins: [plugin] });
    await askFirst(harness, ask());
    const { unmount } = await show(harness.client);
    await expect.element(page.getByRole('textbox')).toBeVisible();

    unmount();
    await rendered();
    await show(harness.client);
    await answer('Ann');
    await settle(harness);

    expect(asks).toHaveBeenCalledTimes(1);
    expect(harness.item()).toMatchObject({ status: 'settled', action: 'accept' });
  });
});
