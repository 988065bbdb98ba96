import fc from 'fast-check';
import { afterEach, expect, it } from 'vitest';
import type { OpenedQuestion } from '../../src/protocol/inbox.ts';
import { read } from '../chat/harness.ts';
import { runs } from '../runs.ts';
import { openHouse, owner, people, type House, type Tab } from './people-house.ts';

const names = Object.keys(people);

/** Whom the question can be for. `ada`, who owns the conversation, has a role that fits, and may not answer. */
const recipients = [{ role: 'manager' }, { role: 'boss' }, 'bo', ['cy', { role: 'manager' }]] as const;
const may = (to: number, name: string): boolean =>
  [['bo'], ['cy'], ['bo'], ['bo', 'cy']][to % recipients.length]!.includes(name);

type Act =
  | { type: 'list' | 'open'; who: number; at: number }
  | { type: 'answer'; who: number; at: number; fits: boolean; attempt: number | undefined }
  /** Somebody opens the link of a person, and sends its form. Without `isKnown`, the host identifies nobody there. */
  | { type: 'link'; as: number; who: number; at: number; fits: boolean; isKnown: boolean }
  /** A person reads, opens or answers in one of the two tabs of their inbox. */
  | { type: 'tab'; at: number; act: TabAct; fits: boolean }
  /** Several at once, to different processes: by inbox, link, and in both tabs. */
  | { type: 'together'; parts: readonly { who: number; way: Way }[] }
  /** A person posts to the conversation itself, with the ids of the question. */
  | { type: 'forge'; who: number; at: number }
  | { type: 'reassign'; to: number; at: number }
  | { type: 'restart'; at: number };
type TabAct = 'refresh' | 'open' | 'answer';
type Way = 'inbox' | 'link' | 'tab';

const who = fc.nat(names.length - 1);
const at = fc.nat(1);
const part = fc.record({ who, way: fc.constantFrom<Way[]>('inbox', 'link', 'tab') });
const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({ type: fc.constantFrom('list' as const, 'open', 'open'), who, at }),
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('answer' as const),
      who,
      at,
      fits: fc.boolean(),
      attempt: fc.constantFrom(undefined, undefined, 1, 2),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('link' as const),
      as: who,
      who,
      at,
      fits: fc.boolean(),
      isKnown: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('tab' as const),
      at,
      act: fc.constantFrom<TabAct[]>('refresh', 'open', 'answer'),
      fits: fc.boolean(),
    }),
  },
  fc.record({ type: fc.constant('together' as const), parts: fc.array(part, { minLength: 2, maxLength: 4 }) }),
  fc.record({ type: fc.constant('forge' as const), who, at }),
  fc.record({ type: fc.constant('reassign' as const), to: fc.nat(recipients.length - 1), at }),
  fc.record({ type: fc.constant('restart' as const), at }),
);

const link = { type: 'link', as: 1, who: 1, at: 0, fits: true, isKnown: true } as const;
const tab = { type: 'tab', at: 0, fits: true } as const;
/** The answer of a link counts, and then that of a tab, and both are looked at from elsewhere. */
const examples: readonly [number, number, Act[]][] = [
  [0, 1, [{ ...tab, act: 'open', at: 1 }, link, { ...tab, act: 'answer', at: 1 }, { ...link, who: 3, isKnown: false }]],
  [0, 1, [{ ...tab, act: 'open' }, { ...tab, act: 'answer' }, link, { ...link, who: 3 }]],
];

let open: House | undefined;
afterEach(() => open?.close());

/** A question's addressees now, and the two tabs of one person's inbox. */
interface Scene {
  readonly house: House;
  readonly tabs: readonly Tab[];
  readonly to: number;
}

/** Do one thing, and look at what everybody then hears. @returns whom the question is for now */
async function perform(act: Act, scene: Scene): Promise<number> {
  const { house, to } = scene;
  const waits = house.counted.size === 0;
  switch (act.type) {
    case 'restart':
      await house.restart(act.at);
      return to;
    case 'list': {
      const { items } = await house.handlers[act.at]!.inbox({ who: people[names[act.who]!]! });
      expect(items).toHaveLength(may(to, names[act.who]!) && waits ? 1 : 0);
      return to;
    }
    case 'open': {
      const told = await house.handlers[act.at]!.inbox.open(people[names[act.who]!]!, house.place);
      const hears: OpenedQuestion['outcome'] = !may(to, names[act.who]!) ? 'gone' : waits ? 'waits' : 'settled';
      expect(told.outcome).toBe(hears);
      return to;
    }
    case 'answer': {
      const told = await house.answer(act.at, names[act.who]!, act.fits, act.attempt);
      if (!may(to, names[act.who]!)) expect(told).toEqual({ outcome: 'gone' });
      return to;
    }
    case 'link':
      await follow(act, scene);
      return to;
    case 'tab':
      await useTab(act, scene);
      return to;
    case 'together':
      await Promise.all(act.parts.map(({ who: nth, way }, at) => answerBy(way, names[nth]!, at % 2, scene)));
      await Promise.all(scene.tabs.map((tab) => tab.rested()));
      return to;
    case 'forge':
      await forge(act, scene);
      return to;
    case 'reassign': {
      // The question stays hidden, and not for its owner.
      const isMoved = await house.handlers[act.at]!.reassign(house.place, { to: recipients[act.to] as never });
      expect(isMoved).toBe(waits);
      return isMoved ? act.to : to;
    }
  }
}

