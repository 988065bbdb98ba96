import { clockOf, formatDay, formatMoney } from 'elicitkit/travel';
import { readTicket, type Ticket } from '../book-flight/ticket.ts';
import { readTrip, type Trip } from '../book-trip/trip.ts';
import { nameCard } from '../pick-card/card.ts';
import { readOutcome } from '../pick-card/outcome.ts';
import { readPlan, type Plan } from '../plan-trip/plan.ts';
import { readGame, type Game } from '../tic-tac-toe/game.ts';

/** The model's words about the result of a call of this tool. */
export function tellResult(result: string, tool: string): string {
  const ticket = readTicket(result);
  if (ticket) return tellTicket(ticket);
  const trip = readTrip(result);
  if (trip) return tellTrip(trip);
  const plan = readPlan(result);
  if (plan) return tellPlan(plan);
  const game = readGame(result);
  if (game) return endings[game.outcome];
  const outcome = readOutcome(result);
  if (outcome?.isWinner) return `The ${nameCard(outcome.winner)} it is. You won!`;
  if (outcome) return `The ${nameCard(outcome.winner)} wins this time. Shall I draw again?`;
  if (tool === 'plan_trip') return tellUnplanned(result);
  if (tool === 'tic_tac_toe' || tool === 'pick_card') return tellUnfinished(result);
  if (result.startsWith('Refund: ')) return result.slice('Refund: '.length);
  if (result.startsWith('Feedback: none')) return 'Maybe another time.';
  if (result.startsWith('Feedback:')) return 'Thank you for your feedback!';
  if (result.startsWith('Entry rules: the page was opened')) return 'Read them well. Where would you like to fly?';
  if (result.startsWith('Entry rules:')) return 'Alright, I left it closed.';
  if (/wrote something else/.test(result)) return 'I have put that booking aside.';
  if (/Stopped by the person/.test(result)) return 'Stopped. Nothing was booked.';
  if (/does not want to say which seats?\b/.test(result)) {
    return 'No problem, I booked nothing. We can look at another flight whenever you like.';
  }
  if (/does not want to say whether|said no to the total/.test(result)) {
    return 'Alright, I booked nothing. Shall I look at other flights, or at other seats?';
  }
  if (/no way back leaves/.test(result)) {
    return 'There is no way back on that day after you have arrived. Give me a later day, and I will look again.';
  }
  if (/does not want/.test(result)) {
    return 'No problem, I booked nothing. Tell me another day or another route, and I will look again.';
  }
  if (/closed the question/.test(result)) {
    return 'Alright, nothing was booked. Would you like to try another flight or another route?';
  }
  return 'That did not work, and nothing was booked. Shall I try again?';
}

function tellTicket({ flight, seat, ticketNumber }: Ticket): string {
  const when = whenOf(flight.departure.at);
  return `You are booked to ${flight.arrival.city}: ${flight.airline} ${flight.number} on ${when}, seat ${seat}. Your ticket is ${ticketNumber}. Have a good flight!`;
}

function tellTrip({ out, back, prices, reference }: Trip): string {
  const total = formatMoney(prices.total, 'en-US');
  return `Your trip to ${out.arrival.city} is booked: ${out.number} on ${whenOf(out.departure.at)}, and back with ${back.number} on ${whenOf(back.departure.at)}. That is ${total} in all, your booking is ${reference}. Have a good trip!`;
}

function tellPlan({ out, airline, price, reference }: Plan): string {
  return `Your plan for ${out.arrival.city} is kept as ${reference}: ${airline}, ${formatMoney(price, 'en-US')}. Nothing is booked or paid.`;
}

/** A trip without a plan. */
function tellUnplanned(result: string): string {
  if (/wrote something else/.test(result)) return 'I have put the plan aside.';
  if (/Stopped by the person/.test(result)) return 'Stopped. Nothing was planned.';
  if (/nothing flies/.test(result)) return 'Nothing flies there and back on these days. Give me other ones.';
  if (/said no|wants none|closed/.test(result)) return 'Alright, no plan. Give me other days, and I will look again.';
  return 'That did not work. Shall I try again?';
}

const endings: Record<Game['outcome'], string> = {
  won: 'Well played, you won! Another game?',
  lost: 'That one is mine. Another game?',
  draw: 'A draw. We are even! Another game?',
  'given up': 'Alright, we leave it there. Good game!',
};

/** A game that has no end. */
function tellUnfinished(result: string): string {
  if (/wrote something else/.test(result)) return 'I have put the game aside.';
  if (/Stopped by the person/.test(result)) return 'Stopped. We can play another time.';
  if (/closed the game|does not want/.test(result)) return 'Alright, no game. What else can I do for you?';
  return 'That did not work. Shall we try again?';
}

function whenOf(at: string): string {
  return [formatDay(at, 'en-US'), `at ${clockOf(at)}`].filter(Boolean).join(' ');
}
