import { useContext } from 'react';
import { FrameContext } from '../frame/frame.ts';
import type { AnswerState } from './answer-state.ts';

/** The answer's state that a card must show itself, because no frame around it does. */
export function useAnswering(state: AnswerState | undefined): { sending: boolean; failed: boolean } {
  const frame = useContext(FrameContext);
  return { sending: state === 'sending' && !frame?.sending, failed: state === 'failed' && !frame?.failed };
}
