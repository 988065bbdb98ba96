import { expect, fn, userEvent, within } from 'storybook/test';
import preview from '../.storybook/preview.tsx';
import { ChoiceList } from '../src/ui/choice-list/ChoiceList.tsx';
import { said } from './said.ts';

const fares = [
  { value: 'basic', label: 'Basic', description: 'Carry-on only, no changes' },
  { value: 'main', label: 'Main', description: 'One checked bag, changes for a fee' },
  { value: 'flex', label: 'Flex', description: 'Two checked bags, free changes' },
  { value: 'first', label: 'First', description: 'Lounge and a bed', disabled: { reason: 'Sold out' } },
];
const cities = 'Amsterdam Athens Berlin Bogotá Dublin Lima Lisbon London Madrid Málaga Oslo Paris Rome Vienna Zürich'
  .split(' ')
  .map((label) => ({ value: label.slice(0, 3).toLowerCase(), label }));

const meta = preview.meta({
  title: 'Answers/ChoiceList',
  component: ChoiceList,
  args: {
    choices: fares,
    message: 'Which fare would you like?',
    onRespond: fn(),
    onDecline: fn(),
    onDraftChange: fn(),
  },
  argTypes: { state: { control: 'inline-radio', options: ['pending', 'sending', 'failed'] } },
});

/** Choosing is not answering; Continue is. */
export const Default = meta.story({
  async play({ canvasElement, args, globals }) {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByRole('radio', { name: 'Main' }));
    await expect(args.onRespond).not.toHaveBeenCalled();
    await userEvent.click(canvas.getByRole('button', { name: said({ globals }).choiceList.commit }));
    await expect(args.onRespond.mock.calls).toEqual([[{ choice: 'main' }]]);
  },
});

/** The arrow keys choose, Enter answers. */
export const Keyboard = meta.story({
  async play({ args }) {
    await userEvent.tab();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    await expect(args.onRespond.mock.calls).toEqual([[{ choice: 'flex' }]]);
  },
});

/** More than twelve come with a search that minds neither case nor accents. */
export const Search = meta.story({
  args: { choices: cities },
  async play({ canvasElement, globals }) {
    const canvas = within(canvasElement);
    const { choiceList, locale } = said({ globals });
    await userEvent.type(canvas.getByRole('searchbox', { name: choiceList.search }), 'malaga');
    await expect(canvas.getAllByRole('radio')).toHaveLength(1);
    await expect(canvas.getByRole('radio', { name: 'Málaga' })).toBeVisible();
    await expect(canvas.getByRole('status')).toHaveTextContent(choiceList.matches(1, locale));
  },
});

export const Selected = meta.story({ args: { draft: { choice: 'main' } } });
export const Dark = meta.story({ args: { draft: { choice: 'main' } }, globals: { theme: 'dark' } });
export const Narrow = meta.story({ args: { draft: { choice: 'main' } }, parameters: { width: 328 } });
export const RightToLeft = meta.story({ args: { draft: { choice: 'main' } }, globals: { direction: 'rtl' } });
export const Sending = meta.story({ args: { draft: { choice: 'main' }, state: 'sending' } });
export const FailedWithIssues = meta.story({
  args: {
    draft: { choice: 'main' },
    state: 'failed',
    issues: [{ path: ['choice'], message: 'That fare has just gone.' }],
  },
});
export const Empty = meta.story({ args: { choices: [] } });
