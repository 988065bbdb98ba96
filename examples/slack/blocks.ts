import type { types, ViewOutput } from '@slack/bolt';
import type { ElicitRequest, QuestionPlace } from 'elicitkit/server';
import type { Field } from './fields.ts';

/** What a button or a modal says of its question. */
export interface Pressed extends QuestionPlace {
  attempt: number;
  content?: Record<string, unknown>;
}

const plainText = (text: string, most = 75) => ({ type: 'plain_text' as const, text: text.slice(0, most) || '…' });

/** What a person, a tool or a model wrote is shown as it is: no mentions, no links. */
const words = (text: string): types.SectionBlock => ({ type: 'section', text: plainText(text, 3000) });

/** A text that Slack reads as markup, for notices: with these, nobody can mention a channel. */
export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** The question as a message: a button for each answer if one choice is all that it needs, else one that opens a form. */
export function messageOf({ message, inWords, ...question }: ElicitRequest, fields: readonly Field[] | undefined) {
  const { callId, elicitId, attempt } = question;
  const button = (label: string, action: string, content?: Pressed['content']): types.Button => ({
    type: 'button',
    text: plainText(label),
    action_id: action,
    value: JSON.stringify({ callId, elicitId, attempt, ...(content && { content }) } satisfies Pressed),
  });
  const needed = fields?.filter(({ isRequired }) => isRequired) ?? [];
  const [only] = needed;
  const options = only?.kind === 'yes-no' ? yesOrNo : only?.kind === 'choice' ? only.options : [];
  const isChoice = needed.length === 1 && options.length > 0 && options.length <= 4;
  const buttons =
    isChoice && only !== undefined
      ? options.map(({ value, label }, nth) => {
          return button(label, `answer-${nth}`, { [only.name]: only.kind === 'yes-no' ? value === 'yes' : value });
        })
      : [];
  const needsForm = fields !== undefined && fields.length > (isChoice ? 1 : 0);
  return [
    words(message),
    ...(inWords === undefined ? [] : [words(inWords)]),
    ...(fields === undefined ? [words('Slack cannot show this question. Open your inbox to answer it.')] : []),
    ...(buttons.length === 0 && !needsForm
      ? []
      : [{ type: 'actions' as const, elements: [...buttons, ...(needsForm ? [button('Answer…', 'form')] : [])] }]),
  ];
}

const yesOrNo = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
];

/** The question as a form in a modal. */
export function modalOf({ message, ...question }: ElicitRequest, fields: readonly Field[]): types.ModalView {
  const { callId, elicitId, attempt, issues = [] } = question;
  return {
    type: 'modal',
    callback_id: 'answer',
    private_metadata: JSON.stringify({ callId, elicitId, attempt } satisfies Pressed),
    title: plainText('Your answer', 24),
    submit: plainText('Send', 24),
    close: plainText('Cancel', 24),
    blocks: [
      words(message),
      ...(issues.length === 0 ? [] : [words(issues.map((issue) => issue.message).join(' '))]),
      ...fields.map((field) => ({
        type: 'input' as const,
        block_id: field.name,
        label: plainText(field.label, 2000),
        optional: !field.isRequired,
        element: elementOf(field),
      })),
    ],
  };
}

function elementOf({ kind, options }: Field): types.InputBlock['element'] {
  const listed = (kind === 'yes-no' ? yesOrNo : options).map(({ value, label }) => ({ value, text: plainText(label) }));
  switch (kind) {
    case 'text':
      return { type: 'plain_text_input', action_id: 'value' };
    case 'number':
      return { type: 'number_input', action_id: 'value', is_decimal_allowed: true };
    case 'date':
      return { type: 'datepicker', action_id: 'value' };
    case 'choices':
      return { type: 'multi_static_select', action_id: 'value', options: listed };
    case 'choice':
    case 'yes-no':
      return { type: 'static_select', action_id: 'value', options: listed };
  }
}

/** What Slack says of a form. */
export type FormValues = ViewOutput['state']['values'];

/** What was entered, as the question's schema takes it. */
export function contentOf(fields: readonly Field[], values: FormValues): Record<string, unknown> {
  const entered = fields.map(({ name, kind }) => {
    const { value, selected_option: one, selected_options: all, selected_date: day } = values[name]?.['value'] ?? {};
    const chosen = one?.value ?? undefined;
    if (kind === 'choices') return [name, all?.map((option) => option.value)];
    if (kind === 'choice') return [name, chosen];
    if (kind === 'yes-no') return [name, chosen === undefined ? undefined : chosen === 'yes'];
    if (kind === 'date') return [name, day ?? undefined];
    return [name, value == null || value === '' ? undefined : kind === 'number' ? Number(value) : value];
  });
  return Object.fromEntries(entered.filter(([, value]) => value !== undefined));
}

/** What stays of the message once the question is over. */
export const overBlocks = (message: string, how: string) => [words(message), words(how)];
