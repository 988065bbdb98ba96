import {
  forwardRef,
  useCallback,
  useContext,
  useId,
  useImperativeHandle,
  useMemo,
  type ForwardedRef,
  type ReactNode,
} from 'react';
import type { ElicitIssue } from '../../protocol/elicit-request.ts';
import { plainText } from '../../protocol/plain-text.ts';
import { FrameContext, type Claims, type Frame, type FrameAnswer } from '../frame/frame.ts';
import { useClaims } from '../frame/useClaims.ts';
import type { LanguageProps } from '../language/elicit-messages.ts';
import { LanguageContext, useOwnWords } from '../language/language-context.ts';
import type { AnswerState } from '../parts/answer-state.ts';
import { FailedBar, useWayToFailure } from '../parts/FailedBar.tsx';
import { IssueList } from '../parts/IssueList.tsx';
import { Message } from '../parts/Message.tsx';
import { SendingBar } from '../parts/SendingBar.tsx';
import { StatusLine } from '../parts/StatusLine.tsx';
import { focusedNear } from '../parts/focused-near.ts';
import { useInert } from '../parts/useInert.ts';
import { useStable } from '../parts/useStable.ts';
import { Asker, CancelMenu } from './Asker.tsx';
import { toolTitle } from './tool-title.ts';
import { words as english } from './words.ts';

/** Props of `ElicitCard`. */
export interface ElicitCardProps extends LanguageProps {
  /** The title or identifier of the tool that asks. An identifier is shown as words. Empty if the tool is unknown. */
  toolName: string;
  /** The host's name for a server other than its own. Never pass a name that the server gave itself. */
  serverName?: string | undefined;
  /** The host's name for its own server or assistant, such as "SkyHigh assistant". Not shown if `serverName` is set. */
  assistant?: string | undefined;
  /** The question. It is shown as plain text. */
  message?: string | undefined;
  /** The state of the answer: not given yet, being sent, or not sent. */
  state: AnswerState;
  /** What the question's handler is doing now. */
  progress?: string | undefined;
  /** The reason that the answer was not sent. */
  error?: string | undefined;
  /** What was wrong with the last answer. */
  issues?: readonly ElicitIssue[] | undefined;
  /** Whether a handler is running and shows nothing yet. The card then does not say that it has no form. */
  busy?: boolean | undefined;
  /** Called when the person skips. Without it there is no Skip button. */
  onDecline?: (() => void) | undefined;
  /** Called when the person cancels. Without it there is no menu for that. */
  onCancel?: (() => void) | undefined;
  /** Sends the same answer again. Offered if `state` is `failed`. */
  onRetry?: (() => void) | undefined;
  /** The component that asks. Without it the card says that the app has no form, and offers Skip and Cancel. */
  children?: ReactNode;
}

