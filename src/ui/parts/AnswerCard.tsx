import { useContext, useId, type ReactNode } from 'react';
import type { ElicitIssue } from '../../protocol/elicit-request.ts';
import { FrameContext } from '../frame/frame.ts';
import type { AnswerState } from './answer-state.ts';
import { Issues } from './Issues.tsx';
import { Message } from './Message.tsx';
import { StatusLine } from './StatusLine.tsx';
import { useInert } from './useInert.ts';

/** What every component that answers a question takes. */
export interface AnswerCardOptions {
  /** What the person is asked. */
  message?: string | undefined;
  /** @default "pending" */
  state?: AnswerState | undefined;
  /** What was wrong with the last answer. */
  issues?: readonly ElicitIssue[] | undefined;
  className?: string | undefined;
}

interface AnswerCardProps extends AnswerCardOptions {
  part: string;
  tone?: string | undefined;
  /** What just happened. */
  said: { text: string; quiet: boolean };
  words: { sending: string; failed: string };
  /** Begins with the `legend` that names the group. */
  children: ReactNode;
}

/** A card with one group of controls: its message, its issues, and what happens to its answer. */
export function AnswerCard(props: AnswerCardProps): ReactNode {
  const { part, tone, message, state = 'pending', issues, className, said, words, children } = props;
  const id = useId();
  const frame = useContext(FrameContext);
  const sending = state === 'sending' && !frame?.sending;
  const failed = state === 'failed' && !frame?.failed;
  const { body, holder } = useInert(sending);
  const describedBy = [
    message && frame?.message !== message && `${id}-message`,
    issues?.length && (frame?.issuesId ?? `${id}-issues`),
  ]
    .filter(Boolean)
    .join(' ');
  return (
    <div
      ref={holder}
      tabIndex={-1}
      className={className}
      data-elicit-root=""
      data-part={part}
      data-state={state}
      data-tone={tone}
    >
      <Message id={`${id}-message`} text={message} />
      <div data-part="card">
        <div ref={body} data-part="card-body">
          <Issues id={`${id}-issues`} issues={issues} />
          <fieldset aria-describedby={describedBy || undefined}>{children}</fieldset>
        </div>
        <StatusLine
          text={sending ? words.sending : said.text || (failed ? words.failed : '')}
          busy={sending}
          quiet={!sending && said.text !== '' && said.quiet}
        />
      </div>
    </div>
  );
}
