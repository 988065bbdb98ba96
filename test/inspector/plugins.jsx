import { ChoiceList, FlightList, SeatPicker, schemaForm } from 'elicitkit';
import { Button, Card } from 'elicitkit/kit';
import { answerWith, makePlugin } from 'elicitkit/plugin';
import { ReviewCall } from 'elicitkit/questions';
import * as declared from './declarations.mjs';

export const bookFlight = makePlugin(declared.bookFlight)
  .onElicit({ pickFlight: answerWith(FlightList), pickSeat: answerWith(SeatPicker) })
  .build();
export const order = makePlugin(declared.order)
  .onElicit({ dish: answerWith(ChoiceList) })
  .build();
export const refund = makePlugin(declared.refund)
  .onElicit({ approve: answerWith(ReviewCall) })
  .build();
export const rateStay = makePlugin(declared.rateStay)
  .onElicit({ rating: answerWith(Rating) })
  .build();
export const sendMail = makePlugin(declared.sendMail).onElicit({ to: schemaForm() }).build();
export const crash = makePlugin(declared.crash)
  .onElicit({ pick: answerWith(Crash) })
  .build();

/** A card of one's own. */
function Rating({ onRespond, ...card }) {
  return (
    <Card {...card}>
      <Button onClick={() => onRespond({ stay: { mood: 'Good' } })}>Good</Button>
      <Button onClick={() => onRespond({ stay: { mood: 'Bad' } })}>Bad</Button>
    </Card>
  );
}

function Crash() {
  throw new Error('This card cannot be shown.');
}
