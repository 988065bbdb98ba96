import { describe, expect, it } from 'vitest';
import { findWishes } from '../../demo/server/wishes.ts';

const party = (adults: number, children = 0) => [
  ...Array.from({ length: adults }, () => ({ type: 'adult' })),
  ...Array.from({ length: children }, () => ({ type: 'child' })),
];

describe('a wish', () => {
  it.each([
    ['Book me a flight from NYC to LAX', { from: 'NYC', destination: 'LAX' }],
    [
      'I want to fly to Lisbon from Berlin on 2026-12-01',
      { from: 'Berlin', destination: 'Lisbon', date: '2026-12-01' },
    ],
    ['Book a trip from Berlin to Lisbon for me', { from: 'Berlin', destination: 'Lisbon' }],
  ])('for a flight is heard in "%s"', (text, wish) => {
    expect(findWishes(text)).toMatchObject([{ tool: 'book_flight', arguments: wish }]);
  });

  const there = { from: 'London', destination: 'Singapore' };
  it.each([
    ['Book a return trip for two from London to Singapore', { ...there, travellers: party(2) }],
    ['Book a return trip from London to Singapore for two adults and a child', { ...there, travellers: party(2, 1) }],
    ['A round-trip flight from London to Singapore with two kids', { ...there, travellers: party(1, 2) }],
    ['Book flights from London to Singapore and back', { ...there, travellers: party(1) }],
    ['Book a return trip for 99 from London to Singapore', { ...there, travellers: party(6) }],
    [
      'Book a return trip from London to Singapore for two, 2026-12-01 to 2026-12-08',
      { ...there, travellers: party(2), outboundDate: '2026-12-01', returnDate: '2026-12-08' },
    ],
  ])('for a return trip is heard in "%s"', (text, wish) => {
    expect(findWishes(text)).toEqual([{ tool: 'book_trip', ...there, arguments: wish }]);
  });

  it.each([
    ['Plan a trip from Paris to Lisbon for three nights', { nights: 3 }],
    ['Plan a trip from Paris to Lisbon on 2026-12-01', { outboundDate: '2026-12-01' }],
    ['Plan 99 nights from Paris to Lisbon', { nights: 60 }],
  ])('for a plan is heard in "%s"', (text, when) => {
    const route = { from: 'Paris', destination: 'Lisbon' };
    expect(findWishes(text)).toEqual([{ tool: 'plan_trip', ...route, arguments: { ...route, ...when } }]);
  });

  it('to book what was planned is a wish to book', () => {
    expect(findWishes('Book the plan from Paris to Lisbon')).toMatchObject([{ tool: 'book_flight' }]);
  });

  it.each(['Hello', 'I was in London once', 'Book me a flight'])('is not heard in "%s"', (text) => {
    expect(findWishes(text)).toEqual([]);
  });
});
