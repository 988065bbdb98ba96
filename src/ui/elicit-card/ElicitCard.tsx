import {
  forwardRef,
  useCallback,
  useEffect,
  useId,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
  type ForwardedRef,
  type ReactNode,
} from 'react';
import type { ElicitIssue } from '../../protocol/elicit-request.ts';
import { plainText } from '../../protocol/plain-text.ts';
import { FrameContext, type Frame } from '../frame/frame.ts';
import { useClaims, type OwnParts } from '../frame/useOwnParts.ts';
import type { LanguageProps } from '../language/elicit-messages.ts';
import { LanguageContext, useLanguage } from '../language/language-context.ts';
import { wordsOf } from '../language/language.ts';
import type { AnswerState } from '../parts/answer-state.ts';
import { IssueList } from '../parts/Issues.tsx';
import { StatusLine } from '../parts/StatusLine.tsx';
import { focusedNear } from '../parts/focused-near.ts';
import { useInert } from '../parts/useInert.ts';
import { useStable } from '../parts/useStable.ts';
import { words as english, type CardMessages } from './words.ts';

/** Props of `ElicitCard`. */
export interface ElicitCardProps extends LanguageProps {
  /** Who asks. */
  toolName: string;
  /** The server whose tool it is, in the host's words: never a name that the server gave itself. */
  serverName?: string | undefined;
  /** What is asked: shown as text, whatever it holds. */
  message?: string | undefined;
  /** Where the answer is: not given yet, on its way, or not sent. */
  state: AnswerState;
  /** What the question's handler is doing. */
  progress?: string | undefined;
  /** Why the answer was not sent. */
  error?: string | undefined;
  /** What was wrong with the last answer. */
  issues?: readonly ElicitIssue[] | undefined;
  /** A handler is at work and shows nothing yet: no children then does not mean that nobody can ask. */
  busy?: boolean | undefined;
  /** With it the card has a Decline button. */
  onDecline?: (() => void) | undefined;
  /** With it the card has a Cancel button. */
  onCancel?: (() => void) | undefined;
  /** Sends the same answer again; offered when `state` is `failed`. */
  onRetry?: (() => void) | undefined;
  /** What asks. Without it the card says that nothing can, and offers the ways out. */
  children?: ReactNode;
}

