import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { question } from '../../src/plugin.ts';
import { ask, formOf, people, send, visit, type Seen } from '../links/desk.ts';

const response = z.object({ ok: z.boolean(), note: z.string().optional() });
const yes = { f0: 'true' };
const tokenOf = (link: string) => new URL(link).searchParams.get('t') ?? '';

/** Everything that a page tells, besides its own name for an answer. */
const told = ({ status, headers, text }: Seen) => [status, [...headers], text];

describe('whoever has no link', () => {
  it('sees one page, whatever is wrong with theirs, and whether or not the question exists', async () => {
    const { link, visit: open, place, links } = await ask({ response });
    const made = await link();
    const token = tokenOf(made);
    const at = (given: string) => `https://shop.example/answer?t=${encodeURIComponent(given)}`;
    const expected = told(await open('https://shop.example/answer'));
    expect(expected[0]).toBe(404);
    const wrong = [
      at(''),
      at('x'),
      at(token.slice(0, -1)),
      at(`${token}A`),
      at(token.toUpperCase()),
      at(`${token}${'A'.repeat(100_000)}`),
      at(token.replaceAll('-', '+').replaceAll('_', '/')),
      `${at('x')}&t=${token}`,
      await links.link({ ...place, elicitId: `${place.elicitId}9` }, { as: people.bo }),
      await links.link(place, { as: { id: 'zoe' } }),
    ];
    for (const url of wrong) expect(told(await open(url)), url).toEqual(expected);
    for (const url of wrong) {
      const body = new URLSearchParams({ attempt: '1', nonce: 'n', ...yes });
      expect(told(await open(url, { method: 'POST', body })), url).toEqual(expected);
    }
  });

  it('with a link that has expired sees one page, whether or not the question exists', async () => {
    const { visit: open, place, links } = await ask({ response });
    const late = (elicitId: string) =>
      links.link({ ...place, elicitId }, { as: people.bo, expiresIn: Number.MIN_VALUE });
    const expected = told(await open(await late(place.elicitId)));
    expect(expected[0]).toBe(410);
    expect(told(await open(await late(`${place.elicitId}9`)))).toEqual(expected);
  });

  it('makes none of another one: each letter of a link is checked', async () => {
    const { link, visit: open } = await ask({ response });
    const made = await link();
    const token = tokenOf(made);
    for (const [at, letter] of token.split('').entries()) {
      const altered = token.slice(0, at) + (letter === 'A' ? 'B' : 'A') + token.slice(at + 1);
      const { status } = await open(made.replace(token, altered));
      expect(status, String(at)).toBe(404);
    }
    expect((await open(made)).status).toBe(200);
  });
});

