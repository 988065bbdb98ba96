import { useEffect, useState, type ReactNode } from 'react';
import { expect, userEvent, within } from 'storybook/test';
import * as z from 'zod';
import preview from '../.storybook/preview.tsx';
import '../src/inbox.css';
import { createInboxClient, ElicitInbox, type InboxClient } from '../src/inbox.ts';
import { Confirm, type ConfirmProps } from '../src/index.ts';
import { createMcpTool, makePlugin } from '../src/plugin.ts';
import { plainText } from '../src/protocol/plain-text.ts';
import { playInbox, type PlayedInbox } from './played-inbox.ts';
import { said, type Played } from './said.ts';
import { longText } from './side-by-side.tsx';

interface PlayedProps {
  /** Fills the inbox, and says what the server does. */
  prepare: (server: PlayedInbox) => void;
  pageSize: number;
  /** The question that is open from the start: the nth. */
  opens?: number | undefined;
}

const refundOrder = makePlugin(
  createMcpTool('refund_order')
    .description('Refund an order')
    .parameters(z.object({}))
    .elicits({ decide: z.object({ confirmed: z.boolean() }) }),
)
  .onElicit({
    *decide({ message }, ctx) {
      const props: Pick<ConfirmProps, 'message' | 'details' | 'confirmLabel'> = {
        message,
        confirmLabel: 'Refund',
        details: [
          { label: 'Order', value: '1042' },
          { label: 'Amount', value: '€129.00' },
        ],
      };
      const answer = yield* ctx.render(Confirm, props);
      return { action: 'accept', content: answer };
    },
  })
  .build();

/** An inbox whose server is played in this page. */
function PlayedPage({ prepare, pageSize, opens }: PlayedProps): ReactNode {
  const [{ inbox }] = useState(() => begin(prepare, pageSize));
  useEffect(() => {
    if (opens !== undefined) inbox.open({ callId: `call-${opens}`, elicitId: `question-${opens}` });
  }, [inbox, opens]);
  return <ElicitInbox inbox={inbox} />;
}

const servers = new WeakMap<PlayedProps['prepare'], { server: PlayedInbox; inbox: InboxClient }>();

function begin(prepare: PlayedProps['prepare'], pageSize: number) {
  const server = playInbox({ pageSize });
  prepare(server);
  const inbox = createInboxClient({
    endpoint: '/api/chat',
    plugins: [refundOrder],
    fetch: server.fetch,
    storage: false,
    retry: false,
    onError: () => undefined,
  });
  servers.set(prepare, { server, inbox });
  return { server, inbox };
}

function fill(server: PlayedInbox): void {
  server.ask({});
  const schema = {
    type: 'object',
    properties: {
      limit: { type: 'integer', title: 'New limit', minimum: 0 },
      until: { type: 'string', title: 'Until' },
    },
    required: ['limit'],
  };
  server.ask({
    toolName: 'raise_limit',
    key: 'limit',
    message: 'Raise the card limit of Harbour Water to 5,000 €?',
    schema,
  });
  const soon = { expiresAt: Date.now() + 40 * 60_000 };
  server.ask({
    ...soon,
    toolName: 'publish_page',
    key: 'publish',
    message: 'Publish “Prices 2027”? It replaces the page that customers see.',
  });
  server.ask({ message: 'Refund order 1077?' }, { from: undefined });
}

const meta = preview.meta({
  title: 'Chat/ElicitInbox',
  component: PlayedPage,
  args: { prepare: fill as PlayedProps['prepare'], pageSize: 20 },
  argTypes: {
    prepare: { control: false, description: 'What waits, and what the server does' },
    pageSize: { control: 'number', description: 'How many a page of the list holds' },
    opens: { control: 'number', description: 'The question that is open from the start' },
  },
  parameters: { width: 1068 },
});

const wordsOf = (globals: Played['globals']) => said({ globals }).inbox;
const region = (canvasElement: HTMLElement, name: string) => within(canvasElement).findByRole('region', { name });

