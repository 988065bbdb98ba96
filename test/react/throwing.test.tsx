import { race } from 'effection';
import {
  lazy,
  startTransition,
  StrictMode,
  useEffect,
  useInsertionEffect,
  useLayoutEffect,
  useState,
  Component,
  type ComponentType,
  type ReactNode,
} from 'react';
import { createPortal } from 'react-dom';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';
import * as z from 'zod';
import { ElicitOutlet, PluginSessionProvider, type ElicitOutletProps, type LanguageProps } from '../../src/index.ts';
import { answerWith, createMcpTool, makePlugin } from '../../src/plugin.ts';
import {
  ask as askAny,
  askFirst,
  closeAll,
  createHarness,
  info,
  settled,
  state,
  type Harness,
  push,
} from '../client/harness.ts';
import type { ElicitMessageOverrides } from '../../src/ui/language/elicit-messages.ts';
import { eventually } from '../eventually.ts';
import { expectCrash } from '../expect-console.ts';
import { ignore } from '../ui/page.ts';

beforeEach(() => page.viewport(1000, 800));
afterEach(closeAll);

const boom = (): never => {
  throw new Error('boom');
};

const tool = createMcpTool('greet')
  .description('Greet')
  .parameters(z.object({}))
  .elicits({ name: z.object({ name: z.string() }), twice: z.object({ name: z.string() }) });

interface NameProps {
  onRespond: (answer: { name: string }) => void;
}

function Answer({ onRespond }: NameProps): ReactNode {
  return (
    <button type="button" onClick={() => onRespond({ name: 'Ann' })}>
      Answer
    </button>
  );
}

function Typed({ onRespond }: NameProps): ReactNode {
  const [name, setName] = useState('');
  return (
    <>
      <input aria-label="Name" value={name} onChange={({ target }) => setName(target.value)} />
      <button type="button" onClick={() => onRespond({ name })}>
        Send
      </button>
    </>
  );
}

const broken: Record<string, ComponentType<NameProps>> = {
  'an effect': (props) => {
    useEffect(() => boom, []);
    return <Answer {...props} />;
  },
  'a layout effect': (props) => {
    useLayoutEffect(() => boom, []);
    return <Answer {...props} />;
  },
  'an insertion effect': (props) => {
    useInsertionEffect(() => boom, []);
    return <Answer {...props} />;
  },
  'a ref': (props) => (
    <span ref={keptRef}>
      <Answer {...props} />
    </span>
  ),
  'a class': class extends Component<NameProps> {
    override componentWillUnmount(): void {
      boom();
    }
    override render(): ReactNode {
      return <Answer {...this.props} />;
    }
  },
  'a portal': (props) => (
    <>
      <Answer {...props} />
      {createPortal(<Leaving />, document.body)}
    </>
  ),
};
function Leaving(): ReactNode {
  useEffect(() => boom, []);
  return <i>In a portal</i>;
}
// React 19 takes what a ref returns for its clean-up; this is the way of both.
const keptRef = (element: Element | null): void => {
  if (element === null) boom();
};

const pluginOf = (Component: ComponentType<NameProps>) =>
  makePlugin(tool)
    .onElicit({
      name: answerWith(Component, () => ({})),
      *twice(_request, ctx) {
        // The one that loses comes down.
        yield* race([ctx.render(Answer, {}), ctx.render(Component, {})]);
        return { action: 'accept', content: yield* ctx.render(Typed, {}) };
      },
    })
    .receipts({ name: ({ name }) => ({ title: `Hello ${name}` }) })
    .build();

const ask = (over: Parameters<typeof askAny>[0] = {}) =>
  askAny({ toolName: 'greet', key: 'name', message: 'Who are you?', schema: {}, ...over });
const second = { callId: 'call_2', message: 'And who is she?' };

