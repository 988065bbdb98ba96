import { createMcpTool } from 'elicitkit/plugin';
import * as z from 'zod';
import { apply, decisionOn } from './embassy';

export const applyForVisaTool = createMcpTool('apply_for_visa')
  .description('Apply for a visa')
  .parameters(z.object({ passport: z.string() }))
  .elicits({ decided: z.object({}) })
  .execute(function* ({ passport }, ctx) {
    const id = yield* ctx.step('apply', () => apply(passport, { callId: ctx.callId, owner: ctx.owner }));

    // Days may pass here. The tool does not run meanwhile.
    const back = yield* ctx.elicit(
      'decided',
      { message: 'The embassy will write to you. Then come back and confirm.' },
      { check: async () => ((await decisionOn(id)) === undefined ? ['It is not decided yet. Try later.'] : undefined) },
    );
    if (back.action !== 'accept') return `Nobody waits any more. Application ${id} stands.`;

    const decision = yield* ctx.step('decision', () => decisionOn(id));
    return `Application ${id}: ${decision}.`;
  });
