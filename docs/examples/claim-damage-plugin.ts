import { answerWith, makePlugin } from 'elicitkit/plugin';
import { claimDamage } from './claim-damage';
import { PhotoForm } from './PhotoForm';

export const claimDamagePlugin = makePlugin(claimDamage)
  .onElicit({ photo: answerWith(PhotoForm, () => ({})) })
  .receipts({ photo: () => ({ title: 'A photo of the bag' }) })
  .build();
