import { afterEach, expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';
import * as z from 'zod';
import { ElicitOutlet, PluginSessionProvider } from '../../src/index.ts';
import { answerWith, createMcpTool, makePlugin } from '../../src/plugin.ts';
import { ask as askAny, askFirst, closeAll, complete, createHarness, info, settled, state } from '../client/harness.ts';

afterEach(closeAll);

const tool = createMcpTool('greet')
  .description('Greet')
  .parameters(z.object({}))
  .elicits({ name: z.object({ name: z.string() }) });
const Name = ({ onRespond }: { onRespond: (answer: { name: string }) => void }) => (
  <button type="button" onClick={() => onRespond({ name: 'Ada' })}>
    I am Ada
  </button>
);
const plugin = makePlugin(tool)
  .onElicit({ name: answerWith(Name, () => ({})) })
  .receipts({ name: ({ name }) => ({ title: `Hello, ${name}` }) })
  .build();
const asked = { toolName: 'greet', key: 'name', message: 'Who are you?', schema: { type: 'object' } };
const ids = { sessionId: 'call_1', callId: 'call_1', toolName: 'greet' };
const result = { type: 'tool_result', id: 'call_1', name: 'greet', content: 'Hello, nobody.' };
const failure = { type: 'tool_error', id: 'call_1', name: 'greet', message: 'The tool was changed.' };
const unknown = { type: 'plugin_session_error', ...ids, error: 'SESSION_NOT_FOUND', message: 'Gone.' };
const stopped = { type: 'plugin_session_status', ...ids, status: 'aborted', by: 'timeout' };

interface Story {
  readonly what: string;
  readonly outcome: string;
  readonly line: string;
  readonly news: readonly object[];
  readonly reply?: object;
}

it.each<Story>([
  {
    what: 'another tab answered',
    outcome: 'answered',
    line: 'Who are you? Answered elsewhere',
    news: [settled('accept', {}, 'theirs'), result],
  },
  {
    what: 'the tool withdrew the question',
    outcome: 'cancelled',
    line: 'Who are you? Cancelled',
    news: [result],
    reply: settled('cancel'),
  },
  { what: 'the call failed', outcome: 'lost', line: 'Outcome unknown Hello, Ada', news: [failure], reply: unknown },
  { what: 'the server forgot the call', outcome: 'lost', line: 'Outcome unknown Hello, Ada', news: [], reply: unknown },
  {
    what: 'the call took too long',
    outcome: 'aborted',
    line: 'Stopped: it took too long Hello, Ada',
    news: [stopped, failure],
  },
])('the receipt of an answer that does not count says so: $what', async ({ outcome, line, news, reply }) => {
  const harness = createHarness({ plugins: [plugin], tabs: false });
  await render(
    <PluginSessionProvider client={harness.client}>
      <ElicitOutlet />
    </PluginSessionProvider>,
  );
  await askFirst(harness, askAny(asked));
  await userEvent.click(page.getByRole('button', { name: 'I am Ada' }));
  const stream = await harness.server.accept();
  stream.send(info, ...news);
  if (reply !== undefined) stream.write(`${JSON.stringify({ event: reply })}\n`);
  stream.end(state(), complete);
  const receipt = () => document.querySelector('[data-elicit="receipt"]');
  await expect.poll(() => receipt()?.getAttribute('data-state')).toBe(outcome);
  expect(receipt()?.textContent).toContain(line);
});
