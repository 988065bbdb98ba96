import { createMcpTool, reviewQuestion } from 'elicitkit/plugin';
import * as z from 'zod';

export const sendReply = createMcpTool('send_reply')
  .description('Send a reply that the person has reviewed')
  .parameters(z.object({}))
  .elicits({ draft: reviewQuestion });
