// Books a flight in a terminal. It takes the chat's address, and the id of a conversation to go on with.
import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline/promises';
import { createPluginClient, type OpenItem, type PendingItem } from 'elicitkit/client';

const [, , chat = 'http://localhost:8787/api/chat', known] = process.argv;
const conversationId = known ?? randomUUID();
const terminal = createInterface({ input: process.stdin, output: process.stdout });
const client = createPluginClient({
  // The address names the conversation, so that the Worker finds its object.
  endpoint: `${chat}/${conversationId}`,
  conversationId,
  plugins: [],
  // Questions are asked below, field by field.
  capabilities: { genericForm: true },
});

console.log(`To go on later: npm run book -- ${chat} ${conversationId}`);
await (known === undefined ? client.send('Book me a flight from NYC to LAX') : client.attach());
for (;;) {
  const { pending, problem, status } = client.getSnapshot();
  const [item] = pending;
  if (item === undefined && status !== 'failed') break;
  if (problem !== undefined) console.log(problem.message);
  const answer = item?.status === 'pending' ? await ask(item) : undefined;
  const over = rested(item);
  if (item?.status === 'pending') item.accept(answer);
  else if (item?.status === 'failed') item.retry();
  else void client.retry();
  await over;
}
console.log(client.getSnapshot().messages.at(-1)?.content);
await client.close();
terminal.close();

async function ask({ message, issues = [], request }: PendingItem): Promise<unknown> {
  console.log(message);
  for (const issue of issues) console.log(`${issue.path.join('.')}: ${issue.message}`);
  const answer: Record<string, unknown> = {};
  const fields = request.schema['properties'] as Record<string, { type?: string }>;
  for (const [name, { type }] of Object.entries(fields)) {
    const said = await terminal.question(`${name}: `);
    answer[name] = type === 'integer' ? Number(said) : said;
  }
  return answer;
}

/** Resolves when this question has changed, and nothing is on its way. */
function rested(item: OpenItem | undefined): Promise<void> {
  const isSame = (other: OpenItem) => other.elicitId === item?.elicitId && other.issues === item.issues;
  return new Promise((resolve) => {
    const stop = client.subscribe(() => {
      const { status, pending } = client.getSnapshot();
      if (status === 'sending' || status === 'streaming') return;
      if (pending.some((other) => other.status === 'sending' || (other.status === 'pending' && isSame(other)))) return;
      stop();
      resolve();
    });
  });
}