describe('another site', () => {
  it.each([
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'nonsense' },
    { 'sec-fetch-site': 'cross-site', origin: 'https://shop.example' },
    { origin: 'https://evil.example' },
    { origin: 'http://shop.example' },
    { origin: 'https://shop.example:8443' },
    { origin: 'null' },
  ])('cannot send the form: %o', async (headers) => {
    const { link, visit: open, send: post, desk, place } = await ask({ response });
    const page = await open(await link());
    const refused = await post(page, yes, { headers });
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('This answer was not taken')]);
    expect(await desk.open(people.bo, place)).toMatchObject({ outcome: 'waits', question: { attempt: 1 } });
  });

  it.each([
    { 'sec-fetch-site': 'same-origin', origin: 'null' },
    { 'sec-fetch-site': 'same-origin' },
    { origin: 'https://shop.example' },
    {},
  ])('is not taken for the page itself: %o', async (headers) => {
    const { link, visit: open, send: post } = await ask({ response });
    const done = await post(await open(await link()), yes, { headers });
    expect(done.text).toContain('Your answer was sent');
  });

  it('can neither frame the page nor learn its address, and nothing runs in it', async () => {
    const { link, links } = await ask({ response });
    const got = await links.handle(new Request(await link()));
    const text = await got.text();
    const [, style = ''] = /<style>(.*)<\/style>/s.exec(text) ?? [];
    const hash = createHash('sha256').update(style).digest('base64');
    expect(Object.fromEntries(got.headers)).toEqual({
      'cache-control': 'no-store',
      'content-security-policy': `default-src 'none'; style-src 'sha256-${hash}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
      'content-type': 'text/html; charset=utf-8',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
    });
    expect(text).not.toMatch(/<script|<img|<link|<iframe|\son\w+=|\sstyle=|javascript:/i);
  });
});

describe('a request', () => {
  it.each([
    ['of another type', 415, { body: '{}', headers: { 'content-type': 'application/json' } }],
    ['without a type', 415, { body: new Uint8Array(3) }],
    ['in parts', 415, { body: new FormData() }],
    ['that is too large', 413, { body: new URLSearchParams({ f0: 'x'.repeat(3000) }) }],
    ['that breaks off', 400, { body: broken(), duplex: 'half', headers: urlencoded() }],
    ['that never ends', 408, { body: endless(), duplex: 'half', headers: urlencoded() }],
  ] as const)('%s answers nothing', async (_, status, init) => {
    const limits = { bytes: 8000, patience: 10 };
    const { link, visit: open, desk, place } = await ask({ response, links: { limits } });
    const refused = await open(await link(), { method: 'POST', ...(init as RequestInit) });
    expect([refused.status, refused.text]).toEqual([status, expect.stringContaining('This answer was not taken')]);
    expect(await desk.open(people.bo, place)).toMatchObject({ outcome: 'waits', question: { attempt: 1 } });
  });

  it('with names that nobody gave is a form with nothing in it', async () => {
    const { link, visit: open, send: post } = await ask({ response });
    const page = await open(await link());
    const strange = { __proto__x: '1', constructor: '2', 'f0-0-0': '3', f99: '4', do: 'remove f0 99999' };
    for (const act of ['remove f0 99999', 'add f9999', 'toString', '', 'send f0']) {
      const { status, text } = await post(page, { ...strange, do: act });
      expect([status, text], act).toEqual([200, expect.stringContaining('value="send"')]);
    }
  });

  it('cannot grow a list beyond its bound, or repeat an item', async () => {
    const list = z.object({ names: z.array(z.string()) });
    const { link, visit: open, links } = await ask({ response: list });
    const page = await open(await link());
    const body = formOf(page, { do: 'add f0' });
    for (const key of [...Array(500).keys(), 1, 1, '01', '-1', '1e9']) body.append('f0', String(key));
    const many = await visit(links, page.url, { method: 'POST', body });
    const keys = [...many.text.matchAll(/name="f0" value="(\d+)"/g)].map(([, key]) => key);
    expect(keys).toHaveLength(100);
    expect(new Set(keys).size).toBe(100);
  });

  it('cannot choose what is not on offer', async () => {
    const choosing = question({
      response: z.object({ id: z.string() }),
      context: z.object({ ids: z.array(z.string()) }),
      choices: ({ ids }) => ids.map((id) => ({ value: { id }, label: id })),
    });
    const { link, visit: open, send: post } = await ask({ response: choosing, data: { ids: ['a', 'b'] } });
    const page = await open(await link());
    for (const value of ['"c"', 'a', '0', '1', '{"id":"a"}', '']) {
      expect((await post(page, { f0: value })).status).toBe(422);
    }
  });

  it('by another link does not stand for an answer that was sent: each has a name of its own', async () => {
    const { link, visit: open, links } = await ask({ response });
    const [mine, theirs] = [await link(), await link({ as: people.cy })];
    const page = await open(mine);
    await send(links, page, yes);
    const copied = await visit(links, theirs, { method: 'POST', body: formOf(page, yes) });
    expect(copied.text).toContain('Answered by \u2068Bo\u2069');
  });
});

describe('hostile words', () => {
  const evil = `</title></textarea><script>alert(1)</script>"'\` onload=x \u202Emoc.elgoog\u2066 &lt;`;

  it('of a tool, a schema, a check and a person stay text', async () => {
    const hostile = z.object({
      [evil]: z.string().meta({ title: evil, description: evil }),
      choice: z.enum([evil, 'b']).meta({ title: evil }),
      long: z.string().max(500).default(evil),
      many: z.enum(Array.from({ length: 15 }, (_, at) => `${evil}${at}`)),
    });
    const {
      link,
      visit: open,
      send: post,
      result,
    } = await ask({
      response: hostile,
      data: { message: `${evil}\n${evil}` },
      options: { check: () => [{ path: ['choice'], message: evil }, evil] },
    });
    const page = await open(await link({ as: { ...people.bo, name: evil } }));
    const refused = await post(page, { f0: evil, f1: JSON.stringify(evil), f2: evil, f3: JSON.stringify(`${evil}3`) });
    expect(refused.status).toBe(422);
    for (const { text } of [page, refused]) {
      expect(text.match(/<\/?(script|textarea|title)\b/gi)).toEqual(['<title', '</title', '<textarea', '</textarea']);
      expect(text.replaceAll(/"[^"]*"/g, '""')).not.toMatch(/<[^>]*\sonload=/);
      // What the person typed is theirs; nobody else turns the reading direction.
      expect(text.replace(/ value="[^"]*"|<textarea.*?<\/textarea>/gs, '')).not.toMatch(/[\u202A-\u202E\u2066]/);
    }
    expect(await result()).toBeUndefined();
  });

  it('in the name of who was faster stay text', async () => {
    const { link, visit: open, send: post } = await ask({ response });
    const made = await link({ as: { ...people.bo, name: `${'Bo'.repeat(50)}${evil}`.slice(0, 200) } });
    await post(await open(made), yes);
    const { text } = await open(made);
    expect(text).toContain('Answered by \u2068BoBo');
    expect(text).not.toMatch(/<script|\u202E/);
  });

  it('in a language or a zone do no harm', async () => {
    const { link, visit: open } = await ask({ response });
    expect((await open(await link({ locale: `"><script>` }))).text).toContain('<html lang="en" dir="ltr">');
    const none = await open('https://shop.example/answer', { headers: { 'accept-language': '"><script>;q=9,,de' } });
    expect(none.text).toContain('<html lang="de" dir="ltr">');
  });
});

function broken(): ReadableStream {
  return new ReadableStream({ pull: (controller) => controller.error(new Error('The line broke')) });
}

function endless(): ReadableStream {
  return new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode('f0=')) });
}

function urlencoded() {
  return { 'content-type': 'application/x-www-form-urlencoded' };
}
