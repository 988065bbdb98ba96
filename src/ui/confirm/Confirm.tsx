import type { ReactNode } from 'react';
import { plainText } from '../../protocol/plain-text.ts';
import { AnswerCard, type AnswerCardOptions } from '../parts/AnswerCard.tsx';
import { CardHeader } from '../parts/CardHeader.tsx';
import { Glyph } from '../parts/Glyph.tsx';
import { words } from './words.ts';

/** The answer to a yes-or-no question: `z.object({ confirmed: z.boolean() })`. */
export interface ConfirmAnswer {
  confirmed: boolean;
}

/** One line of what is about to happen. */
export interface ConfirmDetail {
  label: string;
  value: string;
}

/** Props of `Confirm`. */
export interface ConfirmProps extends AnswerCardOptions {
  /** @default "Please confirm" */
  title?: string | undefined;
  /** What is about to happen, line by line. */
  details?: readonly ConfirmDetail[] | undefined;
  /**
   * The words of the button that says yes.
   *
   * @default "Confirm"
   */
  confirmLabel?: string | undefined;
  /**
   * The words of the button that says no.
   *
   * @default "No"
   */
  denyLabel?: string | undefined;
  /**
   * `danger` for what cannot be undone.
   *
   * @default "default"
   */
  tone?: 'default' | 'danger' | undefined;
  /** Called with `{ confirmed: true }` for yes and `{ confirmed: false }` for no: a no is an answer, not a decline. */
  onRespond: (answer: ConfirmAnswer) => void;
}

/** Asks a person for a yes or a no. */
export function Confirm({
  title,
  details = [],
  confirmLabel,
  denyLabel,
  tone = 'default',
  onRespond,
  ...card
}: ConfirmProps): ReactNode {
  const answer = (confirmed: boolean) => () => {
    if (card.state !== 'sending') onRespond({ confirmed });
  };
  return (
    <AnswerCard {...card} part="confirm" tone={tone} said={nothing} words={words}>
      <legend data-part="header">
        <CardHeader
          title={plainText(title ?? words.title, 120)}
          icon={<Glyph name={tone === 'danger' ? 'warning' : 'question'} />}
        />
      </legend>
      {details.length > 0 && (
        <dl data-part="facts">
          {details.map(({ label, value }, i) => (
            // Two lines may have the same label, and none ever changes places.
            // oxlint-disable-next-line react/no-array-index-key
            <div key={i}>
              <dt dir="auto">{plainText(label, 120)}</dt>
              <dd dir="auto">{plainText(value, 600)}</dd>
            </div>
          ))}
        </dl>
      )}
      <div data-part="footer">
        <span data-part="summary" />
        <button type="button" data-part="skip" onClick={answer(false)}>
          {plainText(denyLabel ?? words.deny, 60)}
        </button>
        <button type="button" data-part="commit" data-tone={tone} onClick={answer(true)}>
          {plainText(confirmLabel ?? words.confirm, 60)}
        </button>
      </div>
    </AnswerCard>
  );
}

const nothing = { text: '', quiet: true };
