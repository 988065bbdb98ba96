import { fileOf } from '../kept-files.ts';
import { mostBytes } from '../most-bytes.ts';
import { handInReceipts } from './hand-in-receipts.ts';

export const handInReceiptsTool = handInReceipts.execute(function* (_params, ctx) {
  const answer = yield* ctx.elicit('receipts', {
    message: 'Which receipts do you hand in?',
    accept: 'image/*,.pdf',
    maxFiles: 5,
    maxBytes: mostBytes,
  });
  if (answer.action !== 'accept') return 'No receipts were handed in.';

  // The ids come from a browser: take only files of this person.
  const { files } = answer.content;
  const found = yield* ctx.step('look', () => files.flatMap((id) => fileOf(ctx.owner, id) ?? []), { pure: true });
  return `Handed in: ${found.map(({ name, bytes }) => `${name} (${bytes} bytes)`).join(', ')}.`;
});
