import { readFileSync } from 'node:fs';
import { run } from 'effection';
import { afterEach, expect, it } from 'vitest';
import { checkInTool } from '../../docs/examples/check-in-tool.ts';
import { checkInFormPlugin } from '../../docs/examples/form-plugin.ts';
import { payDepositTool } from '../../docs/examples/pay-deposit.ts';
import { createPluginClient, type PluginClient } from '../../src/client.ts';
import { createChatHandler } from '../../src/server.ts';
import { createMockClient, createScriptedProvider, memoryTransport, runTool } from '../../src/testing.ts';
import { when } from '../client/harness.ts';
import { cases } from '../ui/schema-form/cases.ts';

let client: PluginClient | undefined;
afterEach(() => client?.close());

it.each([
  ['accept', 'They went to pay.'],
  ['decline', 'They did not want to pay.'],
] as const)('asks to open a page, and hears that they %s', async (url, told) => {
  const person = createMockClient({ elicitResponses: [{ url }] });
  expect(await run(() => runTool(payDepositTool, { booking: 'A/7' }, person))).toBe(told);
  expect(person.elicitCalls[0]?.url).toBe('https://pay.example.com/A%2F7');
});

it('leaves one key to the form, and shows another in a component', async () => {
  const provider = createScriptedProvider([{ toolCalls: [{ name: 'check_in', arguments: { booking: 'EK7' } }] }]);
  const handler = createChatHandler({ provider, tools: [checkInTool] });
  client = createPluginClient({ transport: memoryTransport(handler), plugins: [checkInFormPlugin], storage: false });
  await client.send('Check me in');
  const [asked] = client.getSnapshot().pending;
  expect(asked).toMatchObject({ key: 'passenger', generic: false, views: [{ props: { message: 'Who is flying?' } }] });
  asked?.views[0]?.answer({ name: 'Ada' });

  const next = await when(client, ({ pending }) => pending[0]?.key === 'bags' && pending[0].status === 'pending');
  expect(next.receipts).toMatchObject([{ action: 'accept', key: 'passenger' }]);
  await handler.close();
});

it('names for every row of its table cases that there are, and leaves none out', () => {
  const page = readFileSync(new URL('../../docs/forms.md', import.meta.url), 'utf8');
  const table = page.slice(page.indexOf('| Schema '), page.indexOf('The last column names the cases'));
  const cited = table
    .trim()
    .split('\n')
    .slice(2)
    .map((row) => Array.from((row.split('|').at(-2) ?? '').matchAll(/`([^`]+)`/g), ([, name = '']) => name));
  expect(cited.filter((names) => names.length === 0)).toEqual([]);
  const names = new Set(cited.flat());
  const left = Object.entries(cases).flatMap(([name, rows]) => (rows.length > 0 && !names.has(name) ? [name] : []));
  expect({ unknown: [...names].filter((name) => !Object.hasOwn(cases, name)), left }).toEqual({
    unknown: [],
    left: [],
  });
});
