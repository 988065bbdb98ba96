import * as z from 'zod';
import { shortName } from './wire-schemas.ts';

/** The words of a receipt. */
export interface ReceiptWords {
  title: string;
  detail?: string | undefined;
  /** The amount at the end of the line, such as "$349.00". */
  amount?: string | undefined;
}

export const receiptSchema: z.ZodType<ReceiptWords> = z.object({
  title: shortName,
  detail: shortName.optional(),
  amount: shortName.optional(),
});
