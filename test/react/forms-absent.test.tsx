import { afterEach, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';
import { ElicitOutlet } from '../../src/react/ElicitOutlet.tsx';
import { PluginSessionProvider } from '../../src/react/PluginSessionProvider.tsx';
import { SchemaForm } from '../../src/ui/schema-form/SchemaForm.tsx';
import { ask, askFirst, closeAll, createHarness } from '../client/harness.ts';
import { expectCrash } from '../expect-console.ts';

const network = vi.hoisted(() => ({ isDown: true }));

vi.mock('../../src/react/on-demand.tsx', async () => {
  const { lazyComponent } = await import('../../src/react/lazy-component.ts');
  const load = () => (network.isDown ? Promise.reject(new Error('404')) : Promise.resolve({ default: SchemaForm }));
  return {
    GenericForm: lazyComponent(load),
    LazyOpenedPage: () => null,
    LazyPageItem: () => null,
  };
});

afterEach(closeAll);

it('says that the form could not be loaded, and loads it on Retry', async () => {
  expectCrash();
  const harness = createHarness({ plugins: [] });
  await askFirst(
    harness,
    ask({ message: 'Who comes?', schema: { type: 'object', properties: { name: { type: 'string' } } } }),
  );
  await render(
    <PluginSessionProvider client={harness.client}>
      <ElicitOutlet />
    </PluginSessionProvider>,
  );

  await expect.element(page.getByRole('alert')).toBeVisible();
  await expect.element(page.getByText('Who comes?')).toBeVisible();
  expect(harness.errors.at(-1)).toMatchObject({ code: 'PART_NOT_LOADED', cause: { message: '404' } });
  network.isDown = false;
  await userEvent.click(page.getByRole('button', { name: 'Try again' }));
  await expect.element(page.getByRole('textbox', { name: 'name' })).toBeVisible();
});
