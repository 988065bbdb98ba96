import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, it, vi } from 'vitest';
import { ElicitOutlet, PluginSessionProvider, usePluginSession } from '../../src/index.ts';
import { askFirst, closeAll, createHarness } from '../client/harness.ts';

afterEach(closeAll);

function Show() {
  return createElement(
    'output',
    null,
    usePluginSession(({ status, messages }) => `${status} ${messages.length}`),
  );
}

it('renders on a server as the client began, whatever has come since, and without a warning', async () => {
  const warned = vi.spyOn(console, 'error');
  const harness = createHarness({ messages: [{ role: 'user', content: 'Hi' }] });
  await askFirst(harness);

  const html = renderToString(
    createElement(
      PluginSessionProvider,
      { client: harness.client },
      createElement(Show),
      createElement(ElicitOutlet, { callId: 'call_1' }),
    ),
  );

  expect(html).toBe('<output>idle 1</output>');
  expect(warned).not.toHaveBeenCalled();
});
