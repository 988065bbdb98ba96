import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import '../../src/styles.css';
import { ChoiceList } from '../../src/ui/choice-list/ChoiceList.tsx';
import type { ChoiceAnswer } from '../../src/ui/choice-list/ChoiceListRoot.tsx';
import { MultiChoiceList } from '../../src/ui/choice-list/MultiChoiceList.tsx';
import type { ChoicesAnswer } from '../../src/ui/choice-list/MultiChoiceListRoot.tsx';
import { Confirm } from '../../src/ui/confirm/Confirm.tsx';
import type { ConfirmAnswer } from '../../src/ui/confirm/ConfirmRoot.tsx';
import { ignore, overflow, tabStops } from './page.ts';

const button = (name: string) => page.getByRole('button', { name });
const press = (element: Element) => (element as HTMLElement).click();
const nasty = `<img src=x onerror="window.hacked=1">\u202Egnp.exe${'W'.repeat(5000)}`;
const fares = [
  'Basic',
  { value: 'm', label: 'Main', description: 'One bag' },
  { value: 'f', label: 'f', disabled: { reason: 'Gone' } },
];

describe('Confirm', () => {
  it('answers yes and no, and takes both for an answer', async () => {
    const onRespond = vi.fn<(answer: ConfirmAnswer) => void>();
    await render(<Confirm message="Really?" onRespond={onRespond} />);
    await expect.element(page.getByRole('group', { name: 'Really?' })).toBeVisible();
    await button('No').click();
    await button('Confirm').click();
    expect(onRespond.mock.calls).toEqual([
      [{ confirmed: false }, { title: 'No' }],
      [{ confirmed: true }, { title: 'Yes' }],
    ]);
  });

  it('declines by its no where it can be declined, unless a handler goes on from a no', async () => {
    const onRespond = vi.fn<(answer: ConfirmAnswer) => void>();
    const onDecline = vi.fn<() => void>();
    const screen = await render(<Confirm onRespond={onRespond} onDecline={onDecline} />);
    await button('No').click();
    expect([onDecline.mock.calls.length, onRespond.mock.calls]).toEqual([1, []]);
    await screen.rerender(<Confirm deny="answer" onRespond={onRespond} onDecline={onDecline} />);
    await button('No').click();
    expect([onDecline.mock.calls.length, onRespond.mock.calls]).toEqual([1, [[{ confirmed: false }, { title: 'No' }]]]);
    await screen.rerender(<Confirm state="sending" onRespond={onRespond} onDecline={onDecline} />);
    press(document.querySelector('[data-elicit=skip]') as Element);
    expect(onDecline).toHaveBeenCalledOnce();
  });

  it('says what it is told to, and shows its details as terms and values', async () => {
    const details = [{ label: 'Total', value: '$281.10' }];
    await render(
      <Confirm title="Pay?" confirmLabel="Pay" denyLabel="Back" tone="danger" details={details} onRespond={ignore} />,
    );
    expect(await tabStops()).toEqual(['Back', 'Pay']);
    await expect.element(page.getByRole('term')).toHaveTextContent('Total');
    await expect.element(page.getByRole('definition')).toHaveTextContent('$281.10');
    expect(document.querySelector('[data-elicit=confirm]')).toHaveAttribute('data-tone', 'danger');
  });

  it('says its question as loud as its text, below a title', async () => {
    await render(<Confirm title="Your booking" message="Shall I cancel it?" onRespond={ignore} />);
    const styleOf = (text: string) => getComputedStyle(page.getByText(text).element());
    const card = getComputedStyle(document.querySelector('[data-elicit=card]') as Element);
    const [question, title] = [styleOf('Shall I cancel it?'), styleOf('Your booking')];
    expect([question.fontSize, question.color]).toEqual([card.fontSize, title.color]);
    expect(parseFloat(title.fontSize)).toBeGreaterThan(parseFloat(question.fontSize));
  });

  it('sets the total apart from what it is the total of', async () => {
    const details = [
      { label: 'Seats', value: '35A, 35B' },
      { label: 'Total', value: '$281.10', total: true },
    ];
    await render(<Confirm details={details} onRespond={ignore} />);
    const [seats, total] = page.getByRole('definition').elements();
    const weight = (element: Element | undefined) => Number(getComputedStyle(element as Element).fontWeight);
    expect([weight(seats), weight(total)]).toEqual([400, 600]);
    expect(getComputedStyle(total?.parentElement as Element).borderTopWidth).toBe('1px');
    expect(document.querySelectorAll('[data-elicit=fact][data-kind=total]')).toHaveLength(1);
  });

  it('is inert while sending and comes back when that fails', async () => {
    const onRespond = vi.fn<(answer: ConfirmAnswer) => void>();
    const screen = await render(<Confirm onRespond={onRespond} state="sending" />);
    await expect.element(page.getByRole('status')).toHaveTextContent('Sending your answer…');
    expect(await tabStops()).toEqual([]);
    await screen.rerender(<Confirm onRespond={onRespond} state="failed" />);
    await expect.element(page.getByRole('status')).toHaveTextContent('Your answer was not sent.');
    await button('Confirm').click();
    expect(onRespond.mock.calls).toEqual([[{ confirmed: true }, { title: 'Yes' }]]);
  });

  it('holds hostile words at 360 px', async () => {
    await page.viewport(360, 800);
    await render(
      <Confirm
        {...{ message: nasty, title: nasty, confirmLabel: nasty, denyLabel: nasty }}
        details={[{ label: nasty, value: nasty }]}
        onRespond={ignore}
      />,
    );
    expect(document.querySelector('img')).toBeNull();
    expect(document.body.textContent).not.toContain('\u202E');
    expect(overflow()).toEqual([]);
  });
});

