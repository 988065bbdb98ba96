import { expectTypeOf, it } from 'vitest';
import * as z from 'zod';
import { createInboxClient, useInbox, type ElicitInboxProps, type InboxItem } from '../../src/inbox.ts';
import { createMcpTool, makePlugin } from '../../src/plugin.ts';

const tool = createMcpTool('refund')
  .description('Refund')
  .parameters(z.object({}))
  .elicits({ decide: z.object({ ok: z.boolean() }) });
const plugin = makePlugin(tool)
  .onElicit({
    async decide() {
      return { action: 'accept', content: { ok: true } };
    },
  })
  .build();

it('needs an endpoint, and plugins that answer', () => {
  const inbox = createInboxClient({ endpoint: '/api/chat', plugins: [plugin] });
  createInboxClient({ endpoint: '/api/chat', plugins: [], headers: async () => ({ authorization: 'Bearer …' }) });
  // @ts-expect-error nowhere to ask
  createInboxClient({ plugins: [plugin] });
  // @ts-expect-error no plugins, which would leave all to the form by mistake
  createInboxClient({ endpoint: '/api/chat' });
  // @ts-expect-error a tool is not a plugin: it has no handlers
  createInboxClient({ endpoint: '/api/chat', plugins: [tool] });
  // @ts-expect-error an inbox has no conversation
  createInboxClient({ endpoint: '/api/chat', plugins: [plugin], conversationId: 'chat-1' });
  // @ts-expect-error a question is named by its call, too
  inbox.open({ elicitId: 'question-1' });
  // @ts-expect-error the component needs the client
  const props: ElicitInboxProps = {};
  void props;
});

it('tells what each status of the open question has', () => {
  const inbox = createInboxClient({ endpoint: '/api/chat', plugins: [plugin] });
  const { items, count, opened } = useInbox(inbox);
  expectTypeOf(items).toEqualTypeOf<readonly InboxItem[]>();
  expectTypeOf(count).toEqualTypeOf<number>();
  if (opened?.status === 'settled') expectTypeOf(opened.by?.name).toEqualTypeOf<string | undefined>();
  // @ts-expect-error only an asked question has an id in the client
  void opened?.askedAs;
});
