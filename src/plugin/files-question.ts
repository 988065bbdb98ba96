import * as z from 'zod';
import { plainText } from '../protocol/plain-text.ts';
import { countIssues } from './how-many.ts';
import { question, type Question } from '../tool/question.ts';

const limits = {
  accept: z.optional(z.string().max(1000)),
  minFiles: z.optional(z.int().min(0).max(100)),
  maxFiles: z.optional(z.int().min(1).max(100)),
  maxBytes: z.optional(z.int().min(1)),
};

/** The answer of a `FileDrop`: ids, at most 100 of at most 200 characters. Check that each is of this person. */
export const pickFilesSchema: z.ZodType<{ files: string[] }, { files: string[] }> = z.object({
  files: z.array(z.string().min(1).max(200, 'An id has at most 200 characters.')).max(100, 'Choose at most 100.'),
});

/**
 * "Which files?": the tool may pass `accept`, `minFiles`, `maxFiles` and `maxBytes`, and gets the ids of `files`.
 * `FileDrop` is its card, with a function that uploads. Elsewhere the person writes the ids. Each id comes once, also if
 * a file was given twice.
 *
 * @example
 * createMcpTool('claim').elicits({ photos: filesQuestion })
 * onElicit({ photos: answerWith(FileDrop, (request) => ({ ...request.context, upload })) })
 */
export const filesQuestion: Question<typeof pickFilesSchema, z.ZodObject<typeof limits>> = question({
  context: z.object(limits),
  response: pickFilesSchema,
  check: ({ files }, { minFiles, maxFiles = 10 }) => countIssues('files', files, { min: minFiles, max: maxFiles }),
  plain: () => ({
    fields: {
      ids: z
        .string()
        .max(20_000)
        .meta({ title: 'Files', description: 'Their ids, one a line or with commas between.' }),
    },
    toAnswer: ({ ids }) => ({ files: idsIn(ids) }),
    fieldOf: () => 'ids',
  }),
});

function idsIn(text: unknown): string[] {
  const ids = typeof text === 'string' ? text.split(/[\n,]/) : [];
  // What is typed or pasted may hold characters that nobody sees.
  return [...new Set(ids.map((id) => plainText(id).trim()))].filter((id) => id !== '');
}