/** An outlet between two pieces of the host's page, which lose what they hold when they are mounted anew. */
function Host({ outlet }: { outlet: ReactNode }): ReactNode {
  const [count, setCount] = useState(0);
  return (
    <>
      <button type="button" onClick={() => setCount(count + 1)}>{`Pressed ${count}`}</button>
      {outlet}
    </>
  );
}

interface Shown {
  harness: Harness;
  screen: Awaited<ReturnType<typeof render>>;
}

async function show(
  Component: ComponentType<NameProps>,
  {
    strict = false,
    words = {},
    outlet = <ElicitOutlet />,
  }: { strict?: boolean; words?: LanguageProps; outlet?: ReactNode } = {},
): Promise<Shown> {
  const harness = createHarness({ plugins: [pluginOf(Component)] });
  const page_ = (
    <PluginSessionProvider client={harness.client} {...words}>
      <Host outlet={outlet} />
    </PluginSessionProvider>
  );
  const screen = await render(strict ? <StrictMode>{page_}</StrictMode> : page_);
  await button('Pressed 0').click();
  return { harness, screen };
}

const said = () => [...document.querySelectorAll('[data-elicit="announcer"] p')].map((line) => line.textContent);
const button = (name: string) => page.getByRole('button', { name, exact: true });
/** Also behind a dialog, which hides the page from roles. */
async function hostStays(): Promise<void> {
  await expect.element(page.getByText('Pressed 1')).toBeInTheDocument();
}
const crash = (over: object = {}) => ({ code: 'COMPONENT_CRASHED', elicitId: 'call_1:0', ...over });

async function settle(harness: Harness, ...events: unknown[]): Promise<void> {
  const stream = await harness.server.accept();
  stream.end(info, ...(events.length > 0 ? events : [settled('accept')]), state());
}

const outlets: Record<string, ElicitOutletProps> = { 'in its place': {}, 'in a dialog': { presentation: 'dialog' } };

describe.each(Object.entries(outlets))('a component that throws as it goes, %s', (_, props) => {
  it.each(Object.entries(broken))('by %s, leaves the receipt and the page', async (_what, Component) => {
    expectCrash();
    const { harness } = await show(Component, { outlet: <ElicitOutlet {...props} /> });
    await askFirst(harness, ask());
    await button('Answer').click();
    await settle(harness);

    await expect.element(page.getByRole('group', { name: 'Answered: Hello Ann' })).toBeVisible();
    await eventually(() => expect(harness.errors).toMatchObject([crash({ cause: { message: 'boom' } })]));
    await hostStays();
    expect(getComputedStyle(document.body).pointerEvents).toBe('auto');
  });

  it.each(Object.entries(broken))(
    'by %s, makes way for the next component of its handler',
    async (_what, Component) => {
      expectCrash();
      const { harness } = await show(Component, { outlet: <ElicitOutlet {...props} /> });
      await askFirst(harness, ask({ key: 'twice' }));
      await button('Answer').first().click();

      await userEvent.fill(page.getByLabelText('Name'), 'Bea');
      await eventually(() => expect(harness.errors).toMatchObject([crash()]));
      await expect.element(page.getByLabelText('Name')).toHaveValue('Bea');
      expect(page.getByRole('alert').elements()).toEqual([]);
      await hostStays();
    },
  );
});

