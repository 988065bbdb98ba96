import { Profiler, StrictMode, type ReactNode } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { page } from 'vitest/browser';
import * as z from 'zod';
import { ElicitOutlet, PluginSessionProvider, type ElicitOutletProps, type PluginClient } from '../../src/index.ts';
import { answerWith, createMcpTool, makePlugin } from '../../src/plugin.ts';
import {
  ask as askAny,
  askFirst,
  closeAll,
  createHarness,
  info,
  push,
  settled,
  state,
  type Harness,
} from '../client/harness.ts';
import { eventually } from '../eventually.ts';

afterEach(closeAll);

const draws = vi.fn<(message: string) => void>();

/** The host's component: what is above it is ours. */
function Greet({ onRespond, message }: { onRespond: (answer: { name: string }) => void; message: string }): ReactNode {
  draws(message);
  return (
    <button type="button" onClick={() => onRespond({ name: 'Ann' })}>
      Answer
    </button>
  );
}

const plugin = makePlugin(
  createMcpTool('greet')
    .description('Greet')
    .parameters(z.object({}))
    .elicits({ name: z.object({ name: z.string() }) }),
)
  .onElicit({ name: answerWith(Greet, ({ message }) => ({ message })) })
  .receipts({ name: ({ name }) => ({ title: `Hello ${name}` }) })
  .build();

const ask = (nth = 1, over: object = {}) =>
  askAny({ toolName: 'greet', key: 'name', callId: `call_${nth}`, message: `Who is ${nth}?`, schema: {}, ...over });

/** Says how a receipt is named; counted, since a receipt says it whenever it is drawn. */
const named = vi.fn<(outcome: string, title: string) => string>((outcome, title) => `${outcome}: ${title}`);

async function show(client: PluginClient, props: ElicitOutletProps = {}): Promise<string[]> {
  const commits: string[] = [];
  await render(
    <StrictMode>
      <PluginSessionProvider client={client} messages={{ receipt: { named } }}>
        <Profiler id="outlet" onRender={(_id, phase) => commits.push(phase)}>
          <ElicitOutlet {...props} />
        </Profiler>
      </PluginSessionProvider>
    </StrictMode>,
  );
  return commits;
}

/** Shows the receipts of so many questions that were skipped. */
async function showReceipts(count: number): Promise<void> {
  const harness = createHarness({ plugins: [plugin] });
  await askFirst(harness, ...Array.from({ length: count }, (_, index) => ask(index + 1)));
  for (let nth = 1; nth <= count; nth += 1) push(harness.client, settled('decline', { callId: `call_${nth}` }));
  await show(harness.client);
  await eventually(() => expect(page.getByRole('group', { name: /Skipped/ }).elements()).toHaveLength(count));
}

/** Let React finish what it was told. */
const rendered = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

async function settle(harness: Harness): Promise<void> {
  const stream = await harness.server.accept();
  stream.end(info, settled('accept'), state());
}

/** The part of React's tree that both React lines have. */
interface Fiber {
  readonly tag: number;
  readonly type: unknown;
  readonly return: Fiber | null;
  readonly child: Fiber | null;
  readonly sibling: Fiber | null;
  readonly stateNode: { readonly current: Fiber };
  readonly updateQueue: { readonly lastEffect?: Effect | null } | null;
}
interface Effect {
  readonly next: Effect;
}
const [elementTag, textTag, memoTag] = [5, 6, 15];

interface Weight {
  /** Fibers between the outlet and the host's component, both left out. */
  between: number;
  /** Components, contexts and boundaries of ours in the outlet, wherever they are. */
  components: number;
  /** Effects of these. A subscription to a store has two. */
  effects: number;
  /** Effects of the outlet itself. */
  ofOutlet: number;
}

/** What React keeps for the outlet on the page. The host's component and all that is in it are not counted. */
function weigh(): Weight {
  const fibers = [...below(outletFiber())];
  const host = fibers.find(isHost);
  return {
    between: host === undefined ? 0 : depthOf(host),
    components: fibers.filter((fiber) => !isHost(fiber) && fiber.tag !== elementTag && fiber.tag !== textTag).length,
    effects: fibers.filter((fiber) => !isHost(fiber)).reduce((sum, fiber) => sum + effectsOf(fiber), 0),
    ofOutlet: effectsOf(outletFiber()),
  };
}

