import { choiceQuestion, createMcpTool } from 'elicitkit/plugin';
import * as z from 'zod';

export const orderLunch = createMcpTool('order_lunch')
  .description('Order lunch for the person')
  .parameters(z.object({}))
  .elicits({ dish: choiceQuestion });
