import { createRef, type ReactNode } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { ElicitCard } from '../../src/card.ts';
import { ElicitLocaleProvider } from '../../src/index.ts';
import { Button, Card, Facts, Field, Fields, Footer, Notice, Row } from '../../src/kit.ts';
import { german } from '../../src/ui/language/german.ts';
import '../../src/styles.css';
import { endComposition, ignore } from './page.ts';

const byPart = (part: string) => document.querySelector(`[data-elicit=${part}]`);

describe('a field', () => {
  it('names its control and describes it by its hint and its error', async () => {
    await render(
      <Field label="Amount" hint="In dollars" error="Enter a number.">
        <input aria-describedby="fee" />
      </Field>,
    );
    const input = page.getByRole('textbox', { name: 'Amount', exact: true });
    await expect.element(input).toHaveAccessibleDescription('In dollars Enter a number.');
    await expect.element(input).toBeInvalid();
    expect(input.element().getAttribute('aria-describedby')).toMatch(/^fee /);
  });

  it('leaves a control without hint and error as it is, and keeps its id', async () => {
    await render(
      <Field label="Currency">
        <select id="currency">
          <option>USD</option>
        </select>
      </Field>,
    );
    const select = page.getByRole('combobox', { name: 'Currency' });
    await expect.element(select).toHaveAttribute('id', 'currency');
    expect(select.element().hasAttribute('aria-describedby')).toBe(false);
    expect(select.element().hasAttribute('aria-invalid')).toBe(false);
  });

  it('says in the language of the page that it may stay empty', async () => {
    await render(
      <ElicitLocaleProvider messages={{ ...german, schemaForm: { ...german.schemaForm, optional: '(freiwillig)' } }}>
        <Field label="Notiz" optional>
          <textarea />
        </Field>
      </ElicitLocaleProvider>,
    );
    await expect.element(page.getByRole('textbox', { name: 'Notiz (freiwillig)' })).toBeVisible();
  });
});

describe('a row', () => {
  it('is chosen among those of its card alone', async () => {
    const chosen = vi.fn<(label: string) => void>();
    const rows = (card: string): ReactNode => (
      <Card title={card}>
        {['Yes', 'No'].map((label) => (
          <Row
            key={label}
            kind="radio"
            choice={`${card}: ${label}`}
            checked={label === 'Yes'}
            onChoose={() => chosen(`${card}: ${label}`)}
          />
        ))}
      </Card>
    );
    await render(
      <>
        {rows('Bags')}
        {rows('Meals')}
      </>,
    );
    await expect.element(page.getByRole('radio', { name: 'Bags: Yes' })).toBeChecked();
    await expect.element(page.getByRole('radio', { name: 'Meals: Yes' })).toBeChecked();
    await page.getByRole('radio', { name: 'Bags: No' }).click();
    expect(chosen.mock.calls).toEqual([['Bags: No']]);
  });

  it('that cannot be chosen says why', async () => {
    const choice = { value: 'a', label: 'Aisle', disabled: { reason: 'All are taken.' } };
    await render(<Row kind="checkbox" choice={choice} checked={false} onChoose={ignore} />);
    const box = page.getByRole('checkbox', { name: 'Aisle' });
    await expect.element(box).toBeDisabled();
    await expect.element(box).toHaveAccessibleDescription('All are taken.');
  });
});

