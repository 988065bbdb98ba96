import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { ElicitCard, Receipt } from '../../src/card.ts';
import { ChoiceList, Confirm, FlightList, MultiChoiceList, PassengerSeatPicker, SeatPicker } from '../../src/index.ts';
import { flightOf, richSeatMap, seedFlights, segment, tenAbreast } from '../travel/samples.ts';

const common = { message: 'Which one?', onRespond: () => {}, onDecline: () => {} };
const passengers = [{ id: 'p1', name: 'Ada Lovelace' }];
const trip = flightOf([segment('ATL', 'JFK', '2026-09-06T05:00', '2026-09-06T08:00')]);

const components = {
  FlightList: createElement(FlightList, { ...common, flights: [trip] }),
  'FlightList of the small shape': createElement(FlightList, { ...common, flights: seedFlights }),
  'FlightList that loads': createElement(FlightList, { ...common, flights: [], loading: true }),
  SeatPicker: createElement(SeatPicker, { ...common, seatMap: richSeatMap }),
  PassengerSeatPicker: createElement(PassengerSeatPicker, { ...common, seatMap: tenAbreast, passengers }),
  Confirm: createElement(Confirm, { ...common, details: [{ label: 'Total', value: '$1' }] }),
  ChoiceList: createElement(ChoiceList, { ...common, choices: ['a', 'b'] }),
  MultiChoiceList: createElement(MultiChoiceList, { ...common, choices: ['a', 'b'] }),
  ElicitCard: createElement(ElicitCard, { toolName: 'book', state: 'failed', onRetry: () => {} }, 'Which?'),
  Receipt: createElement(Receipt, { outcome: 'answered', title: 'Flight XA1' }),
};

describe('markup of a server', () => {
  it.each(Object.entries(components))(
    'has no style that a content security policy would refuse: %s',
    (_, component) => {
      const html = renderToString(component);
      expect(html).toContain('data-elicit-root');
      expect(html.match(/\sstyle=|<style|<script/g)).toBeNull();
    },
  );
});
