import {
  forwardRef,
  useContext,
  useEffect,
  useId,
  useImperativeHandle,
  useState,
  type ComponentPropsWithoutRef,
  type ForwardedRef,
  type ReactNode,
} from 'react';
import type { ElicitIssue } from '../../protocol/elicit-request.ts';
import { plainText } from '../../protocol/plain-text.ts';
import { FrameContext, LevelContext, QuestionContext } from '../frame/frame.ts';
import { useOwnParts } from '../frame/useOwnParts.ts';
import type { LanguageProps } from '../language/elicit-messages.ts';
import { LanguageContext } from '../language/language-context.ts';
import type { Language } from '../language/language.ts';
import type { AnswerState } from './answer-state.ts';
import { clearOfDock } from './clear-of-dock.ts';
import { focusedNear } from './focused-near.ts';
import { IssueList } from './IssueList.tsx';
import { SaidContext, type Said } from './said.ts';
import type { SentMessages } from './sent-words.ts';
import { SendingBar } from './SendingBar.tsx';
import { StatusLine } from './StatusLine.tsx';
import { useBrowserLayoutEffect } from './useBrowserLayoutEffect.ts';
import { useInert } from './useInert.ts';

/** Options of every component that answers a question. */
export interface AnswerCardOptions extends AnswerOptions {
  /** The question. */
  message?: string | undefined;
}

/** Options of a component that answers a question and words it itself. */
export interface AnswerOptions extends LanguageProps {
  /**
   * The state of the answer: not given yet, being sent, or not sent. Nothing can be changed while it is being sent.
   *
   * @default "pending"
   */
  state?: AnswerState | undefined;
  /** What was wrong with the last answer. */
  issues?: readonly ElicitIssue[] | undefined;
  /**
   * The level of the title among the headings of the page, from 1 to 6.
   *
   * @default that of the `ElicitOutlet` around it, or 3
   */
  headingLevel?: number | undefined;
}

interface AnswerCardProps
  extends Omit<AnswerCardOptions, keyof LanguageProps>, Omit<ComponentPropsWithoutRef<'div'>, keyof AnswerCardOptions> {
  /** The `data-elicit` of the root element. */
  component: string;
  /** The language of its parts. */
  language: Language;
  said: Said;
  words: SentMessages;
  /** The id of the element that names the group. Without it the children must begin with a `legend`. */
  labelledBy?: string | undefined;
  // Drop these before the DOM: an outlet gives them to every component, and a component may pass them on.
  onDecline?: unknown;
  draft?: unknown;
  onDraftChange?: unknown;
}

/** A card with one group of controls: the message, the issues, and the state of the answer. */
export const AnswerCard = forwardRef(function AnswerCard(
  {
    component,
    language,
    message,
    state = 'pending',
    issues,
    said,
    words,
    labelledBy,
    headingLevel,
    onDecline: _onDecline,
    draft: _draft,
    onDraftChange: _onDraftChange,
    children,
    ...dom
  }: AnswerCardProps,
  ref: ForwardedRef<HTMLDivElement>,
): ReactNode {
  const id = useId();
  const frame = useContext(FrameContext);
  // A frame around the card may show these.
  const sending = state === 'sending' && !frame?.sending;
  const failed = state === 'failed' && !frame?.failed;
  const { at, lead } = said;
  const heard: Said = said.text || !failed ? { ...said, failed } : { text: words.failed, shown: 'wrong', failed };
  const claim = frame?.answer && frame.claim;
  useBrowserLayoutEffect(() => claim?.({ answer: true }), [claim]);
  // A failed answer is sent again unchanged. Make the content inert; only the answer bar works.
  const { body, holder } = useInert(sending || frame?.answer?.state === 'failed');
  useImperativeHandle(ref, () => holder.current as HTMLDivElement, [holder]);
  // Take the person from the button to what was refused, unless they went elsewhere.
  useEffect(() => {
    const card = holder.current as HTMLDivElement;
    if (!sending && card.contains(focusedNear(card))) lead?.(card, at);
  }, [holder, lead, at, sending]);

  // The frame may show these already.
  const ownMessage = message && frame?.message !== message ? plainText(message) : undefined;
  const ownIssues = issues?.length && !frame?.issuesId ? issues : undefined;
  const question = oneLine.exec(plainText(message ?? frame?.message ?? ''))?.[0];
  const level = useContext(LevelContext);
  // A header of the host's own may leave the question out.
  const [isTitle, setIsTitle] = useState(false);
  useBrowserLayoutEffect(() => {
    const title = body.current?.querySelector('[data-elicit=title]');
    setIsTitle(question !== undefined && title?.textContent === question);
  });
  useOwnParts({ message: ownMessage !== undefined || isTitle });
  const describedBy =
    [ownMessage && !isTitle && `${id}-message`, issues?.length && (frame?.issuesId ?? `${id}-issues`)]
      .filter(Boolean)
      .join(' ') || undefined;
  const group = labelledBy && { role: 'group', 'aria-labelledby': labelledBy, 'aria-describedby': describedBy };

  return (
    <div tabIndex={-1} data-elicit-root="" data-elicit={component} data-state={state} {...dom} ref={holder}>
      {ownMessage && !isTitle && (
        <p id={`${id}-message`} data-elicit="message" dir="auto">
          {ownMessage}
        </p>
      )}
      <LanguageContext.Provider value={language}>
        {/* The events come from the controls inside. */}
        {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
        <div data-elicit="card" {...group} onKeyUp={clearOfDock} onClick={clearOfDock}>
          <div ref={body} data-elicit="card-body">
            {ownIssues && <IssueList id={`${id}-issues`} issues={ownIssues} />}
            <LevelContext.Provider value={headingLevel ?? level}>
              <QuestionContext.Provider value={question}>
                <SaidContext.Provider value={heard}>
                  {labelledBy ? (
                    children
                  ) : (
                    <fieldset data-elicit="" aria-describedby={describedBy}>
                      {children}
                    </fieldset>
                  )}
                </SaidContext.Provider>
              </QuestionContext.Provider>
            </LevelContext.Provider>
          </div>
          {sending ? <SendingBar summary={words.sending} /> : frame?.answer?.bar(words)}
          <StatusLine text={sending ? words.sending : heard.text} quiet={sending || heard.shown === undefined} />
        </div>
      </LanguageContext.Provider>
    </div>
  );
});

// A question of more is a text, which stands above the card.
const oneLine = /^.{1,80}$/;
