import { all } from 'effection';
import { createMcpTool } from 'elicitkit/plugin';
import * as z from 'zod';

const questions = {
  seat: z.object({ seat: z.enum(['window', 'aisle']) }),
  meal: z.object({ meal: z.enum(['pasta', 'rice']) }),
};

export const seatAndMealTool = createMcpTool('seat_and_meal')
  .description('Let the person choose a seat and a meal')
  .parameters(z.object({}))
  .elicits(questions, { concurrent: true })
  .execute(function* (_, ctx) {
    const [seat, meal] = yield* all([
      ctx.elicit('seat', { message: 'Which seat?' }),
      ctx.elicit('meal', { message: 'Which meal?' }),
    ]);
    return { seat, meal };
  });
