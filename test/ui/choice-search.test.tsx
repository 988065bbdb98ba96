import { flushSync } from 'react-dom';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import '../../src/styles.css';
import { ChoiceList } from '../../src/ui/choice-list/ChoiceList.tsx';
import type { ChoiceAnswer, ChoiceDraft } from '../../src/ui/choice-list/ChoiceListRoot.tsx';
import { MultiChoiceList } from '../../src/ui/choice-list/MultiChoiceList.tsx';
import type { ChoicesAnswer, ChoicesDraft } from '../../src/ui/choice-list/MultiChoiceListRoot.tsx';
import type { ChoiceSearch, Listed } from '../../src/ui/choice-list/useSearch.ts';
import { ignore } from './page.ts';

const radio = (name: string) => page.getByRole('radio', { name, exact: true });
const field = page.getByRole('searchbox', { name: 'Search' });
const state = page.getByText(/Type to find more|Searching…|The search failed|^\d+ choices?\.$|No choice matches/);
const shown = () =>
  page
    .getByRole('radio')
    .elements()
    .map((one) => (one as HTMLInputElement).value);

/** A search whose answers come when the test says so. */
function searchByHand() {
  const asked: { text: string; signal: AbortSignal; find: (found: readonly Listed[]) => void; fail: () => void }[] = [];
  const search: ChoiceSearch = (text, signal) =>
    new Promise((find, reject) => asked.push({ text, signal, find, fail: () => reject(new Error('Down')) }));
  return { asked, search };
}

/** Types a text at once. */
function type(text: string): void {
  const input = field.element() as HTMLInputElement;
  flushSync(() => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

afterEach(() => void vi.useRealTimers());

describe('a search of the host', () => {
  it('begins once the person pauses, and says how many choices there are', async () => {
    const { asked, search } = searchByHand();
    await render(<ChoiceList choices={['Rome']} search={search} onRespond={ignore} />);
    await expect.element(state).toHaveTextContent('Type to find more.');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    for (const text of ['b', 'be', 'ber']) type(text);
    vi.advanceTimersByTime(200);
    type('bern');
    vi.advanceTimersByTime(200);
    expect(asked).toEqual([]);
    vi.advanceTimersByTime(200);
    vi.useRealTimers();
    await expect.element(state).toHaveTextContent('Searching…');
    expect(asked.map(({ text }) => text)).toEqual(['bern']);
    asked[0]!.find(['Berlin', { value: 'brn', label: 'Bern', description: 'In the Alps' }]);
    await expect.element(state).toHaveTextContent('2 choices.');
    expect(state.element().getAttribute('role')).toBe('status');
    expect(shown()).toEqual(['Berlin', 'brn']);
    await userEvent.clear(field);
    await expect.poll(shown).toEqual(['Rome']);
  });

  it('aborts what the person typed over, and takes only the last answer', async () => {
    const { asked, search } = searchByHand();
    const screen = await render(<ChoiceList choices={[]} search={search} onRespond={ignore} />);
    await userEvent.fill(field, 'a');
    await expect.poll(() => asked.length).toBe(1);
    await userEvent.fill(field, 'ab');
    expect(asked[0]!.signal.aborted).toBe(true);
    await expect.poll(() => asked.length).toBe(2);
    asked[1]!.find(['second']);
    await expect.poll(shown).toEqual(['second']);
    asked[0]!.find(['first']);
    await userEvent.fill(field, 'abc');
    await expect.poll(() => asked.length).toBe(3);
    expect(shown()).toEqual(['second']);
    await screen.unmount();
    expect(asked[2]!.signal.aborted).toBe(true);
  });

  it.each<[string, ChoiceSearch]>([
    ['rejects', () => Promise.reject(new Error('Down'))],
    [
      'throws',
      () => {
        throw new Error('Down');
      },
    ],
    ['gives something else', () => Promise.resolve({} as never)],
  ])('that %s is told, and tried again by a button', async (_, fails) => {
    const search = vi.fn<ChoiceSearch>(fails);
    await render(<ChoiceList choices={['Rome']} search={search} onRespond={ignore} />);
    await userEvent.fill(field, 'lis');
    await expect.element(state).toHaveTextContent('The search failed.');
    expect(shown()).toEqual(['Rome']);
    search.mockResolvedValue(['Lisbon', { label: 'no value' } as never]);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(shown).toEqual(['Lisbon']);
    expect(search).toHaveBeenCalledTimes(2);
    expect(document.activeElement).toBe(field.element());
  });

  it('keeps what was chosen, though it is not found any more, and over a reload', async () => {
    const search: ChoiceSearch = (text) => Promise.resolve([{ value: text, label: text.toUpperCase() }]);
    const onRespond = vi.fn<(answer: ChoiceAnswer) => void>();
    const onDraftChange = vi.fn<(draft: ChoiceDraft) => void>();
    const props = { choices: ['Rome'], search, onRespond, onDraftChange };
    const screen = await render(<ChoiceList {...props} />);
    await userEvent.fill(field, 'lis');
    await radio('LIS').click();
    await userEvent.fill(field, 'ber');
    await expect.poll(shown).toEqual(['lis', 'ber']);
    await expect.element(radio('LIS')).toBeChecked();
    const draft = onDraftChange.mock.lastCall?.[0];
    expect(draft).toEqual({ choice: 'lis', found: [{ value: 'lis', label: 'LIS' }] });
    await screen.unmount();
    await render(<ChoiceList {...props} draft={JSON.parse(JSON.stringify(draft))} />);
    await expect.poll(shown).toEqual(['lis', 'Rome']);
    await page.getByRole('button', { name: 'Continue' }).click();
    expect(onRespond.mock.calls).toEqual([[{ choice: 'lis' }, { title: 'LIS' }]]);
  });

  it('of a MultiChoiceList gathers choices of several searches', async () => {
    const search: ChoiceSearch = (text) => Promise.resolve([text]);
    const onRespond = vi.fn<(answer: ChoicesAnswer) => void>();
    const drafts: string[][] = [];
    const remember = ({ choices }: ChoicesDraft) => void drafts.push(choices);
    await render(<MultiChoiceList choices={[]} search={search} onRespond={onRespond} onDraftChange={remember} />);
    for (const text of ['a', 'b', 'c']) {
      await userEvent.fill(field, text);
      await page.getByRole('checkbox', { name: text, exact: true }).click();
    }
    await page.getByRole('checkbox', { name: 'b', exact: true }).click();
    const isChecked = () => document.querySelector<HTMLInputElement>('input[value=b]')?.checked;
    await expect.poll(() => [isChecked(), ...drafts]).toEqual([false, ['a'], ['a', 'b'], ['a', 'b', 'c'], ['a', 'c']]);
    await page.getByRole('button', { name: 'Continue' }).click();
    expect(onRespond.mock.calls).toEqual([[{ choices: ['a', 'c'] }, { title: 'a · c' }]]);
    await userEvent.fill(field, 'd');
    await expect.element(page.getByRole('checkbox', { name: 'd', exact: true })).toBeVisible();
    await expect.element(page.getByRole('checkbox', { name: 'b', exact: true })).not.toBeInTheDocument();
  });
});
