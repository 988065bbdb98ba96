import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { badListeners } from '../bad-listeners.ts';
import * as z from 'zod';
import { answerLinks } from '../../src/links.ts';
import { respond } from '../chat/harness.ts';
import { ask, people, secret, visit } from './desk.ts';

const response = z.object({ ok: z.boolean() });
const yes = { f0: 'true' };
const accepted = { action: 'accept', content: { ok: true } } as const;
const url = 'https://shop.example/answer';
const gone = 'There is nothing to answer here';

afterEach(() => void vi.useRealTimers());

describe('a link', () => {
  it('has an address that says nothing of the question or the person, and is not too long', async () => {
    const { link, place } = await ask({ response });
    // Long names: a short one would sometimes stand in a random text.
    const as = { id: 'somebody-4711', name: 'Bo Somebody', roles: ['manager'] };
    const made = await link({ as });
    expect(made).toMatch(/^https:\/\/shop\.example\/answer\?t=[\w-]+$/);
    const token = Buffer.from(new URL(made).searchParams.get('t') ?? '', 'base64url').toString('latin1');
    for (const told of [place.callId, place.elicitId, as.id, as.name, 'manager']) {
      expect(made + token).not.toContain(told);
    }
    expect(await link({ as })).not.toBe(made);

    const roles = (count: number) => Array.from({ length: count }, (_, at) => `role number ${at}`);
    expect((await link({ as: { ...people.bo, roles: roles(20) } })).length).toBeLessThanOrEqual(1500);
    await expect(link({ as: { ...people.bo, roles: roles(100) } })).rejects.toMatchObject({ code: 'LINK_TOO_LONG' });
  });

  it('keeps what the address of the page holds already', async () => {
    const { link, visit: open } = await ask({ response, links: { url: 'https://shop.example/a?shop=7#top' } });
    const made = await link();
    expect(made).toMatch(/^https:\/\/shop\.example\/a\?shop=7&t=[\w-]+$/);
    expect((await open(made)).status).toBe(200);
  });

  it('ends with its time, and says that another one can be had', async () => {
    const { link, visit: open, send } = await ask({ response });
    const made = await link({ expiresIn: 1000 });
    const page = await open(made);
    const german = await link({ expiresIn: 1000, locale: 'de' });
    vi.useFakeTimers({ now: Date.now() + 1000, toFake: ['Date'] });
    for (const late of [await open(made), await send(page, yes)]) {
      expect([late.status, late.text]).toEqual([410, expect.stringContaining('This link has expired')]);
      expect(late.text).toContain('The question may still be open. Ask for a new link');
    }
    expect((await open(german)).text).toContain('Dieser Link ist abgelaufen');
    expect((await open(await link())).status).toBe(200);
  });

  it('ends when the question is withdrawn', async () => {
    const { link, visit: open, send, chat, asked } = await ask({ response });
    const made = await link();
    const page = await open(made);
    const pluginElicitResponses = [respond(asked, { action: 'cancel' })];
    await chat.post({ conversationId: 'c', pluginElicitResponses }, { 'x-user': 'ada' });
    for (const late of [await open(made), await send(page, yes)]) {
      expect([late.status, late.text]).toEqual([404, expect.stringContaining(gone)]);
    }
  });

  it('ends for a person when the question is put to somebody else', async () => {
    const { link, visit: open, send, chat, place } = await ask({ response });
    const made = await link();
    const page = await open(made);
    expect(await chat.handler.reassign(place, { to: 'zoe' })).toBe(true);
    for (const late of [await open(made), await send(page, yes)]) {
      expect([late.status, late.text]).toEqual([404, expect.stringContaining(gone)]);
      expect(late.text).toContain('it is for somebody else now');
    }
    const theirs = await open(await link({ as: { id: 'zoe' } }));
    expect((await send(theirs, yes)).text).toContain('Your answer was sent');
  });

  it('leads nowhere for a person whom the question is no longer for', async () => {
    const { link, visit: open, send, desk, place } = await ask({ response });
    const made = await link({ as: { id: 'zoe', roles: ['auditor'] } });
    const page = await open(await link());
    for (const wrong of [await open(made), await send({ ...page, url: made }, yes)]) {
      expect([wrong.status, wrong.text]).toEqual([404, expect.stringContaining(gone)]);
    }
    expect(await desk.open(people.bo, place)).toMatchObject({ outcome: 'waits', question: { attempt: 1 } });
  });

  it('to a question without `to` is for the person of the conversation, and nobody else', async () => {
    const own = await ask({ response, options: { to: undefined } });
    for (const as of [people.bo, { id: 'zoe' }]) {
      const theirs = await own.visit(await own.link({ as }));
      expect([theirs.status, theirs.text]).toEqual([404, expect.stringContaining(gone)]);
    }
    const made = await own.link({ as: people.ada });
    const page = await own.visit(made);
    expect(page.text).toContain('>Refund 40 euros?</h1>');
    expect((await own.send(page, yes)).text).toContain('Your answer was sent');
    expect(await own.result()).toEqual(accepted);
    expect((await own.visit(made)).text).toContain('Already answered');
    expect(own.events.find(({ type }) => type === 'settled')).toMatchObject({ by: { id: 'ada' }, via: 'link' });
    expect(await own.desk({ who: people.ada })).toMatchObject({ items: [] });
  });

  it('leads to no question of an anonymous conversation', async () => {
    const {
      link,
      visit: open,
      send,
    } = await ask({
      response,
      options: { to: undefined },
      chat: { identify: () => undefined },
    });
    const made = await link({ as: people.ada });
    const page = await open(made);
    expect([page.status, page.text]).toEqual([404, expect.stringContaining(gone)]);
    const form = { ...page, text: '<input type="hidden" name="attempt" value="1" />' };
    expect((await send(form, yes)).status).toBe(404);
  });

  it('ends with the last attempt', async () => {
    const check = () => ['No.'];
    const { link, visit: open, send } = await ask({ response, options: { check }, chat: { limits: { attempts: 2 } } });
    const made = await link();
    const refused = await send(await open(made), yes);
    expect(refused.status).toBe(422);
    const last = await send(refused, yes);
    expect([last.status, last.text]).toEqual([404, expect.stringContaining(gone)]);
    expect((await open(made)).status).toBe(404);
  });

  it('is opened by every secret of the ring, and made with the first', async () => {
    const [older, newer] = ['an older secret of thirty-two bytes', new Uint8Array(32).fill(7)] as const;
    const { links, place, desk } = await ask({ response, links: { secret: older } });
    const withSecret = (given: typeof older | typeof newer | readonly (typeof older | typeof newer)[]) =>
      answerLinks({ chat: desk, secret: given, url });
    const first = await links.link(place, { as: people.bo });
    const status = async (given: Parameters<typeof withSecret>[0], link: string) =>
      (await visit(withSecret(given), link)).status;
    expect(await status([older, newer], first)).toBe(200);
    expect(await status([newer, older], first)).toBe(200);
    expect(await status(newer, first)).toBe(404);
    const second = await withSecret([newer, older]).link(place, { as: people.bo });
    expect(await status(newer, second)).toBe(200);
    expect(await status(older, second)).toBe(404);
  });

  it.each([
    ['LINK_BAD_SECRET', { secret: 'too short' }],
    ['LINK_BAD_SECRET', { secret: [] }],
    ['LINK_BAD_SECRET', { secret: undefined as never }],
    ['LINK_BAD_SECRET', { secret: [secret, undefined as never] }],
    ['LINK_BAD_SECRET', { secret: 32 as never }],
    ['LINK_BAD_SECRET', { secret: [secret, new Uint8Array(31)] }],
    ['LINK_BAD_URL', { url: '/answer' }],
    ['LINK_BAD_URL', { url: 'http://shop.example/answer' }],
    ['LINK_BAD_URL', { url: 'ftp://shop.example/answer' }],
  ])('cannot be made by a host that says it wrong: %s', async (code, given) => {
    await expect(ask({ response, links: given })).rejects.toMatchObject({ code });
  });

  it('cannot be made without a secret, and the host hears what to do', async () => {
    const made = ask({ response, links: { secret: undefined as never } });
    await expect(made).rejects.toThrow(/has the type undefined: is its environment variable set\? Pass 32 bytes/);
  });

  it.each([
    { as: { id: '' } },
    { as: { id: 'bo', roles: 'manager' } },
    { timeZone: 'Middle/Earth' },
    { expiresIn: 0 },
    { expiresIn: Number.NaN },
  ])('is not made with %o', async (given) => {
    const { link } = await ask({ response });
    await expect(link(given as never)).rejects.toMatchObject({ code: 'LINK_BAD_OPTION' });
  });
});

