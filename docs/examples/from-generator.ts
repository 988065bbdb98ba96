import { fromAskGenerator } from 'elicitkit/ask';
import * as z from 'zod';

export const orderTool = fromAskGenerator(
  'order',
  { description: 'Order a pizza', parameters: z.object({}) },
  async function* () {
    const size = yield { ask: 'select', message: 'Which size?', options: ['S', 'M', 'L'] };
    yield { emit: 'status', message: 'Asking the kitchen…' };
    return `A pizza in ${String(size)} is on its way.`;
  },
);
