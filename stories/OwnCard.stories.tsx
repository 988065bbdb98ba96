import { expect, fn, userEvent, within } from 'storybook/test';
import { RateStay } from '../docs/examples/RateStay.tsx';
import preview from '../.storybook/preview.tsx';
import { Button, Card, Facts, Field, Fields, Footer, Notice, Row } from '../src/kit.ts';
import { longText, pageOfStates, SideBySide } from './side-by-side.tsx';

const meta = preview.meta({
  title: 'Questions/Own card',
  component: RateStay,
  args: { message: 'How was your stay?', onRespond: fn(), onDecline: fn(), onDraftChange: fn() },
  argTypes: { state: { control: 'inline-radio', options: ['pending', 'sending', 'failed'] } },
});

/** A card of one's own, made of the parts of `elicitkit/kit`. Choosing does not answer; Send does. */
export const Default = meta.story({
  async play({ canvasElement, args }) {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByRole('button', { name: 'Send' }));
    await expect(args.onRespond).not.toHaveBeenCalled();
    await expect(canvas.getByRole('radio', { name: 'Good' })).toHaveFocus();
    await userEvent.click(canvas.getByRole('radio', { name: 'Fair' }));
    await userEvent.type(canvas.getByRole('textbox', { name: /^Anything else\?/ }), 'Thin walls');
    await userEvent.click(canvas.getByRole('button', { name: 'Send' }));
    await expect(args.onRespond.mock.calls).toEqual([
      [
        { mood: 'Fair', remark: 'Thin walls' },
        { title: 'Fair', detail: 'Thin walls' },
      ],
    ]);
  },
});

/** The arrow keys choose, Enter answers. */
export const Keyboard = meta.story({
  async play({ args }) {
    await userEvent.tab();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    await expect(args.onRespond.mock.calls).toEqual([[{ mood: 'Bad' }, { title: 'Bad' }]]);
  },
});

/** Every state, and every part. */
export const States = meta.story({
  parameters: pageOfStates,
  render: (args) => {
    const chosen = { ...args, draft: { mood: 'Good', remark: 'The breakfast' } };
    return (
      <SideBySide
        states={{
          'Nothing chosen': <RateStay {...args} />,
          Chosen: <RateStay {...chosen} />,
          Sending: <RateStay {...chosen} state="sending" />,
          'Not sent': <RateStay {...chosen} state="failed" />,
          'Asked again': <RateStay {...chosen} issues={[{ path: [], message: 'The hotel takes no more ratings.' }]} />,
          'A wrong entry': <Transfer error="Enter an amount above 0." />,
          'Every part': <Transfer />,
          'Long text': <Transfer long={longText} />,
        }}
      />
    );
  },
});

/** A card with all parts. */
function Transfer({ error, long }: { error?: string; long?: string }) {
  const account = { value: 'b', label: long ?? 'Savings', description: long ?? '$2,300.00' };
  return (
    <Card message={long ?? 'Transfer to Ada?'} subtitle={long ?? 'Example Bank'}>
      <Fields>
        <Notice>{long ?? 'Transfers take a day.'}</Notice>
        {error && <Notice kind="warning">One entry is wrong.</Notice>}
        {long && <Notice kind="danger">{long}</Notice>}
        <Field label={long ?? 'Amount'} hint={long ?? 'In dollars'} error={error}>
          <input defaultValue="0" inputMode="decimal" />
        </Field>
        <Field label="Currency">
          <select defaultValue="USD">
            <option>USD</option>
            <option>EUR</option>
          </select>
        </Field>
        <Field label="Words for Ada" optional>
          <textarea rows={2} />
        </Field>
      </Fields>
      <Row kind="radio" choice={account} checked onChoose={() => {}} />
      <Row
        kind="radio"
        choice={{ value: 'c', label: 'Travel', disabled: { reason: 'It is empty.' } }}
        checked={false}
        onChoose={() => {}}
      />
      <Row kind="checkbox" name="again" choice="Every month" checked={false} onChoose={() => {}} />
      <Facts
        facts={[
          { label: 'Fee', value: long ?? '$0.00' },
          { label: 'In all', value: '$120.00', total: true },
        ]}
      />
      <Footer
        summary={error ? 'One entry is wrong.' : '$120.00'}
        invalid={error !== undefined}
        commit={long ? 'Send it right away' : 'Send'}
        tone={long ? 'danger' : 'default'}
        onSkip={() => {}}
      >
        <Button kind="quiet" disabled>
          Later
        </Button>
      </Footer>
    </Card>
  );
}
