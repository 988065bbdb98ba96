import type { ReactNode } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { arabic } from '../../src/messages-ar.ts';
import { ReviewText, type ReviewAnswer, type ReviewDraft } from '../../src/questions.ts';
import '../../src/styles.css';
import { ignore } from './page.ts';

const button = (name: string) => page.getByRole('button', { name, exact: true });
const asked = { message: 'May I send it?', onRespond: ignore };
const RightToLeft = ({ children }: { children: ReactNode }) => <div dir="rtl">{children}</div>;
const answers = () => vi.fn<(answer: ReviewAnswer) => void>();

describe('a text to review', () => {
  it('is approved as it is, with a comment if there is one', async () => {
    const onRespond = answers();
    await render(<ReviewText {...asked} text="Hello" onRespond={onRespond} />);
    await button('Approve').click();
    await page.getByRole('textbox', { name: /^Comment/ }).fill('Good');
    await button('Approve').click();
    expect(onRespond.mock.calls).toEqual([
      [{ verdict: 'approve' }, { title: 'Approve' }],
      [{ verdict: 'approve', comment: 'Good' }, { title: 'Approve' }],
    ]);
    expect(button('Edit').elements()).toHaveLength(0);
  });

  it('keeps what was written, and takes a text of its own only where one may edit', async () => {
    const onRespond = answers();
    const onDraftChange = vi.fn<(draft: ReviewDraft) => void>();
    const draft = { text: 'Hello!', comment: 'Louder' };
    const review = { ...asked, text: 'Hello', draft, onRespond, onDraftChange };
    const { rerender } = await render(<ReviewText {...review} />);
    await button('Approve').click();
    expect(onRespond).toHaveBeenLastCalledWith({ verdict: 'approve', comment: 'Louder' }, { title: 'Approve' });
    await rerender(<ReviewText {...review} edit />);
    await button('Edit').click();
    await page.getByRole('textbox', { name: 'Text' }).fill('Hello you!');
    expect(onDraftChange).toHaveBeenLastCalledWith({ text: 'Hello you!', comment: 'Louder' });
    await button('Send back').click();
    expect(onRespond).toHaveBeenLastCalledWith(
      { verdict: 'revise', text: 'Hello you!', comment: 'Louder' },
      { title: 'Send back' },
    );
  });

  it('says that it cannot show all of a text', async () => {
    const warning = page.getByText('Some of this is not shown');
    const { rerender } = await render(<ReviewText {...asked} text={'one\r\ntwo'} before="one" />);
    await expect.element(button('Approve')).toBeVisible();
    expect(warning.elements()).toHaveLength(0);
    for (const text of ['if (isAdmin\u200B) pay()', 'a'.repeat(100_001)]) {
      await rerender(<ReviewText {...asked} text={text} />);
      await expect.element(warning).toBeVisible();
    }
  });

  it('answers without a text that was edited and is again as it was', async () => {
    const onRespond = answers();
    await render(<ReviewText {...asked} text="Hello" edit draft={{ text: 'Hello!' }} onRespond={onRespond} />);
    await expect.element(page.getByText('Edited by you.')).toBeVisible();
    await button('Edit').click();
    await page.getByRole('textbox', { name: 'Text' }).fill('Hello');
    await button('Approve').click();
    expect(onRespond.mock.calls).toEqual([[{ verdict: 'approve' }, { title: 'Approve' }]]);
  });

  it('goes to the text when it is to be edited, and Enter there is a new line', async () => {
    const onRespond = answers();
    await render(<ReviewText {...asked} text="Hello" edit onRespond={onRespond} />);
    await button('Edit').click();
    await expect.element(page.getByRole('textbox', { name: 'Text' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    expect(onRespond).not.toHaveBeenCalled();
    await expect.element(button('Done')).toBeVisible();
  });

  it('tells insertions and deletions by signs, elements and words', async () => {
    await render(<ReviewText {...asked} text={'a\nsee you on Friday'} before={'a\nsee you on Monday'} />);
    const changes = page.getByRole('group', { name: 'Changes' });
    await expect.element(changes).toHaveTextContent('a−Removed: see you on Monday+Added: see you on Friday');
    expect(document.querySelector('del [data-elicit=diff-word]')?.textContent).toBe('Monday');
    expect(document.querySelector('ins [data-elicit=diff-word]')?.textContent).toBe('Friday');
  });

  it('writes each line in its own direction, and code from left to right, on a page in Arabic', async () => {
    const text = { ...asked, messages: arabic, text: 'PS: Enjoy them.', before: '' };
    const { rerender } = await render(<ReviewText {...text} />, { wrapper: RightToLeft });
    const directionOf = (selector: string) => getComputedStyle(document.querySelector(selector) as Element).direction;
    expect(directionOf('[data-elicit=reviewed]')).toBe('rtl');
    expect(directionOf('ins')).toBe('ltr');
    await rerender(<ReviewText {...text} text="const a = 1" format="code" edit />);
    expect(directionOf('[data-elicit=reviewed]')).toBe('ltr');
    await button(arabic.reviewText.edit).click();
    expect(directionOf('textarea')).toBe('ltr');
  });

  it('sets both texts side by side where there is room', async () => {
    await render(<ReviewText {...asked} text="b" before="a" />);
    const isBeside = () => {
      const [removed, added] = [...document.querySelectorAll('[data-elicit=change-side]')] as [Element, Element];
      return added.getBoundingClientRect().left >= removed.getBoundingClientRect().right - 1;
    };
    await page.viewport(600, 800);
    expect(isBeside()).toBe(false);
    await page.viewport(900, 800);
    expect(isBeside()).toBe(true);
  });

  it('hides lines that stay as they are until they are asked for', async () => {
    const lines = Array.from({ length: 30 }, (_, at) => `line ${at}`);
    await render(<ReviewText {...asked} text={`${lines.join('\n')}\nend`} before={lines.join('\n')} />);
    expect(page.getByText('line 0', { exact: true }).elements()).toHaveLength(0);
    await button('27 unchanged lines').click();
    await expect.element(page.getByText('line 0', { exact: true })).toBeInTheDocument();
  });

  it('scrolls a long text by key', async () => {
    await render(<ReviewText {...asked} text={'line\n'.repeat(200)} />);
    await userEvent.tab();
    const text = page.getByRole('group', { name: 'Text' });
    await expect.element(text).toHaveFocus();
    await userEvent.keyboard('{End}');
    await expect.poll(() => text.element().scrollTop).toBeGreaterThan(100);
  });

  it('shows hostile text as text, without marks that disguise it, and no more of it than people read', async () => {
    const hostile = `<b>pay\u202E${'x'.repeat(200_000)}`;
    await render(<ReviewText {...asked} text={hostile} edit />);
    const shown = page.getByRole('group', { name: 'Text' }).element().textContent ?? '';
    expect(shown.startsWith('<b>payx')).toBe(true);
    expect(shown.length).toBeLessThanOrEqual(100_000);
    // A text that was cut would come back cut.
    expect(button('Edit').elements()).toHaveLength(0);
  });
});
