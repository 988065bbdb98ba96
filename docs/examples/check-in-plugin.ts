import { ChoiceList } from 'elicitkit';
import { answerWith, makePlugin } from 'elicitkit/plugin';
import { checkIn } from './check-in';
import { NameForm } from './NameForm';

export const checkInPlugin = makePlugin(checkIn)
  .onElicit({
    // A component that needs only the message fits a question in the short form.
    passenger: answerWith(NameForm),
    // The context's `choices` becomes the prop `choices`, the message becomes `message`.
    bags: answerWith(ChoiceList),
  })
  .receipts({
    passenger: ({ name }) => ({ title: name }),
    bags: ({ choice }) => ({ title: choice === 'none' ? 'No bags' : 'One bag', detail: 'Hand baggage is included' }),
  })
  .build();
