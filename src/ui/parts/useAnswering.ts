import { useContext } from 'react';
import { FrameContext } from '../frame/frame.ts';
import type { AnswerState } from './answer-state.ts';

/** What a card itself shows of its answer's way: nothing that the frame around it shows already. */
export function useAnswering(state: AnswerState | undefined): { sending: boolean; failed: boolean } {
  const frame = useContext(FrameContext);
  return { sending: state === 'sending' && !frame?.sending, failed: state === 'failed' && !frame?.failed };
}
