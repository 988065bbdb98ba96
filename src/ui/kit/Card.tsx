import {
  forwardRef,
  useId,
  type ComponentPropsWithoutRef,
  type ForwardedRef,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { plainText } from '../../protocol/plain-text.ts';
import { useOwnWords } from '../language/language-context.ts';
import { wordsOf } from '../language/language.ts';
import { AnswerCard, type AnswerCardOptions } from '../parts/AnswerCard.tsx';
import { CardHeader } from '../parts/CardHeader.tsx';
import { Glyph, question } from '../parts/Glyph.tsx';
import { keyOf } from '../parts/key-of.ts';
import { answerSent } from '../parts/sent-words.ts';
import { thenOurs } from '../parts/then-ours.ts';
import { CardContext } from './card-context.ts';

/** Props of `Card`. */
export interface CardProps extends AnswerCardOptions, Omit<ComponentPropsWithoutRef<'div'>, keyof AnswerCardOptions> {
  /**
   * The title: what the person should do.
   *
   * @default the message, if it is one line
   */
  title?: string | undefined;
  /**
   * The title if there is no other: no `title`, and a message of several lines.
   *
   * @default "Please fill this in"
   */
  heading?: string | undefined;
  /** Words below the title. */
  subtitle?: ReactNode;
  /** A picture of 18 px beside the title. @default a question mark */
  icon?: ReactNode;
  /** What just happened: stands in place of the footer's summary, and is said by screen readers. */
  status?: string | undefined;
}

/**
 * A card of one's own. It has a title, shows the message, the issues and the state of the answer, and works alone, in an
 * `ElicitCard` and in an outlet. Enter in a one-line field presses the main button of its `Footer`.
 *
 * @example
 * <Card message={message} state={state} issues={issues}>
 *   <Fields>
 *     <Field label="Name"><input value={name} onChange={…} /></Field>
 *   </Fields>
 *   <Footer commit="Send" onCommit={() => onRespond({ name })} onSkip={onDecline} />
 * </Card>
 */
export const Card = forwardRef(function Card(
  {
    title,
    heading,
    subtitle,
    icon = <Glyph path={question} />,
    status = '',
    locale,
    messages,
    onKeyDown,
    children,
    ...card
  }: CardProps,
  ref: ForwardedRef<HTMLDivElement>,
): ReactNode {
  const id = useId();
  const { language, words } = useOwnWords({ locale, messages }, 'schemaForm', english);
  return (
    <AnswerCard
      component="own-card"
      {...card}
      ref={ref}
      said={{ text: plainText(status, 300), shown: 'note' }}
      words={wordsOf(language, 'confirm', answerSent)}
      language={language}
      labelledBy={`${id}-title`}
      onKeyDown={thenOurs(onKeyDown, pressMain)}
    >
      <div id={`${id}-title`} data-elicit="header">
        <CardHeader
          title={plainText(title ?? heading ?? words.title, 120)}
          asks={title === undefined}
          subtitle={subtitle}
          icon={icon}
        />
      </div>
      <CardContext.Provider value={id}>{children}</CardContext.Provider>
    </AnswerCard>
  );
});

const english = { title: 'Please fill this in' };

/** As a form does, which a card is not: the host may have one around it. */
function pressMain(event: KeyboardEvent<HTMLElement>): void {
  if (keyOf(event) !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
  event.preventDefault();
  event.currentTarget.querySelector<HTMLElement>('[data-elicit=footer] > [data-elicit=commit]')?.click();
}
