// In a file without schemas, since forms that load later use it: zod must hear of the page's policy before its first schema.

/** The key of every question in mode 'url'. No declared question has it. */
export const urlQuestionKey = '~url';

/** How the key of a question begins whose schema was made while the tool ran. No declared question's does. */
export const openQuestionKey = '~open:';
