import { expect } from 'vitest';
import * as z from 'zod';
import { answerLinks, type AnswerLinksOptions, type LinkOptions, type QuestionDesk } from '../../src/links.ts';
import { createMcpTool } from '../../src/plugin.ts';
import type { ChatHandlerOptions, Person, ServerEvent } from '../../src/server.ts';
import { agent, createChat, lastWords, questionOf, user, type Chat } from '../chat/harness.ts';

export const people = {
  ada: { id: 'ada', name: 'Ada' },
  bo: { id: 'bo', name: 'Bo', roles: ['manager'] },
  cy: { id: 'cy', name: 'Cy', roles: ['manager'] },
} satisfies Record<string, Person>;

export const secret = 'a secret of links, of 32 bytes or more';
const address = 'https://shop.example/answer';
const conversationId = 'c';

/** How a question is asked. */
export interface Asking {
  /** Its answer: a schema, or a whole question. */
  readonly response: unknown;
  readonly data?: object;
  readonly options?: object;
  readonly chat?: Partial<ChatHandlerOptions>;
  readonly links?: Partial<AnswerLinksOptions>;
  /** What stands before the desk. @default nothing */
  readonly through?: (desk: QuestionDesk) => Partial<QuestionDesk>;
}

/** A question that waits in Ada's conversation for a manager, and the links to it. */
export async function ask({ response, data, options, chat: more, links: given, through }: Asking) {
  const events: ServerEvent[] = [];
  const tool = createMcpTool('give_refund')
    .description('Refunds an order')
    .parameters(z.object({}))
    .elicits({ decide: response as z.ZodType })
    .execute(function* (_params, ctx) {
      const about = { message: 'Refund 40 euros?', ...data };
      return yield* ctx.elicit('decide', about as never, { to: { role: 'manager' }, ...options } as never);
    });
  const chat: Chat = createChat(agent([{ name: 'give_refund', arguments: {} }]), {
    tools: [tool],
    onEvent: (event) => void events.push(event),
    ...more,
  });
  const asked = questionOf(await chat.post({ conversationId, messages: [user('refund')] }, { 'x-user': 'ada' }));
  const { inbox: desk } = chat.handler;
  const links = answerLinks({
    chat: through === undefined ? desk : { judges: false, open: desk.open, answer: desk.answer, ...through(desk) },
    secret,
    url: address,
    ...given,
  });
  const place = { callId: asked.callId, elicitId: asked.elicitId };
  return {
    chat,
    desk,
    links,
    place,
    asked,
    events,
    link: (about: Partial<LinkOptions> = {}) => links.link(place, { as: people.bo, ...about }),
    /** What the tool got, once the question is over. */
    async result(): Promise<unknown> {
      const told = await chat.post({ conversationId, attach: true }, { 'x-user': 'ada' });
      const words = lastWords(told);
      return words?.startsWith('It said: ') === true ? JSON.parse(words.slice(9)) : undefined;
    },
    visit: (url: string, init?: RequestInit) => visit(links, url, init),
    send: (page: Seen, entries: Entries = {}, init: RequestInit = {}) => send(links, page, entries, init),
  };
}

type Handles = Pick<ReturnType<typeof answerLinks>, 'handle'>;

/** A page as a browser has it, without its style sheet. */
export interface Seen {
  readonly url: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export async function visit({ handle }: Handles, url: string, init?: RequestInit): Promise<Seen> {
  const { status, headers, ...response } = await handle(new Request(url, init)).then(async (got) => ({
    status: got.status,
    headers: got.headers,
    text: (await got.text()).replace(/<style>.*<\/style>/s, ''),
  }));
  return { url, status, headers, ...response };
}

/** What a person enters, by the names of controls. */
export type Entries = Readonly<Record<string, string | readonly string[]>>;

/** Send the form of a page with its hidden fields, and what a person entered besides. */
export function send(links: Handles, page: Seen, entries: Entries, init: RequestInit = {}): Promise<Seen> {
  return visit(links, page.url, { method: 'POST', body: formOf(page, entries), ...init });
}

export function formOf(page: Seen, entries: Entries = {}): URLSearchParams {
  const hidden = [...page.text.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)];
  expect(hidden.length).toBeGreaterThan(0);
  const form = new URLSearchParams(hidden.map(([, name = '', value = '']) => [name, value]));
  form.set('do', 'send');
  for (const [name, values] of Object.entries(entries)) {
    if (name === 'do') form.set(name, String(values));
    else for (const value of [values].flat()) form.append(name, value);
  }
  return form;
}