/** The frame round a question: what is asked, what asks it, and how to get out of it. */
export const ElicitCard = forwardRef(function ElicitCard(
  {
    toolName,
    serverName,
    message,
    state,
    progress,
    error,
    issues,
    busy = false,
    onDecline,
    onCancel,
    onRetry,
    locale,
    messages,
    children,
  }: ElicitCardProps,
  ref: ForwardedRef<HTMLDivElement>,
): ReactNode {
  const id = useId();
  const language = useLanguage({ locale, messages });
  const words = wordsOf(language, 'card', english);
  const sending = state === 'sending';
  const failed = state === 'failed';
  const { body, holder } = useInert(sending);
  const failure = useRef<HTMLDivElement>(null);
  const retry = useRef<HTMLButtonElement>(null);
  useImperativeHandle(ref, () => holder.current as HTMLDivElement, [holder]);

  // Whoever sent the answer is told where they are; whoever went elsewhere stays there.
  useEffect(() => {
    const focused = holder.current && focusedNear(holder.current);
    if (!failed || focused === null || holder.current?.contains(focused) !== true) return;
    failure.current?.scrollIntoView({ block: 'nearest' });
    if (focused === holder.current) retry.current?.focus({ preventScroll: true });
  }, [failed, holder]);

  const onClaim = useCallback(
    (parts: OwnParts) => {
      // Move the focus: the card's own button goes, and the focus would go with it.
      const focused = holder.current && focusedNear(holder.current);
      const part = focused?.parentElement?.matches('[data-part="elicit-line"]') && focused.getAttribute('data-part');
      if ((part === 'decline' && parts.decline) || (part === 'cancel' && (parts.cancel || parts.decline)))
        holder.current?.focus({ preventScroll: true });
    },
    [holder],
  );
  // Two buttons that say the same on one card would make a person look for the difference.
  const [own, claim] = useClaims(onClaim);
  const issuesId = issues && issues.length > 0 && !own.issues ? `${id}-issues` : undefined;
  const decline = useStable(() => onDecline?.());
  const cancel = useStable(() => onCancel?.());
  const [canDecline, canCancel] = [onDecline !== undefined, onCancel !== undefined];
  const frame = useMemo<Frame>(
    () => ({
      message,
      issuesId,
      sending,
      failed,
      onDecline: canDecline ? decline : undefined,
      onCancel: canCancel ? cancel : undefined,
      claim,
    }),
    [message, issuesId, sending, failed, canDecline, canCancel, decline, cancel, claim],
  );
  const nobodyAsks = !busy && (children === undefined || children === null || children === false);
  const describedBy = [message && `${id}-message`, issuesId].filter(Boolean).join(' ');

  return (
    <div
      ref={holder}
      tabIndex={-1}
      role="group"
      aria-label={words.asks(toolName, serverName)}
      aria-describedby={describedBy || undefined}
      data-elicit-root=""
      data-part="elicit-card"
      data-state={state}
    >
      {message && (
        <p id={`${id}-message`} data-part="message" dir="auto" hidden={own.message}>
          {plainText(message)}
        </p>
      )}
      {issuesId && issues && <IssueList id={issuesId} issues={issues} />}
      <div ref={body} data-part="elicit-body">
        <FrameContext.Provider value={frame}>
          <LanguageContext.Provider value={language}>
            {nobodyAsks ? <p data-part="no-form">{words.noForm}</p> : children}
          </LanguageContext.Provider>
        </FrameContext.Provider>
      </div>
      {failed && (
        <div ref={failure} role="alert" data-part="failure">
          <p dir="auto">{plainText(error ?? words.failed, 600)}</p>
          {onRetry && (
            <button
              ref={retry}
              type="button"
              data-part="retry"
              onClick={() => {
                // The button goes when the answer is on its way, and would take the focus along.
                holder.current?.focus({ preventScroll: true });
                onRetry();
              }}
            >
              {words.retry}
            </button>
          )}
        </div>
      )}
      <div data-part="elicit-line" data-state={nobodyAsks ? 'alone' : 'quiet'}>
        <span data-part="tool-name">
          <bdi>{plainText(toolName, 120)}</bdi>
        </span>
        {serverName !== undefined && (
          <span data-part="server-name" dir="auto">
            {words.from(plainText(serverName, 120))}
          </span>
        )}
        <StatusLine text={sending ? words.sending : plainText(progress ?? '', 300)} busy={sending} />
        {onDecline && !own.decline && (
          <button type="button" data-part="decline" aria-disabled={sending} onClick={sending ? undefined : onDecline}>
            {words.decline}
          </button>
        )}
        {onCancel && !own.cancel && (
          <CancelButton words={words} isInMenu={own.decline} sending={sending} onCancel={onCancel} />
        )}
      </div>
    </div>
  );
});

interface CancelButtonProps {
  words: Pick<CardMessages, 'cancel' | 'more'>;
  /** Hide Cancel beside a component's own "no" button: a second one in view would confuse the person. */
  isInMenu: boolean;
  sending: boolean;
  onCancel: () => void;
}

function CancelButton({ words, isInMenu, sending, onCancel }: CancelButtonProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {isInMenu && (
        <button type="button" data-part="more-ways" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {words.more}
        </button>
      )}
      {(isOpen || !isInMenu) && (
        <button type="button" data-part="cancel" aria-disabled={sending} onClick={sending ? undefined : onCancel}>
          {words.cancel}
        </button>
      )}
    </>
  );
}
