import { all } from 'effection';
import { describe, expect, it, vi } from 'vitest';
import { answerLinks } from '../../src/links.ts';
import { memoryStore } from '../../src/server.ts';
import { only, questionOf } from '../chat/harness.ts';
import { as, conversationId, declared, ok, type Options } from '../chat/refund-for-others.ts';
import { secret, visit } from '../links/desk.ts';
import { storeInProcess } from '../store/postgres-in-process.ts';
import { answer, ask, chatOf, gone, idsIn, kept, limits, open, people, post, say, words } from './inbox-doors.ts';
import { eventually } from '../eventually.ts';

/** Two questions of one call at once: the first for Bo, the second for Cy. */
const both = declared.execute(function* (_params, ctx) {
  const answers = yield* all(
    ['bo', 'cy'].map((to) => ctx.elicit('decide', { message: `For ${to}` }, { to } as Options)),
  );
  return answers.map(({ by }) => by?.id ?? 'nobody').join(' and ');
});

describe('a request of an inbox that is wrong', () => {
  it.each([
    [{ open: { callId: 'x' } }, /^inbox\.open\.elicitId: /],
    [{ open: 'x' }, /^inbox\.open: /],
    [{ answer: { sessionId: 'x', callId: 'x', elicitId: 'x' } }, /^inbox\.answer\.result: /],
    [{ wait: 7 }, /^inbox\.wait: /],
    [{ after: '1 x', wait: 'x' }, /^inbox: wants one thing at a time/],
    [{ list: true }, /^inbox: .*"list"/],
    ['all', /^inbox: /],
  ])('is refused by the field: %j', async (inbox, message) => {
    const refused = await post(chatOf({ to: 'bo' }), 'bo', inbox as object);
    const body = await refused.json();
    expect([refused.status, body]).toMatchObject([400, { error: { message: expect.stringMatching(message) } }]);
  });
});

describe('an inbox whose host cannot judge anybody', () => {
  it('says so in every answer, and the host hears why', async () => {
    const heard: unknown[] = [];
    let isDown = false;
    const chat = chatOf(
      { to: { role: 'manager' } },
      {
        mayAnswer: () => (isDown ? Promise.reject(new Error('No directory')) : true),
        onEvent: (event) => event.type === 'error' && heard.push(event.error),
      },
    );
    const place = questionOf(await say(chat));
    isDown = true;
    const { callId, elicitId } = place;
    const given = { sessionId: callId, callId, elicitId, result: ok };
    for (const inbox of [{}, { open: { callId, elicitId } }, { answer: given }]) {
      const refused = await post(chat, 'bo', inbox);
      expect([refused.status, await refused.json()]).toMatchObject([503, { error: { code: 'MAY_ANSWER_FAILED' } }]);
    }
    expect(heard).toEqual(Array(3).fill(new Error('No directory')));
    expect(await ask(chat, 'eve')).toMatchObject({ items: [] });
    expect(await open(chat, 'eve', place)).toEqual(gone);
    isDown = false;
    expect(await idsIn(chat, 'bo')).toEqual([elicitId]);
  });
});

