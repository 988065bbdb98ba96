import { forwardRef, useContext, type ComponentPropsWithoutRef, type ForwardedRef, type ReactNode } from 'react';
import { plainText } from '../../protocol/plain-text.ts';
import type { ReceiptWords } from '../../protocol/receipt.ts';
import { FrameContext } from '../frame/frame.ts';
import { useOwnParts } from '../frame/useOwnParts.ts';
import type { Fact } from '../kit/Facts.tsx';
import { useOwnWords } from '../language/language-context.ts';
import { wordsOf } from '../language/language.ts';
import { AnswerCard, type AnswerCardOptions } from '../parts/AnswerCard.tsx';
import { silence } from '../parts/said.ts';
import { ConfirmProvider } from './confirm-context.ts';
import { words as english } from './words.ts';

/** The answer to a yes-or-no question: `z.object({ confirmed: z.boolean() })`. */
export interface ConfirmAnswer {
  confirmed: boolean;
}

/** Options of a yes-or-no question. */
export interface ConfirmOptions extends AnswerCardOptions {
  /**
   * The title: what the question is about, or what would happen.
   *
   * @default "Please confirm"
   */
  title?: string | undefined;
  /** What is about to happen, line by line. */
  details?: readonly Fact[] | undefined;
  /**
   * The text of the button that says yes.
   *
   * @default "Confirm"
   */
  confirmLabel?: string | undefined;
  /**
   * The text of the button that says no.
   *
   * @default "No"
   */
  denyLabel?: string | undefined;
  /**
   * `danger` for an action that cannot be undone.
   *
   * @default "default"
   */
  tone?: 'default' | 'danger' | undefined;
  /**
   * The effect of a no. `decline` declines the question; `answer` responds `{ confirmed: false }`, for a handler that
   * continues from there.
   *
   * @default "decline" if `onDecline` is set, as in an outlet
   */
  deny?: 'decline' | 'answer' | undefined;
  /** Called for a no that declines. An outlet gives it. */
  onDecline?: (() => void) | undefined;
  /** Called with `{ confirmed: true }` for yes, and with `{ confirmed: false }` for a no that does not decline. */
  onRespond: (answer: ConfirmAnswer, words?: ReceiptWords) => void;
}

/** Props of `ConfirmParts.Root`. */
export interface ConfirmRootProps extends ConfirmOptions, Omit<ComponentPropsWithoutRef<'div'>, keyof ConfirmOptions> {}

/** Holds the question and its answer. The parts inside draw them. */
export const ConfirmRoot = forwardRef(function ConfirmRoot(
  {
    title,
    message,
    details = [],
    confirmLabel,
    denyLabel,
    tone = 'default',
    deny = 'decline',
    onDecline,
    onRespond,
    locale,
    messages,
    children,
    ...card
  }: ConfirmRootProps,
  ref: ForwardedRef<HTMLDivElement>,
): ReactNode {
  const { language, words } = useOwnWords({ locale, messages }, 'confirm', english);
  const { yes } = wordsOf(language, 'schemaForm', { yes: 'Yes' });
  const asked = useContext(FrameContext)?.message;
  // With a title of its own, what is not the question says more about the title.
  const subtitle = title === undefined || message === asked ? '' : plainText(message ?? '');
  useOwnParts({ message: subtitle !== '' });
  const state = {
    subtitle,
    title: plainText(title ?? words.title, 120),
    asks: title === undefined,
    details: details.map(({ label, value, total }) => ({
      label: plainText(label, 120),
      value: plainText(value, 600),
      total: total === true,
    })),
    confirmLabel: plainText(confirmLabel ?? words.confirm, 60),
    denyLabel: plainText(denyLabel ?? words.deny, 60),
    tone,
    answer(confirmed: boolean) {
      if (card.state === 'sending') return;
      if (!confirmed && deny === 'decline' && onDecline) onDecline();
      else onRespond({ confirmed }, { title: confirmed ? plainText(confirmLabel ?? yes, 60) : state.denyLabel });
    },
  };
  return (
    <AnswerCard
      component="confirm"
      data-tone={tone}
      {...card}
      message={subtitle === '' ? message : undefined}
      ref={ref}
      said={silence}
      words={words}
      language={language}
    >
      <ConfirmProvider value={state}>{children}</ConfirmProvider>
    </AnswerCard>
  );
});
