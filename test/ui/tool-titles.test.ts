import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { ElicitCard } from '../../src/ui/elicit-card/ElicitCard.tsx';

const shown = (toolName: string) => renderToStaticMarkup(createElement(ElicitCard, { toolName, state: 'pending' }));

it.each([
  ['book_flight', 'Book flight'],
  ['bookFlight', 'Book flight'],
  ['flights.Search_PDF', 'Flights search PDF'],
  ['_book', '_book'],
  ['__book', 'Book'],
  ['Book_flight', 'Book flight'],
  ['Book-flight', 'Book-flight'],
  ['Book-flight_now', 'Book-flight_now'],
  ['.book', '.book'],
  ['book flight', 'book flight'],
])('a card names the tool %s "%s"', (name, title) => {
  expect(shown(name)).toContain(`>${title}<`);
});

it.each(['_', '_a', 'A', 'a.', '-'])('a card cuts a name of 200 000 characters of "%s"', (part) => {
  const [, name] = /data-elicit="tool-name">([^<]*)</.exec(shown(`${part.repeat(200_000 / part.length)}!`)) ?? [];
  expect(name).toMatch(/^[_aA.-]{199}…$/);
});
