import { expect, fn, userEvent, within } from 'storybook/test';
import preview from '../.storybook/preview.tsx';
import { MultiChoiceList } from '../src/ui/choice-list/MultiChoiceList.tsx';
import { said } from './said.ts';

const meta = preview.meta({
  title: 'Questions/MultiChoiceList',
  component: MultiChoiceList,
  args: {
    choices: [
      { value: 'bag', label: 'A checked bag', description: 'Up to 23 kg, $35' },
      { value: 'meal', label: 'A hot meal', description: '$18' },
      { value: 'wifi', label: 'Wi-Fi', description: '$8' },
    ],
    message: 'Would you like any extras?',
    max: 2,
    onRespond: fn(),
    onDecline: fn(),
    onDraftChange: fn(),
  },
  argTypes: { state: { control: 'inline-radio', options: ['pending', 'sending', 'failed'] } },
});

/** The answer lists the values in the order of the list, not of the ticks. */
export const Default = meta.story({
  async play({ canvasElement, args, globals }) {
    const canvas = within(canvasElement);
    const { choiceList } = said({ globals });
    await userEvent.click(canvas.getByRole('checkbox', { name: 'Wi-Fi' }));
    await userEvent.click(canvas.getByRole('checkbox', { name: 'A checked bag' }));
    await userEvent.click(canvas.getByRole('button', { name: choiceList.commit }));
    await expect(args.onRespond.mock.calls).toEqual([[{ choices: ['bag', 'wifi'] }, expect.anything()]]);
  },
});
export const Chosen = meta.story({ args: { draft: { choices: ['meal'] } } });
export const TooMany = meta.story({
  args: { draft: { choices: ['bag', 'meal', 'wifi'] } },
  async play({ canvasElement, args, globals }) {
    const canvas = within(canvasElement);
    const { choiceList, locale } = said({ globals });
    await userEvent.click(canvas.getByRole('button', { name: choiceList.commit }));
    await expect(canvas.getByRole('status')).toHaveTextContent(choiceList.atMost(2, locale));
    await expect(args.onRespond).not.toHaveBeenCalled();
  },
});
