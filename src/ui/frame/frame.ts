import { createContext } from 'react';
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
  /** What its Decline button does, for a component that keeps that in view. */
  onDecline?: (() => void) | undefined;
  /** The same of Cancel. */
  onCancel?: (() => void) | undefined;
  /** Takes parts over from the frame. The function it returns gives them back. */
  claim: (parts: OwnParts) => () => void;
}

/** Set by `ElicitCard` and `ElicitDialog`; undefined where a component stands alone. */
export const FrameContext = createContext<Frame | undefined>(undefined);