describe('ChoiceList', () => {
  it('answers with the value when Continue is pressed, and never before', async () => {
    const onRespond = vi.fn<(answer: ChoiceAnswer) => void>();
    const onDraftChange = vi.fn<(draft: ChoiceAnswer) => void>();
    await render(<ChoiceList choices={fares} onRespond={onRespond} onDraftChange={onDraftChange} />);
    press(button('Continue').element());
    await expect.element(page.getByRole('status')).toHaveTextContent('Choose one first.');
    await page.getByRole('radio', { name: 'Main' }).click();
    await expect.element(page.getByRole('radio', { name: 'Main' })).toHaveAccessibleDescription('One bag');
    expect(onRespond).not.toHaveBeenCalled();
    await button('Continue').click();
    expect(onRespond.mock.calls).toEqual([[{ choice: 'm' }, { title: 'Main' }]]);
    expect(onDraftChange.mock.calls).toEqual([[{ choice: 'm' }]]);
  });

  it('has words that do not run into each other where nothing sets them apart', async () => {
    const choices = [{ value: 'f', label: 'First', description: 'A bed', disabled: { reason: 'Gone' } }];
    await render(<ChoiceList choices={choices} onRespond={ignore} />);
    const words = document.querySelector('[data-elicit=choice]')?.textContent;
    expect(words?.replaceAll(/\s+/g, ' ').trim()).toBe('First A bed Gone');
  });

  it('is walked by arrows, answers on Enter, and does not send the form around it', async () => {
    const onRespond = vi.fn<(answer: ChoiceAnswer) => void>();
    const onSubmit = vi.fn<() => void>();
    await render(
      <form onSubmit={onSubmit}>
        <ChoiceList choices={fares} onRespond={onRespond} onDecline={ignore} />
      </form>,
    );
    expect(await tabStops()).toHaveLength(3);
    (page.getByRole('radio', { name: 'Basic' }).element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    expect(onRespond.mock.calls).toEqual([[{ choice: 'm' }, { title: 'Main' }]]);
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it('does not offer what cannot be chosen, and says why', async () => {
    const onRespond = vi.fn<(answer: ChoiceAnswer) => void>();
    await render(<ChoiceList choices={fares} onRespond={onRespond} draft={{ choice: 'f' }} />);
    await expect.element(page.getByRole('radio', { name: 'f' })).toBeDisabled();
    await expect.element(page.getByRole('radio', { name: 'f' })).toHaveAccessibleDescription('Gone');
    press(button('Continue').element());
    expect(onRespond).not.toHaveBeenCalled();
  });

  it('comes with a search above twelve choices, which keeps what it hides', async () => {
    const onRespond = vi.fn<(answer: ChoiceAnswer) => void>();
    const screen = await render(<ChoiceList choices={numbered(12)} onRespond={onRespond} />);
    await expect.element(page.getByRole('searchbox')).not.toBeInTheDocument();
    await screen.rerender(<ChoiceList choices={[...numbered(12), 'Zürich']} onRespond={onRespond} />);
    await page.getByRole('radio', { name: 'n3', exact: true }).click();
    await page.getByRole('searchbox', { name: 'Search' }).fill('zurich');
    expect(page.getByRole('radio').elements()).toHaveLength(1);
    await expect.element(page.getByRole('status')).toHaveTextContent('1 choice.');
    await page.getByRole('searchbox').fill('nowhere');
    await expect.element(page.getByText('No choice matches.')).toBeVisible();
    await button('Continue').click();
    expect(onRespond.mock.calls).toEqual([[{ choice: 'n3' }, { title: 'n3' }]]);
  });

  it('holds hostile words at 360 px', async () => {
    await page.viewport(360, 800);
    const choices = [{ value: nasty, label: nasty, description: nasty, disabled: { reason: nasty } }, nasty, 'b'];
    await render(<ChoiceList choices={choices} title={nasty} message={nasty} onRespond={ignore} />);
    expect(page.getByRole('radio').elements()).toHaveLength(2);
    expect(document.querySelector('img')).toBeNull();
    expect(document.body.textContent).not.toContain('\u202E');
    expect(overflow()).toEqual([]);
  });
});

describe('a choice that was refused', () => {
  it('is marked with the reason, and another one is waited for', async () => {
    const onRespond = vi.fn<(answer: ChoiceAnswer) => void>();
    const issues = [{ path: ['choice'], message: `That fare has just gone. ${nasty}` }];
    await render(<ChoiceList choices={fares} draft={{ choice: 'm' }} issues={issues} onRespond={onRespond} />);
    expect(page.getByRole('alert').elements()).toEqual([]);
    await expect.element(page.getByRole('radio', { name: 'Main' })).toBeDisabled();
    await expect
      .element(page.getByRole('radio', { name: 'Main' }))
      .toHaveAccessibleDescription(/^One bag That fare has just gone\. <img/);
    await expect.element(page.getByRole('status')).toHaveTextContent(/^That fare has just gone\./);
    expect(overflow()).toEqual([]);
    await button('Continue').click();
    await expect.element(page.getByRole('radio', { name: 'Basic' })).toHaveFocus();
    expect(onRespond).not.toHaveBeenCalled();
  });

  it.each([
    ['the next one', 'main', 'first'],
    ['the one before, if there is no other', 'first', 'main'],
  ])('is told once by eye and once by ear, and the focus goes to %s', async (_, sent, expected) => {
    const open = ['basic', 'main', 'first'];
    const list = (more: object) => <ChoiceList choices={open} draft={{ choice: sent }} onRespond={ignore} {...more} />;
    const screen = await render(list({}));
    button('Continue').element().focus();
    await screen.rerender(list({ state: 'sending' }));
    await screen.rerender(list({ issues: [{ path: ['choice'], message: 'It has just gone.' }] }));
    await expect.element(page.getByRole('radio', { name: expected })).toHaveFocus();
    await expect.element(page.getByRole('status')).toHaveTextContent('It has just gone.');
    const shown = page
      .getByText('It has just gone.')
      .elements()
      .filter((element) => element.getBoundingClientRect().width > 1);
    expect(shown.map((element) => (element as HTMLElement).dataset['elicit'])).toEqual(['reason']);
  });

  it('leaves the focus where the person went meanwhile', async () => {
    const list = (more: object) => (
      <>
        <ChoiceList choices={['a', 'b']} draft={{ choice: 'a' }} onRespond={ignore} {...more} />
        <input aria-label="Elsewhere" />
      </>
    );
    const screen = await render(list({}));
    button('Continue').element().focus();
    await screen.rerender(list({ state: 'sending' }));
    const elsewhere = page.getByRole('textbox', { name: 'Elsewhere' });
    await elsewhere.click();
    await screen.rerender(list({ issues: [{ path: ['choice'], message: 'It has just gone.' }] }));
    await expect.element(page.getByRole('radio', { name: 'a' })).toBeDisabled();
    await expect.element(elsewhere).toHaveFocus();
  });

  it('is one of several, which the index of the issue tells', async () => {
    const onRespond = vi.fn<(answer: ChoicesAnswer) => void>();
    const issues = [
      { path: ['choices', 1], message: 'Gone.' },
      { path: ['choices'], message: 'Two at least, please.' },
    ];
    const choices = ['a', 'b', 'c', 'd'];
    await render(
      <MultiChoiceList choices={choices} draft={{ choices: ['d', 'b'] }} issues={issues} onRespond={onRespond} />,
    );
    await expect.element(page.getByRole('alert')).toHaveTextContent(/^Two at least, please\.$/);
    await expect.element(page.getByRole('checkbox', { name: 'd' })).toBeDisabled();
    await page.getByRole('checkbox', { name: 'a' }).click();
    await button('Continue').click();
    expect(onRespond.mock.calls).toEqual([[{ choices: ['a', 'b'] }, { title: 'a · b' }]]);
  });

  it('stands above the title where the answer was none of these', async () => {
    const issues = [{ path: ['choice'], message: 'Choose one from the list.' }];
    await render(<ChoiceList choices={fares} draft={{ choice: 'z' }} issues={issues} onRespond={ignore} />);
    await expect.element(page.getByRole('alert')).toHaveTextContent('Choose one from the list.');
  });
});

describe('MultiChoiceList', () => {
  it('answers with the values in the order of the list', async () => {
    const onRespond = vi.fn<(answer: ChoicesAnswer) => void>();
    await render(
      <MultiChoiceList choices={['a', 'b', 'c']} onRespond={onRespond} draft={{ choices: ['c', 7, 'x'] }} />,
    );
    await page.getByRole('checkbox', { name: 'a' }).click();
    await button('Continue').click();
    expect(onRespond.mock.calls).toEqual([[{ choices: ['a', 'c'] }, { title: 'a · c' }]]);
  });

  it('says what is too few or too many', async () => {
    const onRespond = vi.fn<(answer: ChoicesAnswer) => void>();
    const screen = await render(<MultiChoiceList choices={['a', 'b', 'c']} max={1} onRespond={onRespond} />);
    press(button('Continue').element());
    await expect.element(page.getByRole('status')).toHaveTextContent('Choose at least 1.');
    await page.getByRole('checkbox', { name: 'a' }).click();
    await page.getByRole('checkbox', { name: 'b' }).click();
    press(button('Continue').element());
    await expect.element(page.getByRole('status')).toHaveTextContent('Choose at most 1.');
    // The summary beside the button says so, and nothing else that is seen.
    const seen = page
      .getByText('Choose at most 1.')
      .elements()
      .filter(({ clientHeight }) => clientHeight > 1);
    expect(seen.map((one) => one.getAttribute('data-elicit'))).toEqual(['summary']);
    expect(onRespond).not.toHaveBeenCalled();
    await screen.unmount();
    await render(<MultiChoiceList choices={['a']} min={0} onRespond={onRespond} />);
    await button('Continue').click();
    expect(onRespond.mock.calls).toEqual([[{ choices: [] }, { title: '' }]]);
  });
});

const numbered = (count: number): string[] => Array.from({ length: count }, (_, i) => `n${i}`);
