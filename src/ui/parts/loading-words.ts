import type { NoteMessages } from '../notes/words.ts';

/** In English, apart from the other words beside a question: a component that loads says none of those. */
export const words: Pick<NoteMessages, 'loading'> = { loading: 'Loading…' };
