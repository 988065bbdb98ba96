import { tool } from 'ai';
import * as z from 'zod';

export interface Weather {
  city: string;
  sky: string;
  celsius: number;
}

/** A tool of the app's own, which asks nobody. */
export const weather = tool({
  description: 'The weather in a city now',
  inputSchema: z.object({ city: z.string() }),
  execute: async ({ city }): Promise<Weather> => ({ city, sky: 'Sunny', celsius: 24 }),
});
