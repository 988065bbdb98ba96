import { deleteProjectTool } from './asked/delete-project.tool.ts';
import { invitePeopleTool } from './asked/invite-people.tool.ts';
import { orderLunchTool } from './asked/order-lunch.tool.ts';

/** The tools that the page of questions may call. */
export const askedTools = [orderLunchTool, invitePeopleTool, deleteProjectTool];
