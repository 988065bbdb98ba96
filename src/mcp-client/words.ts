import { wordsOf, type Language } from '../ui/language/language.ts';
import { words as mcp, type McpMessages } from '../ui/mcp/words.ts';
import { words as notes } from '../ui/notes/words.ts';
import { words as form, type FormWords } from '../form/words.ts';
import type { Spoken } from '../words/word-for.ts';

/** The texts this room shows to the person. */
export interface Words {
  readonly mcp: Spoken<McpMessages>;
  /** The form's error texts, also used for a plugin's answer. */
  readonly form: FormWords;
  /** For an answer that does not fit at all. */
  readonly unfit: string;
}

export function wordsIn(language: Language): Words {
  return {
    mcp: wordsOf(language, 'mcp', mcp),
    form: wordsOf(language, 'schemaForm', form),
    unfit: wordsOf(language, 'notes', notes).problems.unfit,
  };
}