describe('a stranger', () => {
  it('hears of each guessed id what they hear of no question at all', async () => {
    const chat = chatOf({ to: { role: 'manager' } });
    const { callId, elicitId } = questionOf(await say(chat));
    const guesses = [
      `${callId}:elicit:1`,
      `${elicitId}:elicit:0`,
      `${elicitId} `,
      `asks/${elicitId}`,
      elicitId.toUpperCase(),
      `${callId}:elicit:__proto__`,
      `${callId}:wait:decide`,
      callId,
      '__proto__:elicit:0',
      'constructor',
      ':elicit:',
      `${'x'.repeat(192)}:elicit:`,
    ];
    for (const guess of [elicitId, ...guesses]) {
      const place = { callId, elicitId: guess };
      expect(await open(chat, 'eve', place), guess).toEqual(gone);
      for (const result of [ok, { action: 'cancel' }, { action: 'more_time' }]) {
        expect(await answer(chat, 'eve', place, { result }), guess).toEqual(gone);
      }
    }
    for (const guess of guesses) expect(await open(chat, 'bo', { callId, elicitId: guess }), guess).toEqual(gone);
    expect(await open(chat, 'bo', { callId, elicitId })).toMatchObject({ outcome: 'waits' });
  });

  it('sees no news of what is asked, settled or moved for others', async () => {
    const chat = chatOf({ to: { role: 'manager' }, notOwner: true });
    const { mark } = await ask(chat, 'eve');
    const place = questionOf(await say(chat));
    const marks = [(await ask(chat, 'eve')).mark, (await ask(chat, 'poses')).mark];
    await chat.handler.reassign(place, { to: 'cy' });
    marks.push((await ask(chat, 'eve')).mark);
    await answer(chat, 'cy', place);
    marks.push((await ask(chat, 'eve')).mark);
    expect(new Set(marks)).toEqual(new Set([mark]));
  });

  it.each(['poses', 'proto', 'slash', 'nul'])('with the names of %s passes for nobody else', async (name) => {
    const chat = chatOf({ to: ['bo', { role: 'manager' }] });
    const place = questionOf(await say(chat));
    expect(await idsIn(chat, name)).toEqual([]);
    expect([await open(chat, name, place), await answer(chat, name, place)]).toEqual([gone, gone]);
  });

  it.each([
    ['an inherited id', '__proto__', 'proto'],
    ['an inherited role', { role: '__proto__' }, 'poses'],
    ['an id like a key', 'x/call_1:elicit:0', 'slash'],
    ['an id like a role', 'role:manager', 'poses'],
  ] as const)('is not let in beside who has %s', async (_, to, name) => {
    const chat = chatOf({ to }, { store: kept(), limits });
    const place = questionOf(await say(chat));
    for (const other of ['bo', 'cy', 'eve']) expect(await idsIn(chat, other)).toEqual([]);
    expect(await idsIn(chat, name)).toEqual([place.elicitId]);
    expect(await answer(chat, name, place)).toMatchObject({ outcome: 'settled', answerId: 'a' });
  });
});

