import { createMcpTool, rowsQuestion } from 'elicitkit/plugin';
import * as z from 'zod';

export const payInvoices = createMcpTool('pay_invoices')
  .description('Pay the invoices that the person picks')
  .parameters(z.object({}))
  .elicits({ invoices: rowsQuestion });
