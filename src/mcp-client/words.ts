import { wordsOf, type Language } from '../ui/language/language.ts';
import { words as mcp, type McpMessages } from '../ui/mcp/words.ts';
import { words as notes } from '../ui/notes/words.ts';
import { words as form, type SchemaFormMessages } from '../ui/schema-form/words.ts';
import type { Spoken } from '../words/word-for.ts';

/** What this room says to a person. */
export interface Words {
  readonly mcp: Spoken<McpMessages>;
  /** What a form says of an answer is said of a plugin's, too. */
  readonly form: Spoken<Pick<SchemaFormMessages, 'errors' | 'chooseOption'>>;
  /** An answer that does not fit at all. */
  readonly unfit: string;
}

export function wordsIn(language: Language): Words {
  return {
    mcp: wordsOf(language, 'mcp', mcp),
    form: wordsOf(language, 'schemaForm', form),
    unfit: wordsOf(language, 'notes', notes).problems.unfit,
  };
}
