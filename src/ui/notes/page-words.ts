import { words as loadingWords } from '../parts/loading-words.ts';
import type { NoteMessages } from './words.ts';

/** In English, what a page may say before it has loaded what draws questions. */
export const words: Pick<NoteMessages, 'asks' | 'crashed' | 'stillCrashed' | 'loading'> = {
  asks: (toolName, message) => `${toolName} asks: ${message}`,
  crashed: 'This question could not be shown.',
  stillCrashed: 'This question could still not be shown. Reload the page to be asked again.',
  ...loadingWords,
};
