import { cloneElement, type ReactElement } from 'react';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import '../../src/styles.css';
import { ElicitCard, type ElicitCardProps } from '../../src/card.ts';
import { FlightList } from '../../src/index.ts';
import { components, trips } from './hosts-samples.tsx';
import { ignore } from './page.ts';
import { translate } from './translate.ts';

type Look = Pick<ElicitCardProps, 'state' | 'error' | 'issues'>;

const looks: readonly Look[] = [
  { state: 'pending' },
  { state: 'sending' },
  { state: 'failed', error: 'It broke.' },
  { state: 'failed', error: 'You are offline.' },
  { state: 'pending', issues: [{ path: [], message: 'That is no longer to be had.' }] },
  { state: 'pending' },
];

/** What can be pressed there, and leaves no page. */
const controls = (place: Element) =>
  [...place.querySelectorAll<HTMLElement>('button, summary, input:not([type=file])')].filter(
    (control) => control.closest('[inert]') === null && control.dataset['elicit'] !== 'file-choose',
  );

/** Press one control after another, in each look. @returns what the card said after each */
async function walk(sample: ReactElement<object>, begin: (place: HTMLElement) => () => void): Promise<string[]> {
  const drawn = ({ error, ...own }: Look) => (
    <ElicitCard {...own} error={error} toolName="book" onDecline={ignore} onRetry={ignore} onCancel={ignore}>
      {cloneElement(sample, own)}
    </ElicitCard>
  );
  const { container, rerender, unmount } = await render(drawn({ state: 'pending' }));
  const end = begin(container);
  const said: string[] = [];
  let at = 0;
  for (const look of looks) {
    await rerender(drawn(look));
    for (let n = 0; n < 10; n += 1) {
      const all = controls(container);
      at += 7;
      all[at % all.length]?.click();
      await new Promise((resolve) => setTimeout(resolve));
      said.push(container.textContent);
    }
  }
  end();
  await unmount();
  return said;
}

it.each(Object.entries(components))('%s says the same on a page that the browser translates', async (_, sample) => {
  const plain = await walk(sample as ReactElement<object>, () => ignore);
  expect(await walk(sample as ReactElement<object>, translate)).toEqual(plain);
});

it('shows the price that a flight has now', async () => {
  const at = (amount: string) => (
    <FlightList
      flights={trips.slice(0, 1).map((trip) => ({ ...trip, price: { amount, currency: 'USD' } }))}
      locale="en-US"
      onRespond={ignore}
    />
  );
  const { container, rerender } = await render(at('281.10'));
  const end = translate(container);
  await rerender(at('301.10'));
  await expect.element(page.getByText('$301.10')).toBeVisible();
  end();
});
