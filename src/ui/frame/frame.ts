import { createContext, type RefCallback } from 'react';

/** What the frame around a component says already, so that the component does not say it again. */
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
  /** The `ref` of a button that declines: while one is there the frame has none of its own. */
  declineRef?: RefCallback<Element> | undefined;
  /** The same of one that cancels. */
  cancelRef?: RefCallback<Element> | undefined;
}

/** Set by `ElicitCard`; undefined where a component stands alone. */
export const FrameContext = createContext<Frame | undefined>(undefined);
