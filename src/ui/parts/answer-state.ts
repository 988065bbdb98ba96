/** The state of an answer: not given yet, being sent, or not sent. */
export type AnswerState = 'pending' | 'sending' | 'failed';
