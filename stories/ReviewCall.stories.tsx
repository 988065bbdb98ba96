import { expect, fn, screen, userEvent, within } from 'storybook/test';
import preview from '../.storybook/preview.tsx';
import { ReviewCall } from '../src/ui/review-call/ReviewCall.tsx';
import { said } from './said.ts';
import { longText, pageOfStates, SideBySide } from './side-by-side.tsx';

const meta = preview.meta({
  title: 'Questions/ReviewCall',
  component: ReviewCall,
  args: {
    tool: 'refund_order',
    description: 'Pays an order back to the card that it was paid with.',
    arguments: { orderId: 'A-10342', amount: 49.9, reason: 'late', notify: true },
    parameters: {
      type: 'object',
      properties: {
        orderId: { type: 'string', title: 'Order' },
        amount: { type: 'number', title: 'Amount in euros', maximum: 500 },
        reason: { type: 'string', enum: ['late', 'broken', 'other'] },
        notify: { type: 'boolean', title: 'Send an email' },
      },
      required: ['orderId', 'amount'],
    },
    onRespond: fn(),
  },
  argTypes: { state: { control: 'inline-radio', options: ['pending', 'sending', 'failed'] } },
});

/** The arguments are read before the tool runs. */
export const Default = meta.story({
  async play({ canvasElement, args, globals }) {
    const words = said({ globals }).reviewCall;
    const canvas = within(canvasElement);
    await expect(canvas.getByText('A-10342')).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: words.approve }));
    await expect(args.onRespond.mock.calls).toEqual([[{ approved: true }]]);
  },
});

/** The keyboard reaches Deny first, so that nobody allows a call by accident. A denial takes a reason. */
export const DeniedWithReason = meta.story({
  async play({ canvasElement, args, globals }) {
    const words = said({ globals }).reviewCall;
    const canvas = within(canvasElement);
    await userEvent.tab();
    await userEvent.tab();
    await expect(canvas.getByRole('button', { name: words.deny })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect(canvas.getByRole('textbox')).toHaveFocus();
    await userEvent.keyboard('It was paid back last week.');
    await userEvent.click(canvas.getByRole('button', { name: words.deny }));
    const answer = { approved: false, reason: 'It was paid back last week.' };
    await expect(args.onRespond.mock.calls).toEqual([[answer]]);
  },
});

/** Whoever changes their mind goes back, and nothing is sent. */
export const BackFromDenial = meta.story({
  async play({ canvasElement, args, globals }) {
    const words = said({ globals }).reviewCall;
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByRole('button', { name: words.deny }));
    await userEvent.click(canvas.getByRole('button', { name: words.back }));
    await expect(canvas.getByRole('button', { name: words.deny })).toHaveFocus();
    await expect(args.onRespond).not.toHaveBeenCalled();
  },
});

/** The form is made of the tool's schema, and loads when it is wanted. */
export const Edited = meta.story({
  args: { edit: true },
  async play({ canvasElement, args, globals }) {
    const words = said({ globals }).reviewCall;
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByRole('button', { name: words.edit }));
    const amount = await canvas.findByRole('textbox', { name: /Amount in euros/ });
    await userEvent.clear(amount);
    await userEvent.type(amount, '20');
    await userEvent.click(canvas.getByRole('button', { name: words.approveChanged }));
    const params = { orderId: 'A-10342', amount: 20, reason: 'late', notify: true };
    await expect(args.onRespond.mock.calls).toEqual([[{ approved: true, params }]]);
  },
});

/** An issue with the changed arguments stands at its field. */
export const EditRefused = meta.story({
  args: { edit: true, issues: [{ path: ['params', 'orderId'], message: 'There is no such order.' }] },
  async play({ canvasElement }) {
    const order = await within(canvasElement).findByRole('textbox', { name: /Order/ });
    await expect(order).toHaveAccessibleDescription(/There is no such order\./);
  },
});

const remember = { key: '49.90 EUR to order A-10342', for: 'chat' } as const;

/** What is allowed for good is said in words: the tool, its version and the key. */
export const Remembered = meta.story({
  args: { remember, version: '2' },
  async play({ canvasElement, args, globals }) {
    const words = said({ globals }).reviewCall;
    const canvas = within(canvasElement);
    const box = canvas.getByRole('checkbox', { name: words.always.chat });
    await expect(box).not.toBeChecked();
    await expect(box).toHaveAccessibleDescription(words.countsFor('Refund order', '2', remember.key));
    await userEvent.click(box);
    await userEvent.click(canvas.getByRole('button', { name: words.approve }));
    await expect(args.onRespond.mock.calls).toEqual([[{ approved: true, remember: true }]]);
  },
});

/** A call that cannot be undone. */
export const Danger = meta.story({ args: { tone: 'danger', remember } });

const secrets = { user: 'ada', password: 'hunter2', more: { apiKey: 'k-1' } };

/** Secrets are masked, as fields and as JSON. */
export const Secrets = meta.story({
  args: { tool: 'log_in', description: 'Logs in.', arguments: secrets, parameters: { type: 'object' } },
  async play({ canvasElement, globals }) {
    const words = said({ globals }).reviewCall;
    const canvas = within(canvasElement);
    await expect(canvasElement).not.toHaveTextContent(/hunter2|k-1/);
    await userEvent.click(canvas.getByRole('button', { name: words.asJson }));
    await expect(canvas.getByRole('group', { name: words.asJson })).toHaveTextContent('"user": "ada"');
    await expect(canvasElement).not.toHaveTextContent(/hunter2|k-1/);
  },
});

export const Failed = meta.story({
  args: { state: 'failed', issues: [{ path: [], message: 'The order has changed.' }] },
});

const long = {
  subject: longText,
  body: `${longText}\n\n`.repeat(8),
  to: ['ada@example.com', 'grace@example.com'],
  options: { attach: [{ id: 'f1', kind: 'invoice' }], priority: 2 },
};

/** A long text scrolls in its place, and the keyboard reaches it. */
export const LongArguments = meta.story({
  args: { tool: 'send_email', description: longText, arguments: long, parameters: { type: 'object' }, remember },
  async play() {
    await expect(screen.getByRole('group', { name: 'Body' })).toHaveAttribute('tabindex', '0');
  },
});

/** Every state, side by side. */
export const States = meta.story({
  parameters: pageOfStates,
  // Until its form is there, the story is not whole.
  async play({ canvasElement }) {
    await within(canvasElement).findByRole('textbox', { name: /^Order/ });
  },
  render: (args) => (
    <SideBySide
      states={{
        Asked: <ReviewCall {...args} edit />,
        'Without arguments': <ReviewCall {...args} arguments={{}} parameters={{}} />,
        'For good': <ReviewCall {...args} version="2" remember={remember} />,
        'For good, for this person': <ReviewCall {...args} remember={{ ...remember, for: 'owner' }} />,
        'What cannot be undone': <ReviewCall {...args} tone="danger" edit />,
        Denied: <ReviewCall {...args} draft={{ step: 'deny', reason: 'It was paid back last week.' }} />,
        'Being changed': <ReviewCall {...args} edit draft={{ step: 'edit', reason: '' }} />,
        Sending: <ReviewCall {...args} state="sending" />,
        'Not sent': <ReviewCall {...args} state="failed" />,
        'Asked again': <ReviewCall {...args} issues={[{ path: [], message: 'The order has changed.' }]} />,
        'Long text': <ReviewCall {...args} tool="send_email" description={longText} arguments={long} />,
      }}
    />
  ),
});