const isHost = ({ type }: Fiber) => type === Greet;

function outletFiber(): Fiber {
  const element = document.querySelector('[data-elicit="elicit-outlet"]') as Element;
  const key = Object.keys(element).find((name) => name.startsWith('__reactFiber$')) as string;
  let root = Reflect.get(element, key) as Fiber;
  while (root.return !== null) root = root.return;
  // An element may know the fiber of the commit before: look from the root.
  return [...below(root.stateNode.current)].find(({ type }) => type === ElicitOutlet) as Fiber;
}

function* below({ child }: Fiber): Generator<Fiber> {
  for (let fiber = child; fiber !== null; fiber = fiber.sibling) {
    yield fiber;
    if (!isHost(fiber)) yield* below(fiber);
  }
}

function depthOf({ return: parent }: Fiber): number {
  return parent === null || parent.type === ElicitOutlet ? 0 : 1 + depthOf(parent);
}

function effectsOf({ updateQueue }: Fiber): number {
  const last = updateQueue?.lastEffect;
  if (last === undefined || last === null) return 0;
  let count = 1;
  for (let effect = last.next; effect !== last; effect = effect.next) count += 1;
  return count;
}

// No figure may rise: each is paid by every question on a page, at each of its changes.
describe('what React keeps', () => {
  it('for a card and for its receipt stays small', async () => {
    const harness = createHarness({ plugins: [plugin] });
    await askFirst(harness, ask());
    await show(harness.client);
    await expect.element(page.getByRole('button', { name: 'Answer' })).toBeVisible();
    expect(weigh()).toEqual({ between: 20, components: 20, effects: 8, ofOutlet: 5 });

    await page.getByRole('button', { name: 'Answer' }).click();
    await settle(harness);
    await expect.element(page.getByText('Hello Ann')).toBeVisible();
    await rendered();
    expect(weigh()).toEqual({ between: 0, components: 10, effects: 1, ofOutlet: 5 });
  });

  it('for a list of kept receipts is little each', async () => {
    await showReceipts(30);
    expect(weigh()).toEqual({ between: 0, components: 186, effects: 30, ofOutlet: 5 });
  });

  // React reads all children of a component that it leaves alone.
  it('makes it read one child of each group of receipts that has not changed', async () => {
    await showReceipts(100);
    const groups = [...below(outletFiber())].filter(({ tag }) => tag === memoTag);
    expect(groups.map(({ child }) => child?.sibling)).toEqual(Array.from({ length: 7 }, () => null));
  });
});

describe('a change of one question', () => {
  it('draws none of the others', async () => {
    const harness = createHarness({ plugins: [plugin] });
    await askFirst(harness, ...Array.from({ length: 40 }, (_, index) => ask(index + 1)));
    for (let nth = 1; nth <= 30; nth += 1) push(harness.client, settled('decline', { callId: `call_${nth}` }));
    const commits = await show(harness.client);
    await eventually(() => expect(page.getByRole('group', { name: /Skipped/ }).elements()).toHaveLength(30));
    await rendered();
    for (const counted of [draws, named]) counted.mockClear();
    commits.length = 0;

    push(harness.client, settled('decline', { callId: 'call_35' }));
    await eventually(() => expect(page.getByRole('group', { name: /Skipped/ }).elements()).toHaveLength(31));
    await rendered();
    expect(draws).not.toHaveBeenCalled();
    expect(new Set(named.mock.calls.map(([, title]) => title))).toEqual(new Set(['Who is 35?']));
    expect(commits).toHaveLength(1);

    named.mockClear();
    commits.length = 0;
    push(harness.client, ask(41));
    await expect.element(page.getByText('Who is 41?', { exact: true })).toBeVisible();
    await rendered();
    expect(named).not.toHaveBeenCalled();
    expect(new Set(draws.mock.calls.map(([message]) => message))).toEqual(new Set(['Who is 41?']));
    expect(commits).toHaveLength(1);
  });
});
