import { afterEach, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { page } from 'vitest/browser';
import * as z from 'zod';
import { createMcpTool } from '../../src/plugin.ts';
import { ElicitOutlet } from '../../src/react/ElicitOutlet.tsx';
import { PluginSessionProvider } from '../../src/react/PluginSessionProvider.tsx';
import { ask, askFirst, closeAll, createHarness } from '../client/harness.ts';

vi.mock('../../src/react/load-dialog.ts', () => ({
  loadDialog: () => Promise.reject(new Error('404')),
}));

afterEach(closeAll);

const tool = createMcpTool('greet').description('Greet').parameters(z.object({})).elicits({ name: z.string() });

it('asks in the conversation where the dialog cannot be loaded, and says why', async () => {
  const harness = createHarness({ plugins: [] });
  await askFirst(harness, ask({ toolName: tool.name, key: 'name', message: 'What is your name?' }));
  await render(
    <PluginSessionProvider client={harness.client}>
      <ElicitOutlet presentation="dialog" />
    </PluginSessionProvider>,
  );

  await expect.element(page.getByText('What is your name?', { exact: true })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Skip' })).toBeVisible();
  expect(page.getByRole('dialog').elements()).toEqual([]);
  expect(harness.errors).toContainEqual(
    expect.objectContaining({
      code: 'PART_NOT_LOADED',
      cause: expect.objectContaining({ message: '404' }) as unknown,
    }),
  );
});

it('says such a question when it comes, for no dialog takes the focus', async () => {
  const harness = createHarness({ plugins: [] });
  await render(
    <PluginSessionProvider client={harness.client}>
      <ElicitOutlet presentation="dialog" />
    </PluginSessionProvider>,
  );
  await askFirst(harness, ask({ toolName: tool.name, key: 'name', message: 'What is your name?' }));

  await expect.element(page.getByText('What is your name?', { exact: true })).toBeVisible();
  const said = () => [...document.querySelectorAll('[data-elicit="announcer"] p')].map((line) => line.textContent);
  await expect.poll(said).toEqual(['Greet asks: What is your name?']);
});