describe('somebody who is asked one question', () => {
  it('cannot see or answer the one beside it in the same call', async () => {
    const chat = chatOf({}, {}, both);
    const [mine, others] = only(await say(chat), 'plugin_elicit_request');
    expect(await idsIn(chat, 'bo')).toEqual([mine!.elicitId]);
    expect(await open(chat, 'bo', others!)).toEqual(gone);
    expect(await answer(chat, 'bo', others!)).toEqual(gone);
    await answer(chat, 'cy', others!);
    expect(await open(chat, 'bo', others!)).toEqual(gone);
    expect(await answer(chat, 'bo', others!, { revises: 'a' })).toEqual(gone);
  });

  it('answers it alone, whichever call their answer names', async () => {
    const chat = chatOf({ to: 'bo' });
    const [mine, other] = [questionOf(await say(chat, 'c1')), questionOf(await say(chat, 'c2'))];
    const strange = { sessionId: other.sessionId, callId: other.callId };
    expect(await answer(chat, 'bo', mine, strange)).toMatchObject({ outcome: 'settled', answerId: 'a' });
    expect(await idsIn(chat, 'bo')).toEqual([other.elicitId]);
  });

  it('reaches it by no conversation of theirs, and cannot stop its call', async () => {
    const chat = chatOf({ to: 'bo', hidden: true });
    const place = questionOf(await say(chat));
    const { sessionId, callId, elicitId } = place;
    const result = ok;
    const bodies = [
      { pluginElicitResponses: [{ sessionId, callId, elicitId, result }] },
      { pluginAbort: { sessionId } },
      { calls: [callId] },
      { attach: true },
    ];
    for (const name of ['bo', 'cy', 'eve']) {
      for (const body of bodies) {
        const { raw } = await chat.post({ conversationId, ...body }, as(name));
        expect(raw).not.toContain(words);
        expect(raw).not.toContain('plugin_elicit_settled');
      }
    }
    expect(await open(chat, 'bo', place)).toMatchObject({ outcome: 'waits', question: { attempt: 1 } });
  });

  it('reads what was wrong with their own answer, and nobody else does', async () => {
    const check = ({ ok: isOk }: { ok: boolean }) => [isOk ? 'PRIVATE words of one.' : 'PRIVATE words of the other.'];
    const chat = chatOf({ to: ['ada', 'bo', 'eve'], check });
    const place = questionOf(await say(chat));
    const links = answerLinks({ chat: chat.handler.inbox, secret, url: 'https://shop.example/answer' });
    const heardBy = async (name: string) => {
      const { raw } = await chat.post({ conversationId, attach: true, revision: undefined }, as(name));
      const link = await visit(links, await links.link(place, { as: people[name]! }));
      const late = await answer(chat, name, place, { attempt: 1 });
      return [raw, link.text, JSON.stringify(await open(chat, name, place)), JSON.stringify(late)];
    };
    const bad = { action: 'accept', content: { ok: false } };
    expect(await answer(chat, 'bo', place)).toMatchObject({ outcome: 'asked', question: { attempt: 2 } });
    for (const name of ['ada', 'eve']) expect((await heardBy(name)).join('')).not.toContain('PRIVATE');
    expect((await heardBy('bo')).filter((text) => text.includes('PRIVATE words of one'))).toHaveLength(3);
    await chat.post(
      { conversationId, pluginElicitResponses: [{ ...place, attempt: 2, result: bad }] } as never,
      as('ada'),
    );
    for (const name of ['bo', 'eve']) expect((await heardBy(name)).join('')).not.toContain('PRIVATE');
    expect((await heardBy('ada')).filter((text) => text.includes('PRIVATE words of the other'))).toHaveLength(4);
    expect(JSON.stringify(await open(chat, 'ada', place))).not.toContain('issuesFor');
  });

  it('gets no more time than the question gives, however often they ask', async () => {
    const chat = chatOf({ to: 'bo', timeout: 60_000 });
    const place = questionOf(await say(chat));
    for (let nth = 0; nth < 12; nth += 1) {
      expect(await answer(chat, 'bo', place, { result: { action: 'more_time' } })).toMatchObject({ outcome: 'asked' });
    }
    const opened = await open(chat, 'bo', place);
    expect(opened).toMatchObject({ outcome: 'waits', question: { extensions: 0, attempt: 1 } });
    expect(opened.outcome === 'waits' && opened.item.expiresAt! < Date.now() + 61_000).toBe(true);
  });

  it('loses it and each link to it when it is put to somebody else, also if their answer is being checked', async () => {
    let finish: (() => void) | undefined;
    const check = ({ ok: isOk }: { ok: boolean }) =>
      isOk ? new Promise<undefined>((resolve) => (finish = () => resolve(undefined))) : [];
    const chat = chatOf({ to: 'bo', check });
    const place = questionOf(await say(chat));
    const links = answerLinks({ chat: chat.handler.inbox, secret, url: 'https://shop.example/answer' });
    const link = await links.link(place, { as: people['bo']! });
    expect((await visit(links, link)).status).toBe(200);
    const late = answer(chat, 'bo', place);
    await eventually(() => expect(finish).toBeDefined());
    expect(await chat.handler.reassign(place, { to: 'cy' })).toBe(true);
    finish?.();
    expect(await late).toEqual(gone);
    expect((await visit(links, link)).status).toBe(404);
    expect(await open(chat, 'cy', place)).toMatchObject({ outcome: 'waits', question: { attempt: 2 } });
  });
});

describe('the person of the conversation', () => {
  it('can neither read nor answer in an inbox what is for others, nor withdraw it there', async () => {
    const chat = chatOf({ to: { role: 'manager' }, notOwner: true, hidden: true });
    const place = questionOf(await say(chat));
    const heard: unknown[] = [await ask(chat, 'ada'), await open(chat, 'ada', place)];
    for (const result of [ok, { action: 'cancel' }, { action: 'decline' }, { action: 'more_time' }]) {
      heard.push(await answer(chat, 'ada', place, { result }));
    }
    expect(heard.slice(1)).toEqual(heard.slice(1).map(() => gone));
    expect(JSON.stringify(heard)).not.toContain(words);
    expect(await idsIn(chat, 'bo')).toEqual([place.elicitId]);
  });

  it('does not hear what somebody else typed, also where the question is not hidden', async () => {
    const chat = chatOf({ to: 'bo', check: () => ['PRIVATE words are no answer.'] });
    const place = questionOf(await say(chat));
    expect(JSON.stringify(await answer(chat, 'bo', place))).toContain('PRIVATE');
    for (const body of [{}, { revision: undefined }]) {
      const { raw } = await chat.post({ conversationId, attach: true, ...body }, as('ada'));
      expect(raw).toContain('"attempt":2');
      expect(raw).not.toContain('PRIVATE');
    }
  });

  it('does not come to see or answer a question because it is put to somebody else', async () => {
    const chat = chatOf({ to: 'bo', notOwner: true, hidden: true });
    const heard = [await say(chat)];
    const place = questionOf(heard[0]!);
    expect(await chat.handler.reassign(place, { to: ['ada', 'cy', { role: 'manager' }] })).toBe(true);
    heard.push(await chat.post({ conversationId, attach: true }, as('ada')));
    heard.push(await chat.post({ conversationId, attach: true, revision: undefined }, as('ada')));
    expect(heard.map(({ raw }) => raw).join('')).not.toContain(words);
    expect([await idsIn(chat, 'ada'), await answer(chat, 'ada', place)]).toEqual([[], gone]);
    expect(await answer(chat, 'cy', place)).toMatchObject({ outcome: 'settled', answerId: 'a' });
  });
});