describe('a card', () => {
  const card = (onCommit: () => void, onSkip?: () => void) => (
    <Card message="Who flies?" issues={[{ path: [], message: 'Write it as in the passport.' }]}>
      <Fields>
        <Field label="Name">
          <input />
        </Field>
        <Field label="Remark">
          <textarea />
        </Field>
      </Fields>
      <Footer commit="Send" onCommit={onCommit} onSkip={onSkip} />
    </Card>
  );

  it('works alone: the question is its title, and the issues are said', async () => {
    await render(card(ignore));
    const group = page.getByRole('group', { name: 'Who flies?' });
    await expect.element(group).toHaveAccessibleDescription('Write it as in the passport.');
    await expect.element(page.getByRole('heading', { name: 'Who flies?', level: 3 })).toBeVisible();
  });

  it('sends by Enter in a one-line field, and not in a text, nor at the end of a word of an input method', async () => {
    const onCommit = vi.fn<() => void>();
    const onSubmit = vi.fn<() => void>();
    await render(<form onSubmit={onSubmit}>{card(onCommit)}</form>);
    await page.getByRole('textbox', { name: 'Remark' }).click();
    await userEvent.keyboard('{Enter}');
    await page.getByRole('textbox', { name: 'Name' }).click();
    endComposition('Enter');
    expect(onCommit).not.toHaveBeenCalled();
    await userEvent.keyboard('{Enter}');
    expect(onCommit).toHaveBeenCalledTimes(1);
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it('has one Skip in a frame: its own if it has one', async () => {
    const own = vi.fn<() => void>();
    const frame = vi.fn<() => void>();
    const framed = (onSkip?: () => void) => (
      <ElicitCard toolName="book" message="Who flies?" state="pending" onDecline={frame}>
        {card(ignore, onSkip)}
      </ElicitCard>
    );
    const { rerender } = await render(framed(own));
    await page.getByRole('button', { name: 'Skip' }).click();
    await rerender(framed());
    await page.getByRole('button', { name: 'Skip' }).click();
    expect([own.mock.calls.length, frame.mock.calls.length]).toEqual([1, 1]);
  });

  it('says in its footer that its answer was not sent, and sends it again', async () => {
    const onRetry = vi.fn<() => void>();
    await render(
      <ElicitCard toolName="book" message="Who flies?" state="failed" error="Nobody answers." onRetry={onRetry}>
        {card(ignore)}
      </ElicitCard>,
    );
    await expect.element(page.getByRole('alert').filter({ hasText: 'Not sent' })).toHaveTextContent('Nobody answers.');
    await page.getByRole('button', { name: 'Try again' }).click();
    expect(onRetry).toHaveBeenCalledTimes(1);
    expect(byPart('fields')?.closest('[inert]')).not.toBeNull();
  });

  it('says what just happened', async () => {
    await render(<Card title="Count" status="Three are left." />);
    await expect.element(page.getByRole('status')).toHaveTextContent('Three are left.');
  });

  it('shows a hostile title as short plain text', async () => {
    await render(<Card title={`<b>\u202E${'x'.repeat(500)}`} />);
    const title = byPart('title')?.textContent ?? '';
    expect(title).toContain('<b>');
    expect(title).not.toContain('\u202E');
    expect(title.length).toBeLessThanOrEqual(120);
  });
});

describe('each part', () => {
  it('takes a ref, a class and the props of its element', async () => {
    const refs = Array.from({ length: 8 }, () => createRef<never>());
    const dom = (at: number) => ({ ref: refs[at] as never, className: 'mine', id: `part-${at}` });
    await render(
      <Card {...dom(0)} title="All">
        <Fields {...dom(1)}>
          <Field {...dom(2)} label="Name">
            <input />
          </Field>
          <Notice {...dom(3)}>Known</Notice>
        </Fields>
        <Row {...dom(4)} kind="radio" choice="One" checked={false} onChoose={ignore} />
        <Facts {...dom(5)} facts={[{ label: 'Fee', value: '$1.00' }]} />
        <Footer {...dom(6)}>
          <Button {...dom(7)} kind="danger">
            Delete
          </Button>
        </Footer>
      </Card>,
    );
    for (const [at, ref] of refs.entries()) {
      const element = document.querySelector(`#part-${at}`);
      expect(element?.className, `of part ${at}`).toBe('mine');
      expect(ref.current, `of part ${at}`).toBe(element);
    }
  });

  it('has no style attribute, which a strict policy would drop', async () => {
    const { container } = await render(
      <Card title="All">
        <Notice kind="danger">Gone</Notice>
        <Facts facts={[]} />
      </Card>,
    );
    expect(container.querySelectorAll('[style]')).toHaveLength(0);
    expect(byPart('facts')).toBeNull();
  });
});
