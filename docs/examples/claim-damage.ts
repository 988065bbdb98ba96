import { createMcpTool } from 'elicitkit/plugin';
import * as z from 'zod';

export const claimDamage = createMcpTool('claim_damage')
  .description('Claim damage to a bag')
  .parameters(z.object({}))
  .elicits({ photo: z.object({ photo: z.string() }) });
