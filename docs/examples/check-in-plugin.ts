import { ChoiceList } from 'elicitkit';
import { answerWith, makePlugin } from 'elicitkit/plugin';
import { checkIn } from './check-in';
import { NameForm } from './NameForm';

export const checkInPlugin = makePlugin(checkIn)
  .onElicit({
    // Of a question in the short form the context is unknown: say which props the component gets.
    passenger: answerWith(NameForm, ({ message }) => ({ message })),
    // `choices` of the context arrives as the prop `choices`, the message as `message`.
    bags: answerWith(ChoiceList),
  })
  .receipts({
    passenger: ({ name }) => ({ title: name }),
    bags: ({ choice }) => ({ title: choice === 'none' ? 'No bags' : 'One bag', detail: 'Hand baggage is included' }),
  })
  .build();
