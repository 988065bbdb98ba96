import { answerWith, makePlugin } from 'elicitkit/plugin';
import { ReviewCall } from 'elicitkit/questions';
import { refund } from './refund';

export const refundPlugin = makePlugin(refund)
  .onElicit({ approve: answerWith(ReviewCall) })
  .receipts({ approve: ({ approved }) => ({ title: approved ? 'Refund allowed' : 'Refund denied' }) })
  .build();
