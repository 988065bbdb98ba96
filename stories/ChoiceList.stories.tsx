import { expect, fn, userEvent, within } from 'storybook/test';
import preview from '../.storybook/preview.tsx';
import { ChoiceList } from '../src/ui/choice-list/ChoiceList.tsx';
import { said } from './said.ts';
import { MultiChoiceList } from '../src/ui/choice-list/MultiChoiceList.tsx';
import { longText, pageOfStates, SideBySide } from './side-by-side.tsx';

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
  title: 'Questions/ChoiceList',
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

/** Choosing does not answer; Continue does. */
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

/** More than twelve choices get a search that ignores case and accents. */
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
/** The choice that was refused is marked, and another one is waited for. */
export const Refused = meta.story({
  args: {
    draft: { choice: 'main' },
    issues: [{ path: ['choice'], message: 'That fare has just gone.' }],
  },
});

/** Every state, for one choice and for several. */
export const States = meta.story({
  parameters: pageOfStates,
  async play({ canvasElement, globals }) {
    const { search } = said({ globals }).choiceList;
    const [, nothing] = within(canvasElement).getAllByRole('searchbox', { name: search });
    await userEvent.type(nothing as HTMLElement, 'zzz');
  },
  render: (args) => {
    const chosen = { ...args, draft: { choice: 'main' } };
    const { message, onDecline } = args;
    const several = { choices: fares, message, onDecline, onRespond: () => {}, draft: { choices: ['basic', 'flex'] } };
    const issues = [{ path: ['choice'], message: 'That fare has just gone.' }];
    const long = fares.map((fare) => ({ ...fare, label: `${fare.label}: ${longText}`, description: longText }));
    return (
      <SideBySide
        states={{
          'Nothing chosen': <ChoiceList {...args} />,
          Chosen: <ChoiceList {...chosen} />,
          Sending: <ChoiceList {...chosen} state="sending" />,
          'Not sent': <ChoiceList {...chosen} state="failed" />,
          'Asked again': <ChoiceList {...chosen} issues={issues} />,
          Empty: <ChoiceList {...args} choices={[]} />,
          'Several chosen': <MultiChoiceList {...several} />,
          'Several, not sent': <MultiChoiceList {...several} state="failed" />,
          'Long text': <ChoiceList {...args} choices={long.slice(0, 2)} message={longText} />,
          'Many, with a search': <ChoiceList {...args} choices={cities} />,
          'Nothing found': <ChoiceList {...args} choices={cities} />,
        }}
      />
    );
  },
});
