import { useEffect, type ComponentType, type ReactNode } from 'react';
import { render } from 'vitest-browser-react';
import { afterEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import * as z from 'zod';
import { ElicitOutlet, PluginSessionProvider } from '../../src/index.ts';
import { answerWith, createMcpTool, makePlugin } from '../../src/plugin.ts';
import { ask, askFirst, closeAll, createHarness, settled, type Harness, push } from '../client/harness.ts';
import { eventually } from '../eventually.ts';
import { allowConsole } from '../expect-console.ts';

afterEach(closeAll);

/** Values whose text throws are in `reason-of.test.ts`: React's development build itself fails to log them. */
const values: Record<string, () => unknown> = {
  null: () => null,
  undefined: () => undefined,
  'a symbol': () => Symbol('boom'),
  'a frozen object': () => Object.freeze({ why: 'boom' }),
};

const tool = createMcpTool('greet')
  .description('Greet')
  .parameters(z.object({}))
  .elicits({ name: z.object({ name: z.string() }) });

async function show(Component: ComponentType, fallback?: () => ReactNode): Promise<Harness> {
  allowConsole(/./);
  const plugin = makePlugin(tool)
    .onElicit({ name: answerWith(Component as ComponentType<{ onRespond: unknown }>, () => ({})) as never })
    .build();
  const harness = createHarness({ plugins: fallback ? [] : [plugin] });
  await render(
    <PluginSessionProvider client={harness.client} fallback={fallback}>
      <p>The page</p>
      <ElicitOutlet />
    </PluginSessionProvider>,
  );
  await askFirst(harness, ask({ toolName: 'greet', key: 'name', message: 'Who are you?', schema: {} }));
  return harness;
}

const codes = ({ errors }: Harness) => errors.map(({ code, elicitId }) => `${code} ${elicitId}`);

describe.each(Object.entries(values))('a component that throws %s', (_what, made) => {
  it('leaves its card with the ways out', async () => {
    const cause = made();
    const harness = await show(() => {
      throw cause;
    });
    await expect.element(page.getByRole('alert')).toHaveTextContent('This question could not be shown.');
    await expect.element(page.getByRole('button', { name: 'Skip' })).toBeVisible();
    await expect.element(page.getByText('The page')).toBeVisible();
    expect(harness.errors.length).toBe(1);
    expect(codes(harness)).toEqual(['COMPONENT_CRASHED call_1:0']);
    expect(harness.errors[0]?.cause === cause).toBe(true);
  });

  it('as it goes, leaves the receipt and the page', async () => {
    const cause = made();
    const harness = await show(() => {
      useEffect(
        () => () => {
          throw cause;
        },
        [],
      );
      return <p>Shown</p>;
    });
    await expect.element(page.getByText('Shown')).toBeVisible();
    push(harness.client, settled('decline'));
    await expect.element(page.getByRole('group', { name: 'Skipped' })).toBeVisible();
    await expect.element(page.getByText('The page')).toBeVisible();
    await eventually(() => expect(harness.errors.length).toBe(1));
    expect(codes(harness)).toEqual(['COMPONENT_CRASHED call_1:0']);
  });

  it('from the host, leaves the page', async () => {
    const cause = made();
    const harness = await show(
      () => null,
      () => {
        throw cause;
      },
    );
    await expect.element(page.getByText('The page')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Skip' })).toBeVisible();
    expect(codes(harness)).toEqual(['COMPONENT_CRASHED call_1:0']);
  });
});
