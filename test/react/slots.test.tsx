import { useEffect, type ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { Slots } from '../../src/react/Slots.tsx';
import { expectCrash } from '../expect-console.ts';

interface Entry {
  id: string;
}

const idOf = ({ id }: Entry) => id;
const entries = (count: number): Entry[] => Array.from({ length: count }, (_, index) => ({ id: `entry-${index}` }));

it('draws only the entries that are new or have changed', async () => {
  const draw = vi.fn<(entry: Entry) => ReactNode>(({ id }) => <p>{id}</p>);
  const onGone = vi.fn<(cause: unknown, key: string) => void>();
  const [first, second, ...more] = entries(4);
  const list = (...all: (Entry | undefined)[]) => (
    <Slots list={all.filter((entry) => entry !== undefined)} keyOf={idOf} onGone={onGone}>
      {draw}
    </Slots>
  );
  const screen = await render(list(first, second));
  draw.mockClear();

  await screen.rerender(list(first, { id: 'entry-1' }, ...more));
  expect(draw.mock.calls.map(([{ id }]) => id)).toEqual(['entry-1', 'entry-2', 'entry-3']);

  draw.mockClear();
  await screen.rerender(list(...more));
  expect(draw).not.toHaveBeenCalled();
  expect(screen.container.textContent).toBe('entry-2entry-3');
});

it('hears what every entry throws as it goes, however many there were', async () => {
  function Throwing({ id }: Entry) {
    useEffect(
      () => () => {
        throw new Error(id);
      },
      [id],
    );
    return <p>{id}</p>;
  }
  const draw = (entry: Entry) => <Throwing {...entry} />;
  const onGone = vi.fn<(cause: unknown, key: string) => void>();
  const list = (all: readonly Entry[]) => (
    <Slots list={all} keyOf={idOf} onGone={onGone}>
      {draw}
    </Slots>
  );
  expectCrash();
  const all = entries(60);
  const screen = await render(list(all));
  // Some one at a time, so that many slots are empty already; then the rest at once.
  for (let gone = 1; gone <= 20; gone += 1) await screen.rerender(list(all.slice(gone)));
  await screen.rerender(list([]));
  expect(new Set(onGone.mock.calls.map(([, key]) => key))).toEqual(new Set(all.map(idOf)));
  expect(onGone).toHaveBeenCalledTimes(all.length);
});