describe('a person whom the host identifies', () => {
  const identify = (request: Request) => {
    const user = request.headers.get('x-user');
    if (user === 'nobody') return new Response(null, { status: 302, headers: { location: '/sign-in' } });
    return Object.values(people).find(({ id }) => id === user);
  };
  const as = (user: string) => ({ headers: { 'x-user': user } });

  it('answers under their own link alone, and everybody else is told to sign in', async () => {
    const { link, visit: open, send, result, desk, place } = await ask({ response, links: { identify } });
    const made = await link();
    const page = await open(made, as('bo'));
    expect(page.status).toBe(200);
    for (const user of ['cy', 'zoe']) {
      for (const other of [await open(made, as(user)), await send(page, yes, as(user))]) {
        expect([other.status, other.text]).toEqual([403, expect.stringContaining('Sign in as \u2068Bo\u2069')]);
        expect(other.text).not.toContain('Refund');
      }
    }
    const led = await open(made, as('nobody'));
    expect([led.status, led.headers.get('location')]).toEqual([302, '/sign-in']);
    expect(await desk.open(people.bo, place)).toMatchObject({ outcome: 'waits', question: { attempt: 1 } });
    expect((await send(page, yes, as('bo'))).text).toContain('Your answer was sent');
    expect(await result()).toMatchObject({ action: 'accept' });
  });

  it('is needed for four eyes: a link alone proves nobody', async () => {
    const options = { notOwner: true };
    const bearer = await ask({ response, options });
    const made = await bearer.link();
    const shut = await bearer.visit(made);
    expect([shut.status, shut.text]).toEqual([403, expect.stringContaining('Sign in as')]);
    expect(shut.text).not.toContain('Refund');
    const body = new URLSearchParams({ attempt: '1', nonce: 'n', do: 'send', f0: 'true' });
    expect((await bearer.visit(made, { method: 'POST', body })).status).toBe(403);

    await bearer.desk.answer(people.cy, { sessionId: bearer.place.callId, ...bearer.place, result: accepted });
    for (const late of [await bearer.visit(made), await bearer.visit(made, { method: 'POST', body })]) {
      expect([late.status, late.text]).toEqual([200, expect.stringContaining('Already answered')]);
      expect(late.text).not.toContain('Cy');
    }

    const known = await ask({ response, options, links: { identify } });
    const page = await known.visit(await known.link(), as('bo'));
    expect((await known.send(page, yes, as('bo'))).text).toContain('Your answer was sent');
  });

  it('is needed where the host judges each answer', async () => {
    const chat = { mayAnswer: ({ who }: { who: { id: string } | undefined }) => who?.id === 'bo' } as never;
    await expect(ask({ response, chat })).rejects.toMatchObject({ code: 'LINK_NEEDS_IDENTIFY' });
    const { link, visit: open } = await ask({ response, chat, links: { identify } });
    expect((await open(await link(), as('bo'))).status).toBe(200);
    expect((await open(await link({ as: people.cy }), as('cy'))).status).toBe(404);
  });

  it('hears that their answer was sent, also where the host judges by it', async () => {
    const mayAnswer = ({ answers }: { answers: readonly unknown[] }) => answers.length === 0;
    const { link, visit: open, send } = await ask({ response, chat: { mayAnswer }, links: { identify } });
    const page = await open(await link(), as('bo'));
    for (const sent of [await send(page, yes, as('bo')), await send(page, yes, as('bo'))]) {
      expect([sent.status, sent.text]).toEqual([200, expect.stringContaining('Your answer was sent')]);
    }
  });

  it('sees a page to try again while the host cannot judge them, and then the question', async () => {
    const errors: unknown[] = [];
    const down = vi.fn<() => boolean>(() => true);
    const {
      link,
      visit: open,
      send,
      events,
    } = await ask({
      response,
      chat: { mayAnswer: () => down() },
      links: { identify, onError: (error) => errors.push(error) },
    });
    const made = await link();
    const page = await open(made, as('bo'));
    down.mockImplementation(() => {
      throw new Error('No directory');
    });
    for (const failed of [await open(made, as('bo')), await send(page, yes, as('bo'))]) {
      expect([failed.status, failed.text]).toEqual([503, expect.stringContaining('Open the link again in a moment')]);
    }
    expect(errors).toEqual(Array(2).fill(expect.objectContaining({ code: 'MAY_ANSWER_FAILED' })));
    const heard = events.flatMap((event) => (event.type === 'error' ? [String(event.error)] : []));
    expect(heard).toEqual(Array(2).fill('Error: No directory'));
    down.mockImplementation(() => true);
    expect((await send(page, yes, as('bo'))).text).toContain('Your answer was sent');
  });

  it('has the roles of now, not those of the link', async () => {
    const { link, visit: open } = await ask({ response, links: { identify: () => ({ id: 'bo', roles: [] }) } });
    expect((await open(await link())).status).toBe(404);
  });

  it('sees a page to try again where the host fails, and the host hears why', async () => {
    const errors: unknown[] = [];
    const failure = new Error('No directory');
    const { link, visit: open } = await ask({
      response,
      links: { identify: () => Promise.reject(failure), onError: (error) => errors.push(error) },
    });
    const page = await open(await link({ locale: 'de' }));
    expect([page.status, page.text]).toEqual([503, expect.stringContaining('Etwas ist schiefgegangen')]);
    expect(errors).toEqual([failure]);
  });

  it.each(badListeners)('sees that page also where onError %s', async (_how, onError) => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    onTestFinished(() => said.mockRestore());
    const identify = () => Promise.reject(new Error('No directory'));
    const { link, visit: open } = await ask({ response, links: { identify, onError } });
    expect((await open(await link())).status).toBe(503);
    expect(said.mock.calls).toEqual([[expect.objectContaining({ message: 'The log is away.' })]]);
  });
});
