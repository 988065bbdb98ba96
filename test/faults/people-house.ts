import { vi } from 'vitest';
import { createInboxClient } from '../../src/inbox.ts';
import { answerLinks } from '../../src/links.ts';
import type { PluginElicitResponse } from '../../src/protocol/chat-request.ts';
import type { InboxAnswered, QuestionPlace } from '../../src/protocol/inbox.ts';
import { createChatHandler, memoryStore, type ChatHandler, type Person } from '../../src/server.ts';
import { agent, read, user } from '../chat/harness.ts';
import { declared } from '../chat/refund-for-others.ts';
import { formOf, secret, visit, type Seen } from '../links/desk.ts';

export const people: Record<string, Person> = {
  ada: { id: 'ada', name: 'Ada', roles: ['manager'] },
  bo: { id: 'bo', name: 'Bo', roles: ['manager'] },
  cy: { id: 'cy', name: 'Cy', roles: ['boss'] },
  eve: { id: 'eve', name: 'Eve' },
};
export const owner = 'ada';
const identify = (request: Request) => people[request.headers.get('x-user') ?? ''];

/** A secret refund that waits in two processes over one store, and every way to it. */
export type House = Awaited<ReturnType<typeof openHouse>>;

/** @param to - whom it is for at first */
export async function openHouse(to: object | string) {
  const store = { ...memoryStore(), isVolatile: false, opening: undefined };
  /** Who answered, and where: as the tool got it, and as the server told of it. */
  const got = new Set<string>();
  const settled = new Set<string>();
  /** The answers that counted, as who gave them was told. */
  const counted = new Map<string, { readonly by: string; readonly via: string }>();
  const tabs: Tab[] = [];
  const tool = declared.execute(function* (_params, ctx) {
    const answer = yield* ctx.elicit('decide', { message: 'A secret refund' }, {
      to,
      notOwner: true,
      hidden: true,
      check: ({ ok }: { ok: boolean }) => (ok ? [] : ['No.']),
    } as never);
    got.add(JSON.stringify([answer.action, answer.by?.id]));
    return 'done';
  });
  const begin = () =>
    createChatHandler({
      provider: agent([{ name: 'refund', arguments: {} }]).provider,
      tools: [tool],
      identify,
      store,
      // A lease is longer than a busy machine stands still: no process is killed here.
      limits: { leaseTime: 5000, parkAfter: 1, sweepEvery: 50 },
      onEvent: (event) => {
        if (event.type === 'settled') settled.add(JSON.stringify([event.action, event.by?.id, event.via]));
      },
    });
  const open: [ChatHandler, ChatHandler] = [begin(), begin()];

  async function post(at: number, name: string, body: object): Promise<Response> {
    const headers = { 'content-type': 'application/json', 'x-user': name };
    return open[at]!(new Request('http://chat.test/', { method: 'POST', headers, body: JSON.stringify(body) }));
  }
  const said = await read(await post(0, owner, { conversationId: 'c', messages: [user('refund')] }));
  const asked = said.events.find((event) => event.type === 'plugin_elicit_request');
  if (asked?.type !== 'plugin_elicit_request') throw new Error('Nothing was asked.');
  const place: QuestionPlace = { callId: asked.sessionId, elicitId: asked.elicitId };
  const count = (answerId: string, by: string, via: string) => counted.set(answerId, { by, via });
  let answers = 0;

  return {
    place,
    said: said.raw,
    got,
    settled,
    counted,
    post,
    handlers: open,
    async restart(at: number): Promise<void> {
      await open[at]!.close();
      open[at] = begin();
    },
    /** The answer of a person's own program to an inbox. */
    async answer(at: number, name: string, ok: boolean, attempt?: number): Promise<InboxAnswered> {
      const answerId = `${name}-${(answers += 1)}`;
      const result = { action: 'accept', content: { ok } };
      const answer = { sessionId: place.callId, ...place, answerId, attempt, result };
      const told = (await (await post(at, name, { inbox: { answer } })).json()) as InboxAnswered;
      if (told.outcome === 'settled' && told.answerId === answerId) count(answerId, name, 'inbox');
      return told;
    },
    /** Somebody opens the link that was made for `as`, and sends its form, or one that they made up. */
    async follow({ at, as, holder, ok, isKnown }: Following): Promise<readonly [shown: Seen, sent: Seen]> {
      const links = answerLinks({
        chat: open[at]!.inbox,
        secret,
        url: 'https://shop.example/answer',
        ...(isKnown && { identify }),
      });
      const headers = { 'x-user': holder };
      const shown = await visit(links, await links.link(place, { as: people[as]! }), { headers });
      const hasForm = shown.text.includes('name="nonce"');
      const nonce = `made up ${(answers += 1)}`;
      const body = hasForm ? formOf(shown) : new URLSearchParams({ attempt: '1', nonce, do: 'send' });
      body.set('f0', String(ok));
      const sent = await visit(links, shown.url, { method: 'POST', body, headers });
      if (sent.text.includes('Your answer was sent')) count(nonce, isKnown ? holder : as, 'link');
      return [shown, sent];
    },
    /** A tab with a person's inbox. Its requests go to one process. */
    openTab(at: number, name: string): Tab {
      const tab = createTab(name, async (body) => {
        const response = await post(at, name, body);
        if (!('answer' in body.inbox)) return response;
        const { answerId = '' } = body.inbox.answer as PluginElicitResponse;
        const told = (await response.clone().json()) as InboxAnswered;
        if (told.outcome === 'settled' && told.answerId === answerId) count(answerId, name, 'inbox');
        return response;
      });
      tabs.push(tab);
      return tab;
    },
    async close(): Promise<void> {
      await Promise.all(tabs.map(({ inbox }) => inbox.stop()));
      await Promise.all(open.map((handler) => handler.close()));
    },
  };
}

interface Following {
  readonly at: number;
  readonly as: string;
  readonly holder: string;
  readonly ok: boolean;
  /** The page of links knows who opens it. */
  readonly isKnown: boolean;
}

export type Tab = ReturnType<typeof createTab>;

function createTab(name: string, post: (body: { inbox: object }) => Promise<Response>) {
  let asking = 0;
  const inbox = createInboxClient({
    endpoint: 'http://chat.test/',
    plugins: [],
    storage: false,
    news: false,
    retry: { wait: async () => undefined },
    onError: () => undefined,
    async fetch(_url, init) {
      asking += 1;
      const response = await post(JSON.parse(init?.body as string) as { inbox: object });
      asking -= 1;
      return response;
    },
  });
  // Without a page nothing else shows forms.
  inbox.client.declare({ genericForm: true, url: true });
  inbox.subscribe(() => undefined);
  const item = () => inbox.client.getSnapshot().items.at(-1);
  return {
    name,
    inbox,
    item,
    /** Accept what is asked here, if it is. */
    accept(ok: boolean): void {
      const asked = item();
      if (asked?.status === 'pending') asked.accept({ ok });
    },
    /** Resolves when nothing is on its way. */
    rested: () =>
      vi.waitFor(
        () => {
          const { reading, status, opened } = inbox.getSnapshot();
          const isBusy = asking > 0 || reading || status === 'loading' || opened?.status === 'opening';
          if (isBusy || item()?.status === 'sending') throw new Error('The tab is busy.');
        },
        { timeout: 5000, interval: 1 },
      ),
  };
}
