import { createContext, type ReactNode } from 'react';
import type { AnswerState } from '../parts/answer-state.ts';
import type { SentMessages } from '../parts/sent-words.ts';
import type { OwnParts } from './useOwnParts.ts';

/** What the frame around a component already shows, so that the component leaves it out. */
export interface Frame {
  message?: string | undefined;
  /** The id of the element that lists the last answer's issues. */
  issuesId?: string | undefined;
  /** Whether the frame has made its content inert and says "Sending…". */
  sending: boolean;
  /** Whether the frame says that sending failed, and offers to try again. */
  failed: boolean;
  /** The action of its Skip button, for a component that has its own. */
  onDecline?: (() => void) | undefined;
  /** Whether the line with the tool's name and the cancel menu is already shown. */
  hasAsker?: boolean | undefined;
  /** The state of the answer, for a card that shows it instead of its footer. */
  answer?: FrameAnswer | undefined;
  /** Takes parts over from the frame. The function it returns gives them back. */
  claim: (parts: Claims) => () => void;
}

/** The state of the answer, and the way to send it again. */
export interface FrameAnswer {
  readonly state: AnswerState;
  /** Draws what replaces the footer while the answer is being sent, and if it was not sent. */
  readonly bar: (own: SentMessages) => ReactNode;
}

/** The parts that a component shows itself. */
export interface Claims extends OwnParts {
  /** The state of the answer, and the button to send it again. */
  readonly answer?: boolean | undefined;
}

/** Set by `ElicitCard` and `ElicitDialog`; undefined around a component that is used alone. */
export const FrameContext = createContext<Frame | undefined>(undefined);

/** The question, if it is short enough to be the title of the card inside. */
export const QuestionContext = createContext<string | undefined>(undefined);

/** The level of a card's title among the headings of the page. */
export const LevelContext = createContext(3);

/** Tells the dialog the title of the card inside, which names the dialog too. The function it returns undoes that. */
export const DialogTitleContext = createContext<((title: CardTitle) => () => void) | undefined>(undefined);

/** A title, and the id of its element. */
export interface CardTitle {
  readonly id: string;
  readonly text: string;
}
