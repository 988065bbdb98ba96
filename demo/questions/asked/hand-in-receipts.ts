import { createMcpTool, filesQuestion } from 'elicitkit/plugin';
import * as z from 'zod';

export const handInReceipts = createMcpTool('hand_in_receipts')
  .description('Take the receipts of a journey')
  .parameters(z.object({}))
  .elicits({ receipts: filesQuestion });
