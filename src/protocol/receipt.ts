import * as z from 'zod';

/** The words of a receipt. */
export interface ReceiptWords {
  title: string;
  detail?: string | undefined;
  /** The amount at the end of the line, such as "$349.00". */
  amount?: string | undefined;
}

// Cut them, as a page does before it sends its own.
const words = z.string().transform((text) => text.slice(0, 1000));

export const receiptSchema: z.ZodType<ReceiptWords> = z.object({
  title: words,
  detail: words.optional(),
  amount: words.optional(),
});