describe('a component that throws as it goes', () => {
  it('leaves the other questions of its outlet as they are', async () => {
    expectCrash();
    const { harness } = await show(broken['an effect']!);
    const both = makePlugin(
      createMcpTool('note')
        .description('Note')
        .parameters(z.object({}))
        .elicits({ name: z.object({ name: z.string() }) }),
    )
      .onElicit({ name: answerWith(Typed, () => ({})) })
      .build();
    harness.client.registry.register(both);
    await askFirst(harness, ask(), ask({ ...second, toolName: 'note' }));
    await userEvent.fill(page.getByLabelText('Name'), 'Bea');

    push(harness.client, settled('decline'));
    await eventually(() => expect(harness.errors).toMatchObject([crash()]));
    await expect.element(page.getByLabelText('Name')).toHaveValue('Bea');
    await hostStays();
  });

  it('may move to the outlet of its call', async () => {
    expectCrash();
    function Two(): ReactNode {
      const [hasCall, setHasCall] = useState(false);
      return (
        <>
          <button type="button" onClick={() => setHasCall(true)}>
            Move
          </button>
          {hasCall && (
            <section aria-label="call">
              <ElicitOutlet callId="call_1" />
            </section>
          )}
          <ElicitOutlet />
        </>
      );
    }
    const { harness } = await show(broken['a layout effect']!, { outlet: <Two /> });
    await askFirst(harness, ask(), ask(second));
    await button('Move').click();
    await expect.element(page.getByRole('region', { name: 'call' })).toHaveTextContent('Who are you?');
    await eventually(() => expect(harness.errors).toMatchObject([crash()]));
    expect(page.getByText('And who is she?', { exact: true }).elements()).toHaveLength(1);
    expect(page.getByRole('alert').elements()).toEqual([]);
    await hostStays();
    push(harness.client, settled('decline'));
    push(harness.client, settled('decline', { callId: 'call_2' }));
    await eventually(() => expect(page.getByRole('group', { name: 'Skipped' }).elements()).toHaveLength(2));
  });

  it('is told of by each of many questions that move, one by one and at once', async () => {
    expectCrash();
    const calls = Array.from({ length: 60 }, (_, index) => `call_${index + 1}`);
    function Moving(): ReactNode {
      const [count, setCount] = useState(0);
      return (
        <>
          <button type="button" onClick={() => setCount(count < 20 ? count + 1 : calls.length)}>
            Move
          </button>
          <ElicitOutlet />
          {calls.slice(0, count).map((callId) => (
            <ElicitOutlet key={callId} callId={callId} />
          ))}
        </>
      );
    }
    const { harness } = await show(broken['an effect']!, { outlet: <Moving /> });
    await askFirst(harness, ...['call_0', ...calls].map((callId) => ask({ callId })));
    // Some one at a time, so that many places are empty already; then the rest at once.
    const move = button('Move').element() as HTMLElement;
    for (let moved = 1; moved <= 21; moved += 1) {
      move.click();
      const expected = calls.slice(0, moved < 21 ? moved : undefined).map((callId) => `${callId}:0`);
      await eventually(() => expect(harness.errors.map(({ elicitId }) => elicitId)).toEqual(expected));
    }
    for (const callId of ['call_0', ...calls]) push(harness.client, settled('decline', { callId }));
    await eventually(() => expect(harness.errors).toHaveLength(2 * calls.length + 1));
    await hostStays();
  });

  it('is told of where the next change comes before its last clean-up', async () => {
    expectCrash();
    // React draws what this begins at once, and what is left of the first question ends as it begins to.
    function Then({ run }: { run: () => void }): ReactNode {
      useLayoutEffect(run, [run]);
      return null;
    }
    function Turning(): ReactNode {
      const [elicitId, setShown] = useState('call_1:0');
      return (
        <>
          <button type="button" onClick={() => startTransition(() => setShown('call_2:0'))}>
            Turn
          </button>
          <ElicitOutlet elicitId={elicitId} />
          {elicitId === 'call_2:0' && <Then run={() => setShown('call_3:0')} />}
        </>
      );
    }
    const { harness } = await show(broken['an effect']!, { outlet: <Turning /> });
    await askFirst(harness, ask(), ask(second), ask({ callId: 'call_3', message: 'And who are they?' }));
    await button('Turn').click();
    await expect.element(page.getByText('And who are they?', { exact: true })).toBeVisible();
    await eventually(() => expect(harness.errors.map(({ elicitId }) => elicitId)).toEqual(['call_1:0', 'call_2:0']));
    push(harness.client, settled('decline', { callId: 'call_3' }));
    await eventually(() => expect(harness.errors).toHaveLength(3));
    await hostStays();
  });

  it('leaves a card with the question as its title, and a way on', async () => {
    expectCrash();
    const { harness } = await show(() => <Crashing />);
    await askFirst(harness, ask());
    await expect.element(page.getByRole('heading', { name: 'Who are you?' })).toBeVisible();
    await expect.element(page.getByRole('alert')).toHaveTextContent('This question could not be shown.');
    expect(page.getByRole('button', { name: 'Try again' }).elements()).toHaveLength(1);
    expect(button('Skip').elements()).toHaveLength(1);
    await button('Try again').click();
    await expect.element(page.getByRole('alert')).toHaveTextContent(/Reload the page/);
  });

  it('is told in its card under StrictMode, which runs each clean-up once to try it', async () => {
    expectCrash();
    const { harness } = await show(broken['an effect']!, { strict: true });
    await askFirst(harness, ask());
    await expect.element(page.getByRole('alert')).toHaveTextContent('This question could not be shown.');
    await button('Skip').click();
    await settle(harness, settled('decline'));
    await expect.element(page.getByRole('group', { name: 'Skipped' })).toBeVisible();
    await hostStays();
  });
});

