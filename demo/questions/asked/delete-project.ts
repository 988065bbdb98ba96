import { confirmQuestion, createMcpTool } from 'elicitkit/plugin';
import * as z from 'zod';

export const deleteProject = createMcpTool('delete_project')
  .description('Delete a project and all that is in it')
  .parameters(z.object({ project: z.string() }))
  .elicits({ sure: confirmQuestion });
