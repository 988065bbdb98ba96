import { createMcpTool } from 'elicitkit/plugin';
import * as z from 'zod';
import { sendForSignature } from './contracts';

export const signContractTool = createMcpTool('sign_contract')
  .description('Have the contract signed')
  .parameters(z.object({ email: z.email() }))
  .elicits({})
  .execute(function* ({ email }, ctx) {
    const token = yield* ctx.waitFor.token('signed');
    yield* ctx.step('send', (about) => sendForSignature(email, token, about.idempotencyKey), { idempotent: true });

    // Hours may pass here. The tool does not run meanwhile.
    const signed = yield* ctx.waitFor('signed', {
      schema: z.object({ by: z.string() }),
      timeout: 43_200_000,
      message: 'Waiting for the signature',
    });
    return signed.action === 'accept' ? `Signed by ${signed.content.by}.` : 'Nobody has signed it today.';
  });
