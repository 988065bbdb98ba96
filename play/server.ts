import * as z from 'zod';
import type { PlayFile } from '../src/command/play-handler.ts';
import { takeToken } from './token.ts';

const headers = { authorization: `Bearer ${takeToken()}` };

/** Where the calls go, and what lets them in. */
export const callServer = { endpoint: '/api/calls', headers };

const playFileSchema: z.ZodType<PlayFile> = z.object({
  file: z.string(),
  tools: z.array(
    z.object({
      name: z.string(),
      description: z.string(),
      parameters: z.record(z.string(), z.json()),
      unavailable: z.string().optional(),
    }),
  ),
  hasModel: z.boolean(),
});

const refusalSchema = z.object({ error: z.object({ message: z.string() }) });

/** @throws {Error} with what to do, for the person at the page */
export async function loadTools(): Promise<PlayFile> {
  const response = await fetch('/api/tools', { headers });
  const told: unknown = await response.json();
  const refused = refusalSchema.safeParse(told);
  if (refused.success) throw new Error(refused.data.error.message);
  return playFileSchema.parse(told);
}
