import { createMcpTool, filesQuestion } from 'elicitkit/plugin';
import * as z from 'zod';

export const claimDamage = createMcpTool('claim_damage')
  .description('Claim damage to a bag')
  .parameters(z.object({}))
  .elicits({ photo: filesQuestion });
