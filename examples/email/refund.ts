import { createPluginClient } from 'elicitkit/client';

// The customer. Prints what the assistant says, once the manager has decided.
const endpoint = 'http://127.0.0.1:3000';
const client = createPluginClient({ endpoint, headers: { 'x-user': 'ada' }, capabilities: { genericForm: true } });
console.log('Asked for a refund of order 1042. Look at the mail to the manager.');
await client.send('Please refund order 1042.');
for (;;) {
  const said = client.getSnapshot().messages.findLast(({ role, content }) => role === 'assistant' && content !== '');
  if (said !== undefined) console.log(said.content);
  if (said !== undefined) break;
  await new Promise((resolve) => setTimeout(resolve, 1000));
  await client.attach();
}
await client.close();
