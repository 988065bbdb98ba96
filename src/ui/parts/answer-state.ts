/** Where an answer is: not given yet, on its way, or not arrived. */
export type AnswerState = 'pending' | 'sending' | 'failed';
