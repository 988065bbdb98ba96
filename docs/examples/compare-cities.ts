import { createMcpTool } from 'elicitkit/plugin';
import * as z from 'zod';

const hotelPriceTool = createMcpTool('hotel_price')
  .description('What a night in a city costs, in euros')
  .parameters(z.object({ city: z.string() }))
  .elicits({})
  .execute(function* ({ city }, ctx) {
    return yield* ctx.step('price', () => ({ city, euros: 60 + city.length * 10 }));
  });

export const compareCitiesTool = createMcpTool('compare_cities')
  .description('Find the city where a stay costs least')
  .parameters(z.object({ cities: z.array(z.string()).min(2).max(5) }))
  .elicits({})
  .requires({ sampling: true })
  .execute(({ cities }, ctx) =>
    ctx.branch(
      function* (inner) {
        const { value } = yield* inner.sample({
          prompt: `Which is cheapest: ${cities.join(', ')}?`,
          tools: ['hotel_price'],
          schema: z.object({ city: z.string() }),
        });
        // Never take a price from the model: ask the tool itself.
        return yield* inner.callTool('hotel_price', { city: value.city });
      },
      { tools: [hotelPriceTool], maxTokens: 20_000 },
    ),
  );
