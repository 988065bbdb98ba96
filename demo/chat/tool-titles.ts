/** The tools' names for people. */
export const toolTitles: Readonly<Record<string, string>> = {
  book_flight: 'Book a flight',
  book_trip: 'Book a return trip',
  plan_trip: 'Plan a trip',
  tic_tac_toe: 'A game of tic-tac-toe',
  pick_card: 'Pick a card',
  request_refund: 'Refund an order',
};