const crashing: Record<string, ComponentType<NameProps>> = {
  'its render': boom,
  'an effect': () => {
    useEffect(boom, []);
    return null;
  },
  'a layout effect': () => {
    useLayoutEffect(boom, []);
    return null;
  },
  'a ref': () => <i ref={(element) => void (element && boom())} />,
  'a portal': () => createPortal(<Crashing />, document.body),
  'what it waits for': lazy(() => Promise.reject(new Error('boom'))),
};
function Crashing(): ReactNode {
  return boom();
}

describe.each(Object.entries(outlets))('a component that throws, %s', (_, props) => {
  it.each(Object.entries(crashing))(
    'in %s, leaves its card with the ways out, and the page',
    async (_what, Component) => {
      expectCrash();
      const { harness } = await show(Component, { outlet: <ElicitOutlet {...props} /> });
      await askFirst(harness, ask());
      await expect.element(page.getByRole('alert')).toHaveTextContent('This question could not be shown.');
      expect(harness.errors).toMatchObject([crash({ cause: { message: 'boom' } })]);
      await hostStays();
      await button('Skip').click();
      await settle(harness, settled('decline'));
      await expect.element(page.getByRole('group', { name: 'Skipped' })).toBeVisible();
      await hostStays();
    },
  );
});

describe('what the host gives an outlet', () => {
  const fallbacks: Record<string, () => ReactNode> = {
    'that throws': boom,
    'whose element throws': () => <Crashing />,
    'whose element waits for what fails': () => <Waiting onRespond={ignore} />,
    'whose element throws as it goes': () => <Leaving />,
  };
  const Waiting = crashing['what it waits for']!;

  it.each(Object.entries(fallbacks))('a fallback %s leaves the page, and the ways out', async (_what, fallback) => {
    expectCrash();
    const { harness } = await show(Answer, { outlet: <ElicitOutlet fallback={fallback} /> });
    await askFirst(harness, ask({ toolName: 'other' }));
    await button('Skip').click();
    await settle(harness, settled('decline'));
    await expect.element(page.getByRole('group', { name: 'Skipped' })).toBeVisible();
    await eventually(() => expect(harness.errors).toMatchObject([crash({ cause: { message: 'boom' } })]));
    await hostStays();
  });

  it('a fallback that is still loading leaves the rest of the page in view', async () => {
    const Never = lazy(() => new Promise<never>(() => undefined));
    const { harness } = await show(Answer, { outlet: <ElicitOutlet fallback={() => <Never />} /> });
    await askFirst(harness, ask({ toolName: 'other' }));
    await expect.element(page.getByText('Loading…')).toBeVisible();
    await expect.element(button('Pressed 1')).toBeVisible();
  });

  it.each<[string, ElicitMessageOverrides]>([
    ['of a question that comes', { notes: { asks: boom } }],
    ['of one that ended', { notes: { ended: boom } }],
    ['that are no text', { notes: { asks: (() => ({ a: 1 })) as never } }],
  ])('words %s are said in English where they fail', async (_what, messages) => {
    const { harness } = await show(Answer, { words: { messages } });
    await askFirst(harness, ask());
    push(harness.client, settled('decline'));
    await expect.element(page.getByRole('group', { name: 'Skipped' })).toBeVisible();
    await eventually(() =>
      expect(said()).toEqual(['Greet asks: Who are you?', expect.stringContaining('Greet: Skipped')]),
    );
    await eventually(() => expect(harness.errors[0]).toMatchObject({ code: 'COMPONENT_CRASHED' }));
    await hostStays();
  });

  it.each<[string, ElicitMessageOverrides]>([
    ['card', { card: { asks: boom } }],
    ['deadline', { notes: { within: boom } }],
  ])('words of a %s are shown in English where they fail', async (_what, messages) => {
    const { harness } = await show(Answer, { words: { messages } });
    await askFirst(harness, ask({ expiresAt: Date.now() + 59_000 }));
    await expect.element(page.getByRole('group', { name: 'Question from Greet' })).toBeVisible();
    await expect.element(page.getByText(/^Answer within/)).toBeVisible();
    await eventually(() => expect(harness.errors[0]).toMatchObject({ code: 'COMPONENT_CRASHED' }));
    await button('Answer').click();
    await settle(harness);
    await expect.element(page.getByRole('group', { name: 'Answered: Hello Ann' })).toBeVisible();
    await hostStays();
  });

  it('words of a receipt are shown in English where they fail', async () => {
    const { harness } = await show(Answer, { words: { messages: { receipt: { named: boom } } } });
    await askFirst(harness, ask());
    await button('Answer').click();
    await settle(harness);
    await expect.element(page.getByRole('group', { name: 'Answered: Hello Ann' })).toBeVisible();
    await eventually(() =>
      expect(harness.errors).toMatchObject([
        { code: 'COMPONENT_CRASHED', message: expect.stringContaining('receipt.named') },
      ]),
    );
    await hostStays();
  });
});

