import type { ReactElement } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';
import * as z from 'zod';
import '../../src/styles.css';
import { ChoiceList, ElicitOutlet, PluginSessionProvider } from '../../src/index.ts';
import { answerWith, createMcpTool, makePlugin } from '../../src/plugin.ts';
import { FileDrop, PickDate, PickDates, PickRow, PickRows, ReviewCall, ReviewText } from '../../src/questions.ts';
import {
  answerIdOf,
  ask,
  askFirst,
  closeAll,
  complete,
  createHarness,
  info,
  settled,
  state,
} from '../client/harness.ts';
import { bills, dishes } from '../ui/question-samples.tsx';

beforeEach(() => page.viewport(800, 900));
afterEach(closeAll);

interface AnswerProps {
  onRespond: (answer: object) => void;
}
type Ask = (props: AnswerProps) => ReactElement;

const december = { today: '2026-12-03', min: '2026-12-03' };
const call = { tool: 'refund', arguments: { order: 'A-1' }, parameters: { type: 'object' } };
const kept = { files: [{ id: 'a', name: 'receipt.pdf', bytes: 9 }] };

/** Each question, the keys that answer it, and the answer. */
const questions: readonly (readonly [string, Ask, string, object])[] = [
  ['a ChoiceList', (props) => <ChoiceList {...props} choices={dishes} other />, '{Tab} ', { choice: 'ramen' }],
  ['PickRows', (props) => <PickRows {...props} {...bills} />, '{Tab}{Tab}{Tab}{Tab} ', { rows: ['b1'] }],
  ['a PickRow', (props) => <PickRow {...props} {...bills} />, '{Tab}{Tab}{Tab}{Tab} ', { row: 'b1' }],
  [
    'a PickDate',
    (props) => <PickDate {...props} {...december} />,
    '{Tab}{Tab}{Tab}{Tab}{ArrowRight}{Enter}',
    { date: '2026-12-04' },
  ],
  [
    'PickDates',
    (props) => <PickDates {...props} {...december} locale="en-US" />,
    '{Tab}12/4/2026{Tab}12/6/2026',
    { from: '2026-12-04', to: '2026-12-06' },
  ],
  ['a FileDrop', (props) => <FileDrop {...props} upload={async () => 'b'} draft={kept} />, '{Tab}', { files: ['a'] }],
  ['a ReviewCall', (props) => <ReviewCall {...props} {...call} />, '{Tab}', { approved: true }],
  [
    'a ReviewText',
    (props) => <ReviewText {...props} text="See you" before="" />,
    '{Tab}{Tab}Good',
    { verdict: 'approve', comment: 'Good' },
  ],
];

const tool = createMcpTool('ask')
  .description('Ask')
  .parameters(z.object({}))
  .elicits({ it: z.record(z.string(), z.unknown()) });

async function show(Component: Ask): Promise<ReturnType<typeof createHarness>> {
  const Question = ({ onRespond }: { onRespond: (answer: Record<string, unknown>) => void }) => (
    <Component onRespond={(answer) => onRespond({ ...answer })} />
  );
  const plugin = makePlugin(tool)
    .onElicit({ it: answerWith(Question, () => ({})) })
    .build();
  const harness = createHarness({ plugins: [plugin] });
  await render(
    <PluginSessionProvider client={harness.client}>
      <ElicitOutlet presentation="dialog" />
      <textarea aria-label="Message" />
    </PluginSessionProvider>,
  );
  await page.getByLabelText('Message').click();
  const question = ask({ toolName: 'ask', key: 'it', message: 'Which one?', schema: {} });
  await askFirst(harness, question);
  return harness;
}

/** Goes on to a button with Tab, and presses it. */
async function pressByKey(name: RegExp): Promise<void> {
  for (let stops = 0; stops < 12 && !name.test(document.activeElement?.textContent ?? ''); stops += 1) {
    await userEvent.keyboard('{Tab}');
  }
  expect(document.activeElement?.textContent).toMatch(name);
  await userEvent.keyboard('{Enter}');
}

it.each(questions)(
  '%s is answered by key in a dialog, which gives the focus back',
  async (_, Component, keys, answer) => {
    const harness = await show(Component);
    await expect.element(page.getByRole('dialog')).toHaveFocus();
    await expect.element(page.getByRole('dialog').getByRole('group').first()).toBeVisible();
    await userEvent.keyboard(keys);
    await pressByKey(/^(Continue|Allow|Approve)$/);

    const stream = await harness.server.accept();
    const result = stream.request.body.pluginElicitResponses?.[0]?.result;
    expect(result).toEqual({ action: 'accept', content: answer });

    const end = settled('accept', { toolName: 'ask', key: 'it' }, answerIdOf(stream.request));
    stream.end(info, end, state(), complete);
    await harness.when(({ status }) => status === 'idle');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await expect.element(page.getByLabelText('Message')).toHaveFocus();
  },
);