describe.each([
  ['in memory', () => memoryStore()],
  ['in Postgres', () => storeInProcess()],
] as const)('a forged cursor %s', (_, opened) => {
  it('gives nothing of others, and no fault of the store', async () => {
    const chat = chatOf({ to: 'bo' }, { store: opened(), limits });
    const { elicitId } = questionOf(await say(chat));
    await say(chat, 'c2');
    const forged = [
      '0 x',
      '9000000000000000 x',
      '9007199254740993 asks/x',
      '9999999999999999 \uffff',
      `${Date.now()} lease/x`,
      `0 asks/${elicitId}`,
      '0 a\0b',
      '0 \ud800',
      "0 ' or 1=1 --",
      '-1 x',
      '1e9 x',
      '0 ',
    ];
    for (const after of forged) {
      const cy = await post(chat, 'cy', { after });
      expect([200, 400], after).toContain(cy.status);
      expect((await cy.text()).includes('elicitId'), after).toBe(false);
      expect([200, 400], after).toContain((await post(chat, 'bo', { after })).status);
    }
    expect(chat.errors).toEqual([]);
    expect(await idsIn(chat, 'bo')).toHaveLength(2);
  });

  it('of somebody whose name no store takes is none', async () => {
    const chat = chatOf({ to: 'bo' }, { store: opened(), limits });
    expect(await ask(chat, 'nul')).toMatchObject({ items: [] });
    expect(chat.errors).toEqual([]);
  });
});

describe('a flood', () => {
  it('of 100,000 questions costs a page a bounded number of readings', async () => {
    const store = kept();
    const due = Array.from({ length: 100_000 }, (_, nth) => {
      return { key: `asks/call_${nth}:elicit:0`, queue: 'to:bo', at: nth };
    });
    await store.commit({ due });
    const reads = { due: vi.spyOn(store, 'due'), read: vi.spyOn(store, 'read') };
    const chat = chatOf({ to: 'bo' }, { store, limits: { ...limits, sweepEvery: Infinity } });
    const { elicitId } = questionOf(await say(chat));
    for (const { mockClear } of Object.values(reads)) mockClear();
    const page = await ask(chat, 'bo');
    expect([page.items, page.next]).toEqual([[], expect.any(String)]);
    expect(reads.due.mock.calls.length).toBeLessThan(15);
    expect(reads.read.mock.calls.flatMap(([keys]) => keys).length).toBeLessThan(200);
    expect((await ask(chat, 'bo', { after: '99999 asks/call_99999:elicit:0' })).items).toMatchObject([{ elicitId }]);
  });

  it('of waits holds up neither their person nor others', async () => {
    const chat = chatOf({ to: 'bo' }, { limits: { perOwner: 3 } });
    const { mark } = await ask(chat, 'bo');
    const waits = Array.from({ length: 50 }, () => ask<{ news: boolean }>(chat, 'bo', { wait: mark }));
    await say(chat);
    const [place] = (await ask(chat, 'bo')).items;
    expect(await answer(chat, 'bo', place!)).toMatchObject({ outcome: 'settled' });
    expect(await idsIn(chat, 'cy')).toEqual([]);
    const ends = await Promise.all(waits);
    expect(ends.filter(({ news }) => news === true).length).toBeLessThanOrEqual(3);
  });
});