describe('an outlet or a provider that the host unmounts', () => {
  it.each(['outlet', 'provider'])('hands what its components throw to the boundary round the %s', async (what) => {
    expectCrash();
    const harness = createHarness({ plugins: [pluginOf(broken['an effect']!)] });
    await askFirst(harness, ask());
    function Toggled({ name, children }: { name: string; children: ReactNode }): ReactNode {
      const [isShown, setShown] = useState(true);
      if (name !== what) return children;
      return (
        <>
          <button type="button" onClick={() => setShown(false)}>
            Unmount
          </button>
          <Held>{isShown && children}</Held>
        </>
      );
    }
    await render(
      <>
        <p>The page</p>
        <Toggled name="provider">
          <PluginSessionProvider client={harness.client}>
            <Toggled name="outlet">
              <ElicitOutlet />
            </Toggled>
          </PluginSessionProvider>
        </Toggled>
      </>,
    );
    await button('Unmount').click();
    await expect.element(page.getByText('Held: boom')).toBeVisible();
    await expect.element(page.getByText('The page')).toBeVisible();
    expect(harness.item().status).toBe('pending');
  });
});

class Held extends Component<{ children: ReactNode }, { message?: string }> {
  override state: { message?: string } = {};
  static getDerivedStateFromError({ message }: Error): { message: string } {
    return { message };
  }
  override render(): ReactNode {
    return this.state.message === undefined ? this.props.children : <p>Held: {this.state.message}</p>;
  }
}
