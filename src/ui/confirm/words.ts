import { answerSent, type SentMessages } from '../parts/sent-words.ts';

/** The words of `Confirm`. */
export interface ConfirmMessages extends SentMessages {
  title: string;
  confirm: string;
  deny: string;
}

/** The English words. */
export const words: ConfirmMessages = {
  title: 'Please confirm',
  confirm: 'Confirm',
  deny: 'No',
  ...answerSent,
};
