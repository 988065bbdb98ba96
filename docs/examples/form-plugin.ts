import { ChoiceList, schemaForm } from 'elicitkit';
import { answerWith, makePlugin } from 'elicitkit/plugin';
import { checkIn } from './check-in';

export const checkInFormPlugin = makePlugin(checkIn)
  .onElicit({
    passenger: schemaForm({ hints: { properties: { name: { label: 'Name, as in the passport' } } } }),
    bags: answerWith(ChoiceList),
  })
  .build();
