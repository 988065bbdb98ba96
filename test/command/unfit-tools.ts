import { createMcpTool } from 'elicitkit/plugin';
import * as z from 'zod';

const asking = (name: string) => createMcpTool(name).description('Asks').parameters(z.object({}));

/** Asks for what a flat form has no fields for. */
export const nested = asking('nested')
  .elicits({ place: z.object({ towns: z.array(z.object({ name: z.string() })) }) })
  .execute(function* () {
    return 'asked';
  });

/** Asks with data that only a card shows. */
export const bare = asking('bare')
  .elicits({ seat: { response: z.object({ row: z.int() }), context: z.object({ rows: z.int() }) } })
  .execute(function* () {
    return 'asked';
  });
