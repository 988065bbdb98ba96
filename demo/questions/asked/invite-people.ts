import { choicesQuestion, createMcpTool } from 'elicitkit/plugin';
import * as z from 'zod';

export const invitePeople = createMcpTool('invite_people')
  .description('Invite people to a meeting')
  .parameters(z.object({ meeting: z.string() }))
  .elicits({ people: choicesQuestion });
