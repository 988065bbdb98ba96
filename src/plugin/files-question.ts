import * as z from 'zod';
import { question, type Question } from '../tool/question.ts';

const limits = {
  accept: z.optional(z.string().max(1000)),
  minFiles: z.optional(z.int().min(0).max(100)),
  maxFiles: z.optional(z.int().min(1).max(100)),
  maxBytes: z.optional(z.int().min(1)),
};

/** The answer of a `FileDrop`: ids, at most 100 of at most 200 characters. Check that each is of this person. */
export const pickFilesSchema: z.ZodType<{ files: string[] }, { files: string[] }> = z.object({
  files: z.array(z.string().min(1).max(200)).max(100),
});

/**
 * "Which files?": the tool may pass `accept`, `minFiles`, `maxFiles` and `maxBytes`, and gets the ids of `files`.
 * `FileDrop` is its card, with a function that uploads. Elsewhere the person writes the ids.
 *
 * @example
 * createMcpTool('claim').elicits({ photos: filesQuestion })
 * onElicit({ photos: answerWith(FileDrop, (request) => ({ ...request.context, upload })) })
 */
export const filesQuestion: Question<typeof pickFilesSchema, z.ZodObject<typeof limits>> = question({
  context: z.object(limits),
  response: pickFilesSchema,
  plain: ({ minFiles = 1, maxFiles = 10 }) => ({
    fields: {
      ids: z
        .string()
        .max(20_000)
        .meta({ title: 'Files', description: 'Their ids, one a line or with commas between.' }),
    },
    check({ ids }) {
      const count = idsIn(ids).length;
      if (count >= minFiles && count <= maxFiles) return [];
      const message = count < minFiles ? `Write at least ${minFiles} of them.` : `Write at most ${maxFiles} of them.`;
      return [{ path: ['ids'], message }];
    },
    toAnswer: ({ ids }) => ({ files: idsIn(ids) }),
    fieldOf: () => 'ids',
  }),
});

function idsIn(text: unknown): string[] {
  const ids = typeof text === 'string' ? text.split(/[\n,]/) : [];
  return ids.map((id) => id.trim()).filter((id) => id !== '');
}
