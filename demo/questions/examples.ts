import type { AnyMcpToolDeclaration, JsonObject } from 'elicitkit/plugin';
import { deleteProject } from './asked/delete-project.ts';
import { bookLeave } from './asked/book-leave.ts';
import { handInReceipts } from './asked/hand-in-receipts.ts';
import { invitePeople } from './asked/invite-people.ts';
import { orderLunch } from './asked/order-lunch.ts';
import { payInvoices } from './asked/pay-invoices.ts';
import { refundOrder } from './asked/refund-order.ts';
import { sendReply } from './asked/send-reply.ts';

/** A question to try: a tool that asks it, and the tool's code. */
export interface Example {
  /** Its place in the address of the page, behind `#`. */
  readonly place: string;
  readonly name: string;
  readonly tool: AnyMcpToolDeclaration;
  /** What the page calls the tool with. */
  readonly args: JsonObject;
}

const example = (place: string, name: string, tool: AnyMcpToolDeclaration, args: JsonObject = {}): Example => ({
  place,
  name,
  tool,
  args,
});

export const examples: readonly Example[] = [
  example('choose-one', 'Choose one', orderLunch),
  example('choose-several', 'Choose several', invitePeople, { meeting: 'Roadmap' }),
  example('approve', 'Approve a call', refundOrder, { order: 'A-10342', amount: 129.9, note: 'Sorry about the wait!' }),
  example('review', 'Review a text', sendReply),
  example('rows', 'Pick rows', payInvoices),
  example('dates', 'Pick dates', bookLeave),
  example('files', 'Hand in files', handInReceipts),
  example('confirm', 'Confirm', deleteProject, { project: 'Atlas' }),
];

const files = import.meta.glob<string>('./asked/*.ts', { query: '?raw', import: 'default', eager: true });

/** The code of an example's tool, to be shown: its declaration and its body, each under its file's name. */
export function codeOf({ tool }: Example): string {
  const name = tool.name.replaceAll('_', '-');
  return [`${name}.ts`, `${name}.tool.ts`]
    .map((file) => `// ${file}\n${files[`./asked/${file}`]?.trim()}`)
    .join('\n\n');
}
