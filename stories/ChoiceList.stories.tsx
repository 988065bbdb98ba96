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

const picture = (hue: number) =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8" fill="hsl(${hue} 60% 70%)"/><circle cx="4" cy="5" r="2.4" fill="hsl(${hue} 55% 40%)"/></svg>`,
  )}`;
const dishes = [
  { value: 'ramen', label: 'Ramen', description: 'Pork broth, egg', amount: '$14.00', image: picture(20) },
  { value: 'soba', label: 'Soba', description: 'Cold, with a dip', amount: '$12.50', image: picture(120) },
  { value: 'katsu', label: 'Katsu curry', amount: '$16.00', image: 'data:image/png;base64,broken', group: 'Rice' },
  { value: 'don', label: 'Tuna bowl', amount: '$19.00', image: picture(340), group: 'Rice' },
  { value: 'eel', label: 'Eel', amount: '$31.00', group: 'Rice', disabled: { reason: 'Sold out' } },
].map((dish) => ({ group: 'Noodles', ...dish }));
const find = (text: string) =>
  Promise.resolve(cities.filter(({ label }) => label.toLowerCase().includes(text.toLowerCase())));

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
    await expect(args.onRespond.mock.calls).toEqual([[{ choice: 'main' }, expect.anything()]]);
  },
});

/** The arrow keys choose, Enter answers. */
export const Keyboard = meta.story({
  async play({ args }) {
    await userEvent.tab();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    await expect(args.onRespond.mock.calls).toEqual([[{ choice: 'flex' }, expect.anything()]]);
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

/** Groups with names, pictures that are all of one size, and amounts at the end of the line. */
export const Menu = meta.story({
  args: { choices: dishes, message: 'What would you like?' },
  async play({ canvasElement }) {
    const rice = within(canvasElement).getByRole('group', { name: 'Rice' });
    await expect(within(rice).getAllByRole('radio')).toHaveLength(3);
    await expect(within(rice).getByRole('radio', { name: 'Tuna bowl' })).toHaveAccessibleDescription('$19.00');
  },
});

/** An answer of one's own comes last, and its field as soon as it is chosen. */
export const Other = meta.story({
  args: { other: true },
  async play({ canvasElement, args, globals }) {
    const canvas = within(canvasElement);
    const { choiceList } = said({ globals });
    await userEvent.click(canvas.getByRole('radio', { name: choiceList.other }));
    const field = canvas.getByRole('textbox', { name: choiceList.ownAnswer });
    await expect(field).toHaveFocus();
    await userEvent.type(field, 'Whatever is cheapest{Enter}');
    await expect(args.onRespond.mock.calls).toEqual([
      [{ choice: 'Whatever is cheapest' }, { title: 'Whatever is cheapest' }],
    ]);
  },
});

/** Choices from elsewhere, as the person types. */
export const SearchElsewhere = meta.story({
  args: { choices: cities.slice(0, 3), search: find, message: 'Where to?' },
  async play({ canvasElement, globals }) {
    const canvas = within(canvasElement);
    await userEvent.type(canvas.getByRole('searchbox', { name: said({ globals }).choiceList.search }), 'lis');
    await expect(await canvas.findByRole('radio', { name: 'Lisbon' })).toBeVisible();
  },
});
export const SearchFails = meta.story({
  args: { choices: cities.slice(0, 3), search: () => Promise.reject(new Error('No connection')) },
  async play({ canvasElement, globals }) {
    const canvas = within(canvasElement);
    const { choiceList } = said({ globals });
    await userEvent.type(canvas.getByRole('searchbox', { name: choiceList.search }), 'lis');
    await expect(await canvas.findByText(choiceList.searchFailed)).toBeVisible();
    await expect(canvas.getByRole('button', { name: said({ globals }).card.retry })).toBeVisible();
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
