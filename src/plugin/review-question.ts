import * as z from 'zod';
import { diffOf, type DiffLine } from '../base/text-diff.ts';
import { shownInWords } from '../protocol/in-words.ts';
import { question, type Question } from '../tool/question.ts';

/** What a person thinks of a text. */
export interface Review {
  verdict: 'approve' | 'revise';
  /** The text as the person edited it. Absent if it stays as it was. */
  text?: string | undefined;
  /** What the person says to it, such as what should change. */
  comment?: string | undefined;
}

/** The answer of a `ReviewText`. */
export const reviewSchema: z.ZodType<Review, Review> = z.object({
  verdict: z.enum(['approve', 'revise']),
  text: z.string().optional(),
  comment: z.string().optional(),
});

const reviewed = z.object({
  text: z.string(),
  before: z.string().optional(),
  format: z.enum(['text', 'code']).optional(),
  edit: z.boolean().optional(),
});

/**
 * "May this go out?": the tool passes a `text`, and perhaps the text `before`, and gets a `verdict`, a `comment`, and the
 * `text` if the person edited it. `ReviewText` is its card. Elsewhere the message holds the text or the changes, and
 * nothing can be edited.
 *
 * @example
 * createMcpTool('send_mail').elicits({ draft: reviewQuestion })
 * ctx.elicit('draft', { message: 'Shall I send this?', text, edit: true })
 */
export const reviewQuestion: Question<typeof reviewSchema, typeof reviewed> = question({
  context: reviewed,
  response: reviewSchema,
  check({ verdict, text, comment = '' }, { edit = false }) {
    if (text !== undefined && !edit) return [{ path: ['text'], message: 'This text cannot be edited.' }];
    const isBare = verdict === 'revise' && comment.trim() === '';
    return isBare ? [{ path: ['comment'], message: 'Say what should change.' }] : [];
  },
  plain: () => ({
    fields: {
      verdict: {
        title: 'Verdict',
        choices: [
          { value: 'approve', label: 'Approve' },
          { value: 'revise', label: 'Send back' },
        ],
      },
      comment: z
        .string()
        .max(4000)
        .optional()
        .meta({ title: 'Comment', description: 'What should change, or anything else to say' }),
    },
    toAnswer: ({ verdict, comment }) => reviewSchema.parse({ verdict, comment }),
  }),
  inWords: ({ text, before }) => shownInWords(before === undefined ? text : changesOf(before, text)),
});

/** The changed lines, and the shared ones next to them. */
function changesOf(before: string, text: string): string {
  const lines = (mark: string, all: readonly DiffLine[]) =>
    all.map((pieces) => `${mark} ${pieces.map((piece) => piece.text).join('')}`);
  return diffOf(before, text)
    .flatMap((block) => {
      if (!('same' in block)) return [...lines('-', block.removed), ...lines('+', block.added)];
      const same = block.same.map((line) => `  ${line}`);
      return same.length <= 2 * near ? same : [...same.slice(0, near), '  …', ...same.slice(-near)];
    })
    .join('\n');
}

const near = 2;
