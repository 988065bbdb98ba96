import { createMcpTool } from 'elicitkit/plugin';
import * as z from 'zod';

export const ratingSchema = z.object({
  mood: z.enum(['Good', 'Fair', 'Bad']),
  remark: z.string().max(500).optional(),
});
export type Rating = z.infer<typeof ratingSchema>;

export const rateStay = createMcpTool('rate_stay')
  .description('Ask how a stay was')
  .parameters(z.object({ hotel: z.string() }))
  .elicits({ rating: ratingSchema });
