import { askHere } from '../../src/client/ask-here.ts';
import { describe, expectTypeOf, it } from 'vitest';
import * as z from 'zod';
import {
  createPluginClient,
  partsOf,
  type ChatStreamEvent,
  type ChatTransportRequest,
  type ChatTransport,
  type ElicitItem,
  type PluginClient,
  type PluginClientOptions,
} from '../../src/client.ts';
import { usePluginSession, type Conversation } from '../../src/index.ts';
import { createMcpTool, type ReceiptWords } from '../../src/plugin.ts';
import type { ClientStatus, OpenItem } from '../../src/client.ts';

declare const item: ElicitItem;
declare const transport: ChatTransport;
declare const client: PluginClient;

describe('an item', () => {
  it('can be answered only while it is pending', () => {
    // @ts-expect-error not every item can be answered
    void item.accept;
    // @ts-expect-error not every item can be declined
    void item.decline;
    if (item.status === 'pending') {
      expectTypeOf(item.accept).toEqualTypeOf<(content: unknown, receipt?: ReceiptWords) => void>();
      expectTypeOf(item.decline).toEqualTypeOf<(reason?: string) => void>();
      // @ts-expect-error nothing has failed
      void item.retry;
    }
  });

  it('can be retried, declined or cancelled where it failed, and not answered anew', () => {
    if (item.status !== 'failed') return;
    expectTypeOf(item.retry).toEqualTypeOf<() => void>();
    expectTypeOf(item.cancel).toEqualTypeOf<() => void>();
    expectTypeOf(item.problem.code).toExtend<string>();
    // @ts-expect-error its words are the place's
    void item.problem.message;
    // @ts-expect-error the recorded answer never changes
    void item.accept;
  });

  it('can be read and nothing else once it has ended, or while it is sent', () => {
    if (item.status === 'sending') {
      expectTypeOf(item.action).toEqualTypeOf<'accept' | 'decline' | 'cancel'>();
      // @ts-expect-error it is on its way
      void item.cancel;
    }
    if (item.status === 'settled' || item.status === 'expired' || item.status === 'lost' || item.status === 'aborted') {
      expectTypeOf(item.receipt).toEqualTypeOf<
        { title: string; detail?: string | undefined; amount?: string | undefined } | undefined
      >();
      // @ts-expect-error it is over
      void item.decline;
    }
    if (item.status === 'aborted') expectTypeOf(item.by).toEqualTypeOf<'user' | 'timeout' | 'server' | undefined>();
  });

  it('is told apart by its status, exhaustively', () => {
    switch (item.status) {
      case 'pending':
      case 'awaited':
      case 'sending':
      case 'failed':
      case 'settled':
      case 'expired':
      case 'lost':
      case 'aborted':
        return;
      default:
        expectTypeOf(item).toEqualTypeOf<never>();
    }
  });
});

describe('a client', () => {
  it('has an endpoint, a transport, or no chat server, and never both', () => {
    expectTypeOf<{ endpoint: string; plugins: [] }>().toExtend<PluginClientOptions>();
    expectTypeOf<{ transport: ChatTransport; plugins: [] }>().toExtend<PluginClientOptions>();
    expectTypeOf<{ plugins: [] }>().toExtend<PluginClientOptions>();
    // @ts-expect-error both
    createPluginClient({ endpoint: '/api/chat', transport, plugins: [] });
    expectTypeOf<{ endpoint: string }>().toExtend<PluginClientOptions>();
  });

  it('gives promises that say nothing, and a snapshot that says all', () => {
    expectTypeOf<ReturnType<PluginClient['send']>>().toEqualTypeOf<Promise<void>>();
    expectTypeOf<ReturnType<PluginClient['getSnapshot']>['pending']>().toEqualTypeOf<readonly OpenItem[]>();
  });
});

describe('the wire', () => {
  it('may name an answer, both ways, and need not', () => {
    type Settled = Extract<ChatStreamEvent, { type: 'plugin_elicit_settled' }>;
    type Response = NonNullable<ChatTransportRequest['body']['pluginElicitResponses']>[number];
    expectTypeOf<Settled['answerId']>().toEqualTypeOf<string | undefined>();
    expectTypeOf<Response['answerId']>().toEqualTypeOf<string | undefined>();
    expectTypeOf<Omit<Settled, 'answerId'>>().toExtend<Settled>();
  });
});

describe('the hook', () => {
  it('gives the session, or what is selected of it', () => {
    const session: () => Conversation = () => usePluginSession();
    const status: () => ClientStatus = () => usePluginSession((all) => all.status);
    void [session, status];
  });
});

describe('a question of the host’s own', () => {
  const question = { server: { name: 'Research' }, message: 'Which sources?' };

  it('may be delivered, which tells nothing or issues', () => {
    askHere(client, {
      ...question,
      id: 'q1',
      context: { sources: [] },
      async deliver(result, { answerId, signal }) {
        expectTypeOf(answerId).toEqualTypeOf<string>();
        expectTypeOf(signal).toEqualTypeOf<AbortSignal>();
        expectTypeOf(result.action).toEqualTypeOf<'accept' | 'decline' | 'cancel'>();
      },
    });
    askHere(client, { ...question, deliver: async () => [{ path: ['sources', 0], message: 'It is gone.' }] });
    // @ts-expect-error it must say when it was delivered
    askHere(client, { ...question, deliver: () => true });
    // @ts-expect-error issues have words
    askHere(client, { ...question, deliver: async () => [{ path: [] }] });
    // @ts-expect-error data is an object, as props are
    askHere(client, { ...question, context: 'sources' });
  });

  it('may be asked again in its place', () => {
    const asked = askHere(client, question);
    expectTypeOf(asked.askAgain({ ...question, attempt: 2, issues: [] })).toEqualTypeOf<typeof asked>();
  });
});

describe('client.call', () => {
  const order = createMcpTool('order')
    .description('Order')
    .parameters(z.object({ size: z.enum(['S', 'M']), count: z.coerce.number().default(1) }))
    .elicits({});

  it('types the arguments by the declaration', () => {
    const { result } = client.call(order, { size: 'M' }, { tellModel: true });
    expectTypeOf(result).resolves.toExtend<{ status: string; content: string }>();
    client.call('order', { anything: [1] });
    // @ts-expect-error There is no such size.
    client.call(order, { size: 'XL' });
    // @ts-expect-error The size is missing.
    client.call(order, {});
    // @ts-expect-error Arguments are an object.
    client.call('order', 'M');
  });
});

describe('the parts of a message', () => {
  it('are told apart by their type, down to the kind of a source', () => {
    const [part] = partsOf({ content: 'Hi' });
    if (part?.type === 'reasoning') expectTypeOf(part.text).toEqualTypeOf<string>();
    if (part?.type !== 'source') return;
    // @ts-expect-error A document has no address.
    void part.source.url;
    if (part.source.type === 'url') expectTypeOf(part.source.url).toEqualTypeOf<string>();
    // @ts-expect-error Its words are the source's own.
    void part.text;
  });
});

describe('client.edit and client.regenerate', () => {
  it('take the id of a message, and what may come with a message', () => {
    expectTypeOf(client.edit).toExtend<(messageId: string, text: string) => Promise<void>>();
    void client.edit('m1', 'Hi', { files: [], id: 'm2' });
    void client.regenerate();
    void client.regenerate({ messageId: 'm1' });
    // @ts-expect-error The new words are missing.
    void client.edit('m1');
    // @ts-expect-error The page does not say what the provider wants back.
    void client.regenerate({ messageId: 'm1', providerData: {} });
    expectTypeOf<Conversation>().toHaveProperty('regenerate');
  });
});