/** The frame around a question: the tool that asks, the message, and buttons to skip or cancel. */
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
  const { language, words } = useOwnWords({ locale, messages }, 'card', english);
  const sending = state === 'sending';
  const failed = state === 'failed';
  const { body, holder } = useInert(sending);
  const outer = useContext(FrameContext);
  // If the tool is unknown, show the server's name in its place.
  const [title, server] = toolName === '' ? [serverName ?? '', undefined] : [toolTitle(toolName), serverName];
  useImperativeHandle(ref, () => holder.current as HTMLDivElement, [holder]);

  const onClaim = useCallback(
    (parts: Claims) => {
      const card = holder.current;
      const focused = card && focusedNear(card);
      const isDecline = focused?.matches('[data-elicit="elicit-line"] > [data-elicit="decline"]');
      const isCancel = focused?.closest('[data-elicit="cancel-menu"]');
      if (!(isDecline && parts.decline) && !(isCancel && parts.cancel)) return;
      // Move the focus: the card's own button disappears, and the focus would be lost. Prefer the component's button
      // with the same text, so that a key pressed just then has the intended effect.
      const own = [...(body.current?.querySelectorAll('button') ?? [])];
      const same = own.find(({ textContent }) => textContent === focused?.textContent);
      (same ?? card)?.focus({ preventScroll: true });
    },
    [holder, body],
  );
  // Leave out the parts that the component shows: with two equal buttons, people look for the difference.
  const [own, claim] = useClaims(onClaim);
  const issuesId = issues && issues.length > 0 && !own.issues ? `${id}-issues` : undefined;
  const decline = useStable(() => onDecline?.());
  // The pressed button disappears: move the focus to the card first.
  const leave = (act: (() => void) | undefined) => {
    holder.current?.focus({ preventScroll: true });
    act?.();
  };
  const leaveUnsent = useStable(() => leave(onDecline));
  const again = useStable(() => leave(onRetry));
  const [canDecline, canRetry] = [onDecline !== undefined, onRetry !== undefined];
  const why = error === undefined ? undefined : plainText(error, 600);
  const frame = useMemo<Frame>(() => {
    const bar: FrameAnswer['bar'] = (own) => {
      if (sending) return <SendingBar summary={own.sending} />;
      const onSkip = canDecline ? leaveUnsent : undefined;
      return failed && <FailedBar error={why} kept={own.keptOnFailure} onSkip={onSkip} onRetry={again} />;
    };
    return {
      message,
      issuesId,
      sending,
      failed,
      onDecline: canDecline ? decline : undefined,
      // Without a retry, the component itself must answer again.
      answer: failed && !canRetry ? undefined : { state, bar },
      claim,
    };
  }, [message, issuesId, sending, failed, state, why, canDecline, canRetry, decline, leaveUnsent, again, claim]);
  const showsAnswer = own.answer && (sending || failed);
  const skip = onDecline && !own.decline && !showsAnswer;
  const status = sending ? words.sending : plainText(progress ?? '', 300);
  const nobodyAsks = !busy && (children === undefined || children === null || children === false);
  // As an answer is sent, the card gets the focus from its button: don't have the question read again.
  const describedBy = !sending && [message && `${id}-message`, issuesId].filter(Boolean).join(' ');

  return (
    <div
      ref={holder}
      tabIndex={-1}
      role="group"
      aria-label={words.asks(title, server)}
      aria-describedby={describedBy || undefined}
      data-elicit-root=""
      data-elicit="elicit-card"
      data-state={state}
    >
      {outer?.hasAsker !== true && (
        <Asker
          title={title}
          by={server ?? (serverName === undefined ? assistant : undefined)}
          isOther={serverName !== undefined}
        >
          {onCancel && !own.cancel && <CancelMenu title={title} words={words} sending={sending} onCancel={onCancel} />}
        </Asker>
      )}
      {message && (
        <Message key={message} id={`${id}-message`} text={plainText(message)} hidden={own.message} words={words} />
      )}
      {issuesId && issues && <IssueList id={issuesId} issues={issues} />}
      <div ref={body} data-elicit="elicit-body">
        <FrameContext.Provider value={frame}>
          <LanguageContext.Provider value={language}>
            {nobodyAsks ? <p data-elicit="no-form">{words.noForm}</p> : children}
          </LanguageContext.Provider>
        </FrameContext.Provider>
      </div>
      {failed && !own.answer && <Failure text={why ?? words.failed} again={words.retry} onRetry={onRetry && again} />}
      <div
        data-elicit="elicit-line"
        data-state={nobodyAsks ? 'alone' : skip || (status && !showsAnswer) ? 'shown' : 'quiet'}
      >
        <StatusLine text={status} busy={sending} quiet={showsAnswer} />
        {skip && (
          <button type="button" data-elicit="decline" aria-disabled={sending} onClick={sending ? undefined : onDecline}>
            {words.decline}
          </button>
        )}
      </div>
    </div>
  );
});

interface FailureProps {
  text: string;
  again: string;
  onRetry: (() => void) | undefined;
}

/** Says that the answer was not sent, for a component that does not. */
function Failure({ text, again, onRetry }: FailureProps): ReactNode {
  const { failure, retry } = useWayToFailure();
  return (
    <div ref={failure} role="alert" data-elicit="failure">
      <p data-elicit="" dir="auto">
        {text}
      </p>
      {onRetry && (
        <button ref={retry} type="button" data-elicit="retry" onClick={onRetry}>
          {again}
        </button>
      )}
    </div>
  );
}
