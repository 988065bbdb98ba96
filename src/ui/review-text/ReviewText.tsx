import { useRef, useState, type ReactNode } from 'react';
import { isObject } from '../../protocol/json.ts';
import { isShownWhole, plainText } from '../../protocol/plain-text.ts';
import type { ReceiptWords } from '../../protocol/receipt.ts';
import { Button } from '../kit/Button.tsx';
import { Card } from '../kit/Card.tsx';
import { Field } from '../kit/Field.tsx';
import { Fields } from '../kit/Fields.tsx';
import { Footer } from '../kit/Footer.tsx';
import { Notice } from '../kit/Notice.tsx';
import { useOwnWords } from '../language/language-context.ts';
import type { AnswerCardOptions } from '../parts/AnswerCard.tsx';
import { ScrollRegion } from '../parts/ScrollRegion.tsx';
import { TextDiff } from './TextDiff.tsx';
import { words as english } from './words.ts';

/** The answer of a `ReviewText`. */
export interface ReviewAnswer {
  verdict: 'approve' | 'revise';
  /** The text as the person edited it. Absent if it stays as it was. */
  text?: string;
  /** Absent if the person wrote none. One that sends the text back is there. */
  comment?: string;
}

/** What the person wrote so far. */
export interface ReviewDraft {
  text?: string;
  comment?: string;
}

/** Props of `ReviewText`. */
export interface ReviewTextProps extends AnswerCardOptions {
  /** The text. No more than 100,000 characters are shown. */
  text: string;
  /** The text as it was. With it the card shows what changes. */
  before?: string | undefined;
  /**
   * `code` keeps every letter as wide as the others.
   *
   * @default "text"
   */
  format?: 'text' | 'code' | undefined;
  /** Whether the person may edit the text. @default false */
  edit?: boolean | undefined;
  /**
   * The title: what the person should do.
   *
   * @default "Please review"
   */
  title?: string | undefined;
  /** The card's class. */
  className?: string | undefined;
  /** Called when the person approves the text, or sends it back. */
  onRespond: (answer: ReviewAnswer, words?: ReceiptWords) => void;
  /** Called when the person skips. Without it there is no Skip button. */
  onDecline?: (() => void) | undefined;
  /** The `ReviewDraft` to start from. Any other value is ignored. */
  draft?: unknown;
  /** Called on every change with the value to pass back as `draft`. */
  onDraftChange?: ((draft: ReviewDraft) => void) | undefined;
}

/** Asks a person to approve a text or its changes, to edit it, or to send it back with a comment. */
export function ReviewText({
  text: given,
  before,
  format = 'text',
  edit = false,
  title,
  onRespond,
  onDecline,
  draft,
  onDraftChange,
  ...card
}: ReviewTextProps): ReactNode {
  const { words } = useOwnWords(card, 'reviewText', english);
  const field = useRef<HTMLTextAreaElement>(null);
  const [written, setWritten] = useState(() => readDraft(draft));
  const [isEditing, setEditing] = useState(false);
  const [isMissing, setMissing] = useState(false);
  const original = plainText(given, longest);
  const text = (edit ? written.text : undefined) ?? original;
  const { comment = '' } = written;
  const isEdited = text !== original;
  const dir = format === 'code' ? 'ltr' : undefined;

  const change = (part: ReviewDraft) => {
    setWritten({ ...written, ...part });
    onDraftChange?.({ ...written, ...part });
  };
  const respond = (verdict: ReviewAnswer['verdict']) => {
    if (card.state === 'sending') return;
    const isBare = verdict === 'revise' && comment.trim() === '';
    setMissing(isBare);
    if (isBare) return field.current?.focus();
    const answer = { verdict, ...(isEdited && { text }), ...(comment.trim() !== '' && { comment }) };
    onRespond(answer, { title: words[verdict] });
  };

  return (
    <Card {...card} data-elicit="review-text" title={title} heading={words.title}>
      {isEditing ? (
        <Fields>
          <Field label={words.text}>
            <textarea
              data-format={format}
              dir={dir ?? 'auto'}
              rows={Math.min(16, text.split('\n').length + 1)}
              value={text}
              // The person asked for it by pressing Edit.
              // oxlint-disable-next-line jsx-a11y/no-autofocus
              autoFocus
              onChange={({ target }) => change({ text: target.value })}
            />
          </Field>
        </Fields>
      ) : (
        <ScrollRegion
          data-elicit="reviewed"
          data-format={format}
          dir={dir}
          aria-label={before === undefined ? words.text : words.changes}
        >
          {before === undefined ? (
            <p data-elicit="diff-text" dir="auto">
              {text}
            </p>
          ) : (
            <TextDiff before={plainText(before, longest)} text={text} />
          )}
        </ScrollRegion>
      )}
      {edit && given.length <= longest && (
        <div data-elicit="card-ways">
          <button type="button" data-elicit="change" onClick={() => setEditing(!isEditing)}>
            {isEditing ? words.done : words.edit}
          </button>
        </div>
      )}
      <Fields>
        {!isEdited && ![given, before ?? ''].every((one) => isShownWhole(one, longest)) && (
          <Notice kind="warning">{words.notWhole}</Notice>
        )}
        <Field label={words.comment} optional error={isMissing ? words.missing : undefined}>
          <textarea ref={field} rows={2} value={comment} onChange={({ target }) => change({ comment: target.value })} />
        </Field>
      </Fields>
      <Footer
        summary={isEdited && words.edited}
        commit={words.approve}
        onCommit={() => respond('approve')}
        onSkip={onDecline}
      >
        <Button kind="quiet" onClick={() => respond('revise')}>
          {words.revise}
        </Button>
      </Footer>
    </Card>
  );
}

const longest = 100_000;

function readDraft(draft: unknown): ReviewDraft {
  if (!isObject(draft)) return {};
  const { text, comment } = draft;
  return { ...(typeof text === 'string' && { text }), ...(typeof comment === 'string' && { comment }) };
}
