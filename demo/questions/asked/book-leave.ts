import { createMcpTool, datesQuestion } from 'elicitkit/plugin';
import * as z from 'zod';

export const bookLeave = createMcpTool('book_leave')
  .description('Enter days of leave')
  .parameters(z.object({}))
  .elicits({ days: datesQuestion });
