import { createTransport } from 'nodemailer';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { choicesOf } from '../../examples/email/choices.ts';
import { createMailDesk } from '../../examples/email/mail.ts';
import { model } from '../../examples/email/model.ts';
import { refundTool } from '../../examples/email/tool.ts';
import { answerLinks, type AnswerLinks } from '../../src/links.ts';
import { createChatHandler, type ChatHandler, type ElicitRequest, type Person } from '../../src/server.ts';
import { read, user } from '../chat/harness.ts';
import { eventually } from '../eventually.ts';

const bo = { id: 'bo', name: 'Bo', roles: ['manager'], address: 'bo@shop.example' };
interface Mail {
  to: { address: string }[];
  subject: string;
  text: string;
  html: string;
}

let mails: Mail[];
let chat: ChatHandler;
let links: AnswerLinks;

beforeEach(() => {
  mails = [];
  const transport = createTransport({ jsonTransport: true });
  transport.use('compile', ({ data }, done) => {
    mails.push(data as unknown as Mail);
    done();
  });
  const userOf = (request: Request): Person => (request.url.includes('/answer') ? bo : { id: 'ada' });
  chat = createChatHandler({
    provider: model,
    tools: [refundTool],
    identify: userOf,
    notify: { after: 1 },
    onWaiting: createMailDesk({
      chat: () => chat,
      links: () => links,
      transport,
      from: 'shop@shop.example',
      peopleOf: (to) => (to.some(({ role }) => role === 'manager') ? [bo] : []),
    }),
  });
  const url = 'https://shop.example/answer';
  links = answerLinks({ chat: chat.inbox, secret: 'a secret of thirty-two bytes or more', url, identify: userOf });
});

afterEach(() => chat.close());

const post = async (body: object) => {
  const headers = { 'content-type': 'application/json' };
  const text = JSON.stringify({ conversationId: 'c', messages: [], ...body });
  return read(await chat(new Request('https://shop.example/chat', { method: 'POST', headers, body: text })));
};

/** The links of the only mail, by the words of their buttons. */
async function buttons(): Promise<Map<string, string>> {
  await eventually(() => expect(mails).toHaveLength(1));
  const found = [...mails[0]!.html.matchAll(/<a href="([^"]*)"[^>]*>([^<]*)</g)];
  return new Map(found.map(([, href = '', label = '']) => [label, href]));
}

describe('the mail example', () => {
  it('writes to the manager, with a button for each answer, and takes the one that is sent', async () => {
    await post({ messages: [user('refund')] });
    const hrefs = await buttons();
    expect([...hrefs.keys()]).toEqual(['approve', 'deny']);
    expect(mails[0]).toMatchObject({
      to: [{ address: 'bo@shop.example' }],
      subject: 'Refund order 1042, 40 €?',
      messageId: expect.stringContaining('bo'),
    });
    expect(mails[0]!.text).toContain(hrefs.get('approve'));

    const href = hrefs.get('approve')!;
    const page = await (await links.handle(new Request(href))).text();
    expect(page).toMatch(/value="&#34;approve&#34;" checked/);
    expect((await chat.inbox({ who: bo })).items).toHaveLength(1);

    const hidden = [...page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)];
    const body = new URLSearchParams(hidden.map(([, name = '', value = '']) => [name, value]));
    const [, radio = ''] = /name="([^"]*)" value="&#34;approve&#34;"/.exec(page) ?? [];
    body.set(radio, '"approve"');
    expect((await links.handle(new Request(href, { method: 'POST', body }))).status).toBe(200);
    await eventually(async () => expect((await post({ attach: true })).raw).toContain('is refunded: Bo agreed.'));
  });
});

describe('the buttons of a mail', () => {
  const ask = (schema: object) => choicesOf({ schema } as unknown as ElicitRequest).map(({ label }) => label);

  it.each([
    ['yes or no', { properties: { ok: { type: 'boolean' } }, required: ['ok'] }, ['Yes', 'No']],
    ['titles', { properties: { a: { oneOf: [{ const: 'x', title: 'X!' }] } }, required: ['a'] }, ['X!']],
    ['more than three', { properties: { a: { enum: ['1', '2', '3', '4'] } }, required: ['a'] }, []],
    ['a text', { properties: { a: { type: 'string' } }, required: ['a'] }, []],
    ['two fields', { properties: { a: { type: 'boolean' }, b: { type: 'boolean' } }, required: ['a', 'b'] }, []],
  ])('are made of %s', (_, schema, labels) => {
    expect(ask(schema)).toEqual(labels);
  });
});
