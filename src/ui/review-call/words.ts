import { answerSent, type SentMessages } from '../parts/sent-words.ts';

/** The words of `ReviewCall`. */
export interface ReviewCallMessages extends SentMessages {
  title: (tool: string) => string;
  /** The title while the arguments are changed. */
  editTitle: string;
  approve: string;
  /** Approves the changed arguments. */
  approveChanged: string;
  deny: string;
  /** Labels the reason of a denial. */
  why: string;
  back: string;
  edit: string;
  /** Shows the arguments as JSON. */
  asJson: string;
  asFields: string;
  /** Stands in place of the arguments. */
  noArguments: string;
  /** Some of it is too long to be shown, or hidden. */
  notWhole: string;
  /** Offers to remember the approval: in this conversation, or for this person. */
  always: Readonly<Record<'chat' | 'owner', string>>;
  /** For which calls it counts. */
  countsFor: (tool: string, version: string | undefined, key: string) => string;
  notLoaded: string;
}

/** The English words. */
export const words: ReviewCallMessages = {
  title: (tool) => `Allow “${tool}”?`,
  editTitle: 'Change the arguments',
  approve: 'Allow',
  approveChanged: 'Allow with changes',
  deny: 'Deny',
  why: 'Why not?',
  back: 'Back',
  edit: 'Edit',
  asJson: 'Show as JSON',
  asFields: 'Show as fields',
  noArguments: 'It is called without arguments.',
  notWhole: 'Some of this is not shown: it is too long, or has hidden characters.',
  always: { chat: 'Always allow this in this chat', owner: 'Always allow this for me' },
  countsFor: (tool, version, key) =>
    version === undefined ? `Only “${tool}” for: ${key}` : `Only “${tool}”, version ${version}, for: ${key}`,
  notLoaded: 'The form could not be loaded. Try again.',
  ...answerSent,
};
