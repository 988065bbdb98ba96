import { sendReply } from './send-reply.ts';

const before = `Dear Ms Okafor,

your order is delayed. We don't know when it will arrive.

Kind regards`;

const text = `Dear Ms Okafor,

your order A-10342 is delayed: it will arrive on Tuesday, December 1.
We have refunded the shipping of € 4.90.

Kind regards`;

export const sendReplyTool = sendReply.execute(function* (_params, ctx) {
  const answer = yield* ctx.elicit('draft', { message: 'Send this reply?', before, text, edit: true });
  if (answer.action !== 'accept') return 'The reply was not sent.';
  const { verdict, text: sent = text, comment } = answer.content;
  return verdict === 'approve' ? `Sent:\n${sent}` : `Write the reply anew: ${comment ?? 'no reason was given'}`;
});
