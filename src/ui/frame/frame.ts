import { createContext } from 'react';
import type { AnswerState } from '../parts/answer-state.ts';
import type { OwnParts } from './useOwnParts.ts';

/** The parts that the frame around a component already shows, so that the component leaves them out. */
export interface Frame {
  message?: string | undefined;
  /** Names the element that lists what was wrong with the last answer. */
  issuesId?: string | undefined;
  /** The frame holds its content inert and says "Sending…". */
  sending: boolean;
  /** The frame says that sending failed, and offers to try again. */
  failed: boolean;
  /** What its Skip button does, for a component that keeps that in view. */
  onDecline?: (() => void) | undefined;
  /** The line of who asks, and the menu that cancels, are there already. */
  hasAsker?: boolean | undefined;
  /** What has become of the answer, for a card that shows it in place of its footer. */
  answer?: FrameAnswer | undefined;
  /** Takes parts over from the frame. The function it returns gives them back. */
  claim: (parts: Claims) => () => void;
}

/** Where the answer is, and what can be done about it. */
export interface FrameAnswer {
  readonly state: AnswerState;
  /** Why it was not sent, where that is known. */
  readonly error: string | undefined;
  /** Sends the same again. */
  readonly onRetry: () => void;
}

/** What a component shows itself. */
export interface Claims extends OwnParts {
  /** That the answer is sent, or was not, and the way to send it again. */
  readonly answer?: boolean | undefined;
}

/** Set by `ElicitCard` and `ElicitDialog`; undefined where a component stands alone. */
export const FrameContext = createContext<Frame | undefined>(undefined);

/** Tells the dialog around a card the card's title, which names both. The function it returns takes that back. */
export const DialogTitleContext = createContext<((title: CardTitle) => () => void) | undefined>(undefined);

/** A title, and the id of its element. */
export interface CardTitle {
  readonly id: string;
  readonly text: string;
}