/** A list of buttons. The focus goes to the question that one opens; its card is the one that the chat would show. */
export const Default = meta.story({
  async play({ canvasElement, globals }) {
    const { receipt } = said({ globals });
    const words = wordsOf(globals);
    const inbox = within(await region(canvasElement, words.title));
    await userEvent.click(await inbox.findByRole('button', { name: /1042/ }));
    const detail = await region(canvasElement, 'Refund order');
    await expect(detail).toHaveFocus();
    await userEvent.click(await within(detail).findByRole('button', { name: 'Refund' }));
    const name = receipt.named(receipt.outcomes.answered, 'Refund');
    await expect(await within(detail).findByRole('group', { name })).toBeVisible();
    await expect(inbox.queryByRole('button', { name: /1042/ })).toBeNull();
    // The next one is a press away.
    await userEvent.click(within(detail).getByRole('button', { name: words.next }));
    await expect(await within(canvasElement).findByRole('textbox', { name: /New limit/ })).toBeVisible();
  },
});

/** In a narrow place the question takes the place of the list. Back brings the list back, and the focus to its row. */
export const OneAfterTheOther = meta.story({
  parameters: { width: 360 },
  async play({ canvasElement, globals }) {
    const words = wordsOf(globals);
    const canvas = within(canvasElement);
    await userEvent.click(await canvas.findByRole('button', { name: /1042/ }));
    await expect(await canvas.findByRole('button', { name: 'Refund' })).toBeVisible();
    await expect(canvas.queryByRole('list')).toBeNull();
    await userEvent.click(canvas.getByRole('button', { name: words.back }));
    await expect(canvas.getByRole('button', { name: /1042/ })).toHaveFocus();
  },
});

export const QuestionOpen = meta.story({
  args: { opens: 1 },
  async play({ canvasElement }) {
    await expect(await within(canvasElement).findByRole('button', { name: 'Refund' })).toBeVisible();
  },
});

export const QuestionOpenNarrow = meta.story({ args: { opens: 2 }, parameters: { width: 360 } });

export const Empty = meta.story({
  args: { prepare: (_server: PlayedInbox) => {} },
  async play({ canvasElement, globals }) {
    await expect(
      await within(canvasElement).findByText(wordsOf(globals).empty, { selector: '[data-elicit=title]' }),
    ).toBeVisible();
  },
});

export const Loading = meta.story({
  args: { prepare: (server: PlayedInbox) => server.next('after', 'hang') },
  async play({ canvasElement, globals }) {
    await expect(await within(canvasElement).findByRole('status')).toHaveTextContent(wordsOf(globals).loading);
  },
});

/** The server does not know who asks. Once the person has signed in, Try again reads the list. */
export const SignedOut = meta.story({
  args: {
    prepare: (server: PlayedInbox) => {
      fill(server);
      server.next('after', { status: 403, code: 'INBOX_ANONYMOUS' });
    },
  },
  async play({ canvasElement, globals }) {
    const words = wordsOf(globals);
    const canvas = within(canvasElement);
    await expect(await canvas.findByRole('alert')).toHaveTextContent(words.signIn);
    await userEvent.click(canvas.getByRole('button', { name: said({ globals }).card.retry }));
    await expect(await canvas.findByRole('list')).toBeVisible();
  },
});

/** As on stores that cannot list what waits. Trying again would not help. */
export const Unsupported = meta.story({
  args: { prepare: (server: PlayedInbox) => server.next('after', { status: 501, code: 'INBOX_UNSUPPORTED' }) },
  async play({ canvasElement, globals }) {
    const words = wordsOf(globals);
    await expect(await within(canvasElement).findByRole('alert')).toHaveTextContent(words.unsupported);
    await expect(within(canvasElement).queryByRole('button', { name: said({ globals }).card.retry })).toBeNull();
  },
});

