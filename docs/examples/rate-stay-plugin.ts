import { answerWith, makePlugin } from 'elicitkit/plugin';
import { rateStay } from './rate-stay';
import { RateStay } from './RateStay';

export const rateStayPlugin = makePlugin(rateStay)
  .onElicit({ rating: answerWith(RateStay) })
  .build();
