import { bookLeaveTool } from './asked/book-leave.tool.ts';
import { deleteProjectTool } from './asked/delete-project.tool.ts';
import { handInReceiptsTool } from './asked/hand-in-receipts.tool.ts';
import { invitePeopleTool } from './asked/invite-people.tool.ts';
import { orderLunchTool } from './asked/order-lunch.tool.ts';
import { payInvoicesTool } from './asked/pay-invoices.tool.ts';
import { refundOrderTool } from './asked/refund-order.tool.ts';
import { sendReplyTool } from './asked/send-reply.tool.ts';

/** The tools that the page of questions may call. */
export const askedTools = [
  orderLunchTool,
  invitePeopleTool,
  refundOrderTool,
  payInvoicesTool,
  bookLeaveTool,
  sendReplyTool,
  handInReceiptsTool,
  deleteProjectTool,
];
