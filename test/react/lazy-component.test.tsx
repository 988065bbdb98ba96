import { lazy, StrictMode, type ComponentType, type ReactNode } from 'react';
import { afterEach, expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';
import { ElicitOutlet, lazyComponent, PluginSessionProvider } from '../../src/index.ts';
import { answerWith, makePlugin, type PluginComponent } from '../../src/plugin.ts';
import { askFirst, bookFlight, closeAll, createHarness, type Harness } from '../client/harness.ts';
import { expectCrash } from '../expect-console.ts';

afterEach(closeAll);

interface PickProps {
  onRespond: (answer: { flightId: string }) => void;
}
const Pick = ({ onRespond }: PickProps): ReactNode => (
  <button type="button" onClick={() => onRespond({ flightId: 'FL1' })}>
    Take it
  </button>
);

/** A module that cannot be loaded until the network is back. */
function createLoader() {
  const net = { isBack: false, calls: 0 };
  const load = async (): Promise<{ default: ComponentType<PickProps> }> => {
    net.calls += 1;
    if (!net.isBack) throw new TypeError('Failed to fetch dynamically imported module');
    return { default: Pick };
  };
  return { net, load };
}

async function show(Component: PluginComponent<PickProps>): Promise<Harness> {
  const plugin = makePlugin(bookFlight)
    .onElicit({
      pickFlight: answerWith(Component, () => ({})),
      pickSeat: answerWith(
        () => null,
        () => ({}),
      ),
    })
    .build();
  const harness = createHarness({ plugins: [plugin] });
  await askFirst(harness);
  await render(
    <StrictMode>
      <PluginSessionProvider client={harness.client}>
        <ElicitOutlet />
      </PluginSessionProvider>
    </StrictMode>,
  );
  return harness;
}
const retry = () => userEvent.click(page.getByRole('button', { name: 'Try again' }));

it('a lazyComponent that failed to load is loaded again on Retry', async () => {
  expectCrash();
  const { net, load } = createLoader();
  const harness = await show(lazyComponent(load));

  await expect.element(page.getByText('This question could not be shown.')).toBeVisible();
  expect(harness.errors).toMatchObject([
    { code: 'PART_NOT_LOADED', cause: { message: 'Failed to fetch dynamically imported module' } },
  ]);
  net.isBack = true;
  await retry();
  await userEvent.click(page.getByRole('button', { name: 'Take it' }));

  expect(harness.item().status).toBe('sending');
});

it('a lazyComponent is loaded once, however often it is shown', async () => {
  const { net, load } = createLoader();
  net.isBack = true;
  const Lazy = lazyComponent(load);
  const screen = await render(<Lazy onRespond={() => undefined} />);
  await expect.element(page.getByRole('button', { name: 'Take it' })).toBeVisible();
  await screen.unmount();
  await render(<Lazy onRespond={() => undefined} />);

  await expect.element(page.getByRole('button', { name: 'Take it' })).toBeVisible();
  expect(net.calls).toBe(1);
});

it('a React.lazy that failed to load stays failed, and the card says on Retry to reload the page', async () => {
  expectCrash();
  const { net, load } = createLoader();
  await show(lazy(load) as unknown as PluginComponent<PickProps>);
  await expect.element(page.getByText('This question could not be shown.')).toBeVisible();

  net.isBack = true;
  await retry();

  await expect
    .element(page.getByText('This question could still not be shown. Reload the page to be asked again.'))
    .toBeVisible();
  expect(net.calls).toBe(1);
});
