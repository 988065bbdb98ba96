import { expect, fn, userEvent, within } from 'storybook/test';
import preview from '../.storybook/preview.tsx';
import { ReviewText } from '../src/questions.ts';
import { said } from './said.ts';
import { longText, pageOfStates, SideBySide } from './side-by-side.tsx';

const letter = `Dear Ms Lovelace,

thank you for your order of 12 chairs. They leave our house on Monday
and reach you by Thursday.

Kind regards
The Workshop`;
const earlier = letter.replace('12 chairs', '10 chairs').replace('Monday', 'Friday').replace('Kind regards\n', '');
const config = Array.from({ length: 20 }, (_, at) => `setting_${at} = ${at}`);
const code = config.with(9, 'setting_9 = "on"').toSpliced(15, 2).join('\n');

const meta = preview.meta({
  title: 'Questions/ReviewText',
  component: ReviewText,
  args: {
    text: letter,
    edit: true,
    message: 'May I send this letter?',
    onRespond: fn(),
    onDecline: fn(),
    onDraftChange: fn(),
  },
  argTypes: { state: { control: 'inline-radio', options: ['pending', 'sending', 'failed'] } },
});

/** To send a text back takes a comment. */
export const Default = meta.story({
  async play({ canvasElement, args, globals }) {
    const canvas = within(canvasElement);
    const { reviewText } = said({ globals });
    await userEvent.click(canvas.getByRole('button', { name: reviewText.revise }));
    const comment = canvas.getByRole('textbox', { name: (name) => name.startsWith(reviewText.comment) });
    await expect(comment).toHaveFocus();
    await expect(comment).toHaveAccessibleDescription(reviewText.missing);
    await userEvent.type(comment, 'Shorter');
    await userEvent.click(canvas.getByRole('button', { name: reviewText.revise }));
    await expect(args.onRespond.mock.calls).toEqual([
      [{ verdict: 'revise', comment: 'Shorter' }, { title: reviewText.revise }],
    ]);
  },
});

/** What is edited is part of the answer. */
export const Edited = meta.story({
  args: { text: 'Hello' },
  async play({ canvasElement, args, globals }) {
    const canvas = within(canvasElement);
    const { reviewText } = said({ globals });
    await userEvent.click(canvas.getByRole('button', { name: reviewText.edit }));
    await userEvent.type(canvas.getByRole('textbox', { name: reviewText.text }), ' Ada');
    await userEvent.click(canvas.getByRole('button', { name: reviewText.done }));
    await expect(canvas.getByRole('group', { name: reviewText.text })).toHaveTextContent('Hello Ada');
    await userEvent.click(canvas.getByRole('button', { name: reviewText.approve }));
    await expect(args.onRespond.mock.calls).toEqual([
      [{ verdict: 'approve', text: 'Hello Ada' }, { title: reviewText.approve }],
    ]);
  },
});

/** Changes by lines, and by words within them. In a wide card the two stand side by side. */
export const Changes = meta.story({ args: { before: earlier } });

/** Lines that stay as they are can be shown. */
export const Code = meta.story({
  args: { text: code, before: config.join('\n'), format: 'code', message: 'Shall I save this file?' },
  parameters: { width: 760 },
  async play({ canvasElement, globals }) {
    const canvas = within(canvasElement);
    const { reviewText, locale } = said({ globals });
    await userEvent.click(canvas.getByRole('button', { name: reviewText.unchanged(6, locale) }));
    await expect(canvas.getByText('setting_0 = 0')).toBeVisible();
  },
});

/** Every state, side by side. */
export const States = meta.story({
  parameters: pageOfStates,
  async play({ canvasElement, globals }) {
    const canvas = within(canvasElement);
    const { reviewText } = said({ globals });
    const [first] = canvas.getAllByRole('button', { name: reviewText.edit });
    const [back] = canvas.getAllByRole('button', { name: reviewText.revise });
    await userEvent.click(back as HTMLElement);
    await userEvent.click(first as HTMLElement);
  },
  render: (args) => {
    const changed = { ...args, before: earlier };
    return (
      <SideBySide
        states={{
          'Being edited, without a comment': <ReviewText {...args} />,
          'To read only': <ReviewText {...args} edit={false} />,
          Changes: <ReviewText {...changed} />,
          Edited: <ReviewText {...changed} draft={{ text: `${letter}\nPS: Enjoy them.`, comment: 'Added a line' }} />,
          Sending: <ReviewText {...changed} state="sending" />,
          'Not sent': <ReviewText {...changed} state="failed" />,
          'Asked again': <ReviewText {...changed} issues={[{ path: [], message: 'The mail server refused it.' }]} />,
          Code: <ReviewText {...args} text={code} before={config.join('\n')} format="code" message="Save it?" />,
          'A new text': <ReviewText {...args} before="" />,
          'Long text': <ReviewText {...args} text={longText} before={`${longText} More.`} message={longText} />,
        }}
      />
    );
  },
});
