import { AskDeclinedError, createAskTool } from 'elicitkit/ask';
import * as z from 'zod';

export const reserveTool = createAskTool('reserve')
  .description('Reserve a table')
  .parameters(z.object({}))
  .execute(function* (_, ask) {
    try {
      const guests = yield* ask.number('For how many?', { min: 1, integer: true, timeout: 5 * 60_000 });
      return `A table for ${guests} is reserved.`;
    } catch (error) {
      if (error instanceof AskDeclinedError && error.reason === 'expired') return 'The table is gone.';
      throw error;
    }
  });
