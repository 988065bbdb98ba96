import { afterEach, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { page } from 'vitest/browser';
import * as z from 'zod';
import { answerWith, createMcpTool, makePlugin } from '../../src/plugin.ts';
import { ElicitOutlet } from '../../src/react/ElicitOutlet.tsx';
import { PluginSessionProvider } from '../../src/react/PluginSessionProvider.tsx';
import { ChoiceList } from '../../src/ui/choice-list/ChoiceList.tsx';
import type * as loading from '../../src/client/handler/load-generators.ts';
import { ask, askFirst, closeAll, createHarness } from '../client/harness.ts';

type Loading = typeof loading;

/** Whether the file that runs generators can be fetched. */
const network = vi.hoisted(() => ({ isOn: true }));

vi.mock('../../src/client/handler/load-generators.ts', async (original) => {
  const { generators } = await original<Loading>();
  return {
    generators: {
      get: () => (network.isOn ? generators.get() : undefined),
      load: () => (network.isOn ? generators.load() : Promise.reject(new Error('404'))),
    },
  };
});

afterEach(() => {
  network.isOn = true;
  return closeAll();
});

const choices = [
  { value: 'a', label: 'Apples' },
  { value: 'b', label: 'Pears' },
];
const tool = createMcpTool('shop')
  .description('Shop')
  .parameters(z.object({}))
  .elicits({ generator: z.object({ choice: z.string() }), plain: z.object({ choice: z.string() }) });
const plugin = makePlugin(tool)
  .onElicit({
    generator: function* (_request, ctx) {
      return { action: 'accept', content: yield* ctx.render(ChoiceList, { choices, message: 'Which fruit?' }) };
    },
    plain: answerWith(ChoiceList, () => ({ choices, message: 'Which one?' })),
  })
  .build();

async function show(key: string) {
  const harness = createHarness({ plugins: [plugin] });
  await askFirst(harness, ask({ toolName: tool.name, key, message: 'Which?' }));
  await render(
    <PluginSessionProvider client={harness.client}>
      <ElicitOutlet />
    </PluginSessionProvider>,
  );
  return harness;
}

it('keeps the question of a generator that cannot be run yet, says so, and runs it when tried again', async () => {
  network.isOn = false;
  const harness = await show('generator');
  const again = page.getByRole('button', { name: 'Try again' });
  await expect.element(again).toBeVisible();
  expect(harness.errors).toMatchObject([{ code: 'PART_NOT_LOADED' }]);

  network.isOn = true;
  await again.click();
  await expect.element(page.getByRole('radio', { name: 'Pears' })).toBeVisible();
});

it('needs no generators for a component, nor to send what it answers', async () => {
  network.isOn = false;
  const harness = await show('plain');
  await page.getByRole('radio', { name: 'Pears' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();

  const { body } = (await harness.server.accept()).request;
  expect(body.pluginElicitResponses?.[0]?.result).toEqual({ action: 'accept', content: { choice: 'b' } });
  expect(harness.errors).toEqual([]);
});