/** The list stays when it cannot be read again. */
export const Stale = meta.story({
  args: {
    prepare: (server: PlayedInbox) => {
      fill(server);
    },
    pageSize: 2,
  },
  async play({ canvasElement, args, globals }) {
    const words = wordsOf(globals);
    const canvas = within(canvasElement);
    await canvas.findByRole('list');
    servers.get(args.prepare)?.server.next('after', { status: 500, code: 'INTERNAL' });
    await userEvent.click(canvas.getByRole('button', { name: words.more }));
    await expect(await canvas.findByRole('alert')).toHaveTextContent(words.stale);
    await expect(canvas.getAllByRole('listitem')).toHaveLength(2);
  },
});

/** The next page comes below. */
export const ManyPages = meta.story({
  args: {
    pageSize: 5,
    prepare: (server: PlayedInbox) => {
      for (let nth = 0; nth < 12; nth += 1) server.ask();
    },
  },
  async play({ canvasElement, globals }) {
    const words = wordsOf(globals);
    const canvas = within(canvasElement);
    await userEvent.click(await canvas.findByRole('button', { name: words.more }));
    await expect(await canvas.findByRole('button', { name: /1051/ })).toBeVisible();
    await expect(canvas.getByRole('heading', { name: words.title }).nextElementSibling).toHaveTextContent(
      words.count(10, true, said({ globals }).locale),
    );
  },
});

/** Bo was faster, and the answer came too late: the receipt says so. */
export const AnsweredByBo = meta.story({
  args: { opens: 1, prepare: (server: PlayedInbox) => fill(server) },
  async play({ canvasElement, args, globals }) {
    const { receipt } = said({ globals });
    const canvas = within(canvasElement);
    const refund = await canvas.findByRole('button', { name: 'Refund' });
    servers.get(args.prepare)?.server.settle({ callId: 'call-1', elicitId: 'question-1' }, 'Bo');
    await userEvent.click(refund);
    await expect(await canvas.findByText(plainText(receipt.others.accept('Bo')))).toBeVisible();
  },
});

/** A link led to a question that somebody had answered. */
export const AnsweredBefore = meta.story({
  args: {
    opens: 1,
    prepare: (server: PlayedInbox) => {
      fill(server);
      server.settle({ callId: 'call-1', elicitId: 'question-1' }, 'Bo');
    },
  },
  async play({ canvasElement, globals }) {
    await expect(
      await within(canvasElement).findByText(plainText(said({ globals }).receipt.others.accept('Bo'))),
    ).toBeVisible();
  },
});

/** It was withdrawn while it was open. */
export const Withdrawn = meta.story({
  args: { opens: 1, prepare: (server: PlayedInbox) => fill(server) },
  async play({ canvasElement, args, globals }) {
    const words = wordsOf(globals);
    const canvas = within(canvasElement);
    const refund = await canvas.findByRole('button', { name: 'Refund' });
    servers.get(args.prepare)?.server.withdraw({ callId: 'call-1', elicitId: 'question-1' });
    await userEvent.click(refund);
    await expect(await canvas.findByText(words.gone)).toBeVisible();
    // The list may have told of it before the button was pressed.
    await expect(canvas.getByText((text) => [words.goneHint, words.lateHint].includes(text))).toBeVisible();
  },
});

/** The question could not be opened. */
export const NotOpened = meta.story({
  args: {
    opens: 1,
    prepare: (server: PlayedInbox) => {
      fill(server);
      server.next('open', { status: 500, code: 'INTERNAL' });
    },
  },
  async play({ canvasElement, globals }) {
    const words = wordsOf(globals);
    const canvas = within(canvasElement);
    await expect(await canvas.findByRole('alert')).toHaveTextContent(words.notOpened);
    await userEvent.click(canvas.getByRole('button', { name: said({ globals }).card.retry }));
    await expect(await canvas.findByRole('button', { name: 'Refund' })).toBeVisible();
  },
});

/** Long words break, and long questions are cut to two lines in the list. */
export const LongText = meta.story({
  args: {
    opens: 1,
    prepare: (server: PlayedInbox) => {
      server.ask({ message: longText }, { from: longText });
      server.ask({ message: 'استرداد الطلب ١٠٤٢؟' }, { from: 'رنا' });
    },
  },
});
