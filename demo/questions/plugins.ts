import { ChoiceList, Confirm, MultiChoiceList } from 'elicitkit';
import { answerWith, makePlugin } from 'elicitkit/plugin';
import { FileDrop, PickDates, PickRows, ReviewCall, ReviewText } from 'elicitkit/questions';
import { bookLeave } from './asked/book-leave.ts';
import { deleteProject } from './asked/delete-project.ts';
import { handInReceipts } from './asked/hand-in-receipts.ts';
import { invitePeople } from './asked/invite-people.ts';
import { orderLunch } from './asked/order-lunch.ts';
import { payInvoices } from './asked/pay-invoices.ts';
import { refundOrder } from './asked/refund-order.ts';
import { sendReply } from './asked/send-reply.ts';
import { upload } from './upload.ts';

/** The cards of the questions on this page. */
export const askedPlugins = [
  makePlugin(orderLunch)
    .onElicit({ dish: answerWith(ChoiceList) })
    .build(),
  makePlugin(invitePeople)
    .onElicit({ people: answerWith(MultiChoiceList) })
    .build(),
  makePlugin(deleteProject)
    .onElicit({ sure: answerWith(Confirm) })
    .build(),
  makePlugin(refundOrder)
    .onElicit({ approve: answerWith(ReviewCall) })
    .receipts({
      approve: ({ approved, reason }) => ({ title: approved ? 'Refund allowed' : 'Refund denied', detail: reason }),
    })
    .build(),
  makePlugin(sendReply)
    .onElicit({ draft: answerWith(ReviewText) })
    .build(),
  makePlugin(handInReceipts)
    .onElicit({ receipts: answerWith(FileDrop, ({ context }) => ({ ...context, upload })) })
    .build(),
  makePlugin(payInvoices)
    .onElicit({ invoices: answerWith(PickRows) })
    .build(),
  makePlugin(bookLeave)
    .onElicit({ days: answerWith(PickDates) })
    .build(),
];
