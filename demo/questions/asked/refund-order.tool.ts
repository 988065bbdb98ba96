import { refundOrder } from './refund-order.ts';

// The person approves the call before this runs: see .approve in its declaration.
export const refundOrderTool = refundOrder.execute(function* ({ order, amount }) {
  return `Order ${order}: ${amount} € would be paid back now.`;
});