async function answerBy(way: Way, name: string, at: number, { house, tabs }: Scene): Promise<void> {
  if (way === 'inbox') await house.answer(at, name, true);
  else if (way === 'link') await house.follow({ at, as: name, holder: name, ok: true, isKnown: true });
  else tabs[at]!.accept(true);
}

async function follow({ as, who: nth, at, fits, isKnown }: Act & { type: 'link' }, { house, to }: Scene) {
  const [waits, made, holder] = [house.counted.size === 0, names[as]!, names[nth]!];
  const isTheirs = isKnown && made === holder;
  const pages = await house.follow({ at, as: made, holder, ok: fits, isKnown });
  const hears = isKnown && !isTheirs ? 403 : !may(to, made) ? 404 : waits && !isTheirs ? 403 : 200;
  expect(pages[0].status).toBe(hears);
  if (isTheirs && hears === 200) expect(pages[0].text).toContain(waits ? 'secret' : 'Answered by');
  if (isTheirs) return;
  for (const { text } of pages) expect(text).not.toMatch(/secret|Answered by|was sent/);
}

async function useTab({ at, act, fits }: Act & { type: 'tab' }, { house, tabs, to }: Scene) {
  const [tab, waits] = [tabs[at]!, house.counted.size === 0];
  if (act === 'refresh') tab.inbox.refresh();
  else if (act === 'open') tab.inbox.open(house.place);
  else tab.accept(fits);
  await tab.rested();
  const { items, opened } = tab.inbox.getSnapshot();
  if (act === 'refresh') expect(items).toHaveLength(may(to, tab.name) && waits ? 1 : 0);
  if (act !== 'open' || !may(to, tab.name)) return void (act === 'open' && expect(opened?.status).toBe('gone'));
  if (waits) expect(tab.item()).toMatchObject({ status: 'pending', message: 'A secret refund' });
  else expect(opened?.status === 'settled' || tab.item()?.status === 'settled').toBe(true);
}

async function forge({ who: nth, at }: Act & { type: 'forge' }, { house }: Scene) {
  const result = { action: 'accept', content: { ok: true } };
  const response = { sessionId: house.place.callId, ...house.place, answerId: 'f', result };
  const body = { conversationId: 'c', messages: [], pluginElicitResponses: [response] };
  const text = await (await house.post(at, names[nth]!, body)).text();
  expect(text).not.toContain('secret');
  expect(text).not.toContain('"answerId":"f"');
}

it(
  'lets nobody read or answer whom a question is not for, and settles it once, by who answered and where',
  { timeout: 300_000 },
  async () => {
    const first = fc.nat(recipients.length - 1);
    const ways = new Set<string>();
    await fc.assert(
      fc.asyncProperty(first, who, fc.array(act, { maxLength: 12 }), async (begun, tabOf, acts) => {
        const house = await openHouse(recipients[begun]!);
        open = house;
        expect(house.said).not.toContain('secret');
        const tabs = [0, 1].map((nth) => house.openTab(nth, names[tabOf]!));
        await Promise.all(tabs.map((tab) => tab.rested()));

        let to = begun;
        for (const one of acts) {
          // Each act is done with what those before it left.
          to = await perform(one, { house, tabs, to });
          expect(house.counted.size).toBeLessThanOrEqual(1);
        }
        // It goes on for who may answer still, wherever it is by now.
        const last = names.find((name) => may(to, name))!;
        if (house.counted.size === 0) await house.answer(0, last, true);
        const [counted, ...others] = house.counted.values();
        expect(others).toEqual([]);
        const { by, via } = counted!;
        expect(may(to, by)).toBe(true);
        ways.add(via);
        const page = await read(await house.post(1, owner, { conversationId: 'c', messages: [], attach: true }));
        expect(page.raw).not.toContain('secret');
        expect([...house.got]).toEqual([JSON.stringify(['accept', by])]);
        expect([...house.settled]).toEqual([JSON.stringify(['accept', by, via])]);
        await house.close();
      }),
      { numRuns: runs(200), examples: [...examples] },
    );
    expect([...ways].toSorted()).toEqual(['inbox', 'link']);
  },
);
