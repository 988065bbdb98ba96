import {
  forwardRef,
  useCallback,
  useContext,
  useEffect,
  useId,
  useImperativeHandle,
  useMemo,
  useRef,
  type ForwardedRef,
  type ReactNode,
} from 'react';
import type { ElicitIssue } from '../../protocol/elicit-request.ts';
import { plainText } from '../../protocol/plain-text.ts';
import { FrameContext, type Claims, type Frame } from '../frame/frame.ts';
import { useClaims } from '../frame/useClaims.ts';
import type { LanguageProps } from '../language/elicit-messages.ts';
import { LanguageContext, useLanguage } from '../language/language-context.ts';
import { wordsOf } from '../language/language.ts';
import type { AnswerState } from '../parts/answer-state.ts';
import { IssueList } from '../parts/IssueList.tsx';
import { StatusLine } from '../parts/StatusLine.tsx';
import { focusedNear } from '../parts/focused-near.ts';
import { useInert } from '../parts/useInert.ts';
import { useStable } from '../parts/useStable.ts';
import { Asker } from './Asker.tsx';
import { toolTitle } from './tool-title.ts';
import { words as english } from './words.ts';

/** Props of `ElicitCard`. */
export interface ElicitCardProps extends LanguageProps {
  /** The tool that asks: its title, or its identifier, which is shown as words. Empty where its server does not say. */
  toolName: string;
  /** Another server whose tool it is, in the host's words: never a name that the server gave itself. */
  serverName?: string | undefined;
  /** The host's name for what runs the tool where that is no other server, such as "SkyHigh assistant". */
  assistant?: string | undefined;
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
  /** With it the card has a Skip button. */
  onDecline?: (() => void) | undefined;
  /** With it the card has a menu that cancels. */
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
    assistant,
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
  const outer = useContext(FrameContext);
  // A server whose call nobody knows stands in the place of the tool.
  const [title, server] = toolName === '' ? [serverName ?? '', undefined] : [toolTitle(toolName), serverName];
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
    (parts: Claims) => {
      const card = holder.current;
      const focused = card && focusedNear(card);
      const isDecline = focused?.matches('[data-part="elicit-line"] > [data-part="decline"]');
      const isCancel = focused?.closest('[data-part="cancel-menu"]');
      if (!(isDecline && parts.decline) && !(isCancel && parts.cancel)) return;
      // Move the focus: the card's own button goes, and the focus would go with it. A button of the component that says
      // the same takes it, so that a key pressed just then does what it was meant to.
      const own = [...(body.current?.querySelectorAll('button') ?? [])];
      const same = own.find(({ textContent }) => textContent === focused?.textContent);
      (same ?? card)?.focus({ preventScroll: true });
    },
    [holder, body],
  );
  // Two buttons that say the same on one card would make a person look for the difference.
  const [own, claim] = useClaims(onClaim);
  const issuesId = issues && issues.length > 0 && !own.issues ? `${id}-issues` : undefined;
  const decline = useStable(() => onDecline?.());
  const again = useStable(() => {
    // The button goes when the answer is on its way, and would take the focus along.
    holder.current?.focus({ preventScroll: true });
    onRetry?.();
  });
  const [canDecline, canRetry] = [onDecline !== undefined, onRetry !== undefined];
  const why = error === undefined ? undefined : plainText(error, 600);
  const frame = useMemo<Frame>(
    () => ({
      message,
      issuesId,
      sending,
      failed,
      onDecline: canDecline ? decline : undefined,
      // Without a retry the component answers anew.
      answer: failed && !canRetry ? undefined : { state, error: why, onRetry: again },
      claim,
    }),
    [message, issuesId, sending, failed, state, why, canDecline, canRetry, decline, again, claim],
  );
  const showsAnswer = own.answer && (sending || failed);
  const skip = onDecline && !own.decline && !showsAnswer;
  const status = sending ? words.sending : plainText(progress ?? '', 300);
  const nobodyAsks = !busy && (children === undefined || children === null || children === false);
  const describedBy = [message && `${id}-message`, issuesId].filter(Boolean).join(' ');

  return (
    <div
      ref={holder}
      tabIndex={-1}
      role="group"
      aria-label={words.asks(title, server)}
      aria-describedby={describedBy || undefined}
      data-elicit-root=""
      data-part="elicit-card"
      data-state={state}
    >
      {outer?.hasAsker !== true && (
        <Asker
          title={title}
          by={server ?? (serverName === undefined ? assistant : undefined)}
          isOther={serverName !== undefined}
          words={words}
          onCancel={own.cancel ? undefined : onCancel}
          sending={sending}
        />
      )}
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
      {failed && !own.answer && (
        <div ref={failure} role="alert" data-part="failure">
          <p dir="auto">{why ?? words.failed}</p>
          {onRetry && (
            <button ref={retry} type="button" data-part="retry" onClick={again}>
              {words.retry}
            </button>
          )}
        </div>
      )}
      <div
        data-part="elicit-line"
        data-state={nobodyAsks ? 'alone' : skip || (status && !showsAnswer) ? 'shown' : 'quiet'}
      >
        <StatusLine text={status} busy={sending} quiet={showsAnswer} />
        {skip && (
          <button type="button" data-part="decline" aria-disabled={sending} onClick={sending ? undefined : onDecline}>
            {words.decline}
          </button>
        )}
      </div>
    </div>
  );
});
