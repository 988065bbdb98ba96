// Every contestant as a function that mounts it, on one page, so that they can take turns.
import { DuffelNGSView, SeatMap as DuffelSeatMap } from '@duffel/components';
import { createCallable } from 'react-call';
import { createPluginClient, ElicitOutlet, FlightList, PluginSessionProvider, SeatPicker } from 'elicitkit';
import { answerWith, createMcpTool, makePlugin } from 'elicitkit/plugin';
import { flightsFromDuffelOffers, seatMapFromDuffel } from 'elicitkit/travel/duffel';
import 'elicitkit/styles.css';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import Seatchart from 'seatchart';
import 'seatchart/dist/seatchart.css';
import * as z from 'zod';
import { offerRequest, offers, seatsIn, twoDeckMap, wideMap } from './data.mjs';

const maps = { wide: wideMap(), 'two-deck': twoDeckMap() };
const ours = Object.fromEntries(Object.entries(maps).map(([id, map]) => [id, seatMapFromDuffel(map)]));
const lists = Object.fromEntries([220, 1000].map((count) => [count, flightsFromDuffelOffers(offers(count))]));
const requests = Object.fromEntries([220, 1000].map((count) => [count, offerRequest(count)]));
const ignore = () => {};

/** How a page shows each one: mount it into an element, and take it out again. */
const contestants = {
  elicitkit: {
    seats: (id) => inReact(<SeatPicker seatMap={ours[id]} onRespond={ignore} />),
    map: '[data-elicit=grid]',
    seat: '[data-elicit=seat]:not([aria-disabled=true])',
    list: (count) => inReact(<FlightList flights={lists[count]} onRespond={ignore} />),
  },
  duffel: {
    seats: (id) => inReact(<StatefulDuffel seatMap={maps[id]} />),
    map: '.seat-map__map-container',
    seat: '.map-element--available',
    list: (count) => inReact(<DuffelNGSView offerRequest={requests[count]} onSelect={ignore} />),
  },
  seatchart: {
    seats: (id) => (element) => {
      const chart = new Seatchart(element, chartOptions(id));
      return () => void chart;
    },
    map: '.sc-map',
    seat: '.sc-seat-available',
  },
};

const inReact = (ui) => (element) => {
  const root = createRoot(element);
  flushSync(() => root.render(ui));
  return () => root.unmount();
};

/** Keeps the selection as a host of Duffel's map would. */
function StatefulDuffel({ seatMap }) {
  const [selected, setSelected] = useState({});
  return (
    <DuffelSeatMap
      seatMap={seatMap}
      selectedServicesMap={selected}
      onSeatToggled={(service) => setSelected(service.quantity === 0 ? {} : { [service.id]: service })}
      currentPassengerId="pas_1"
      currentPassengerName="Ada Lovelace"
      currentSegmentId="seg_1"
    />
  );
}

/** seatchart has no decks: it gets the deck that the others show first. */
function chartOptions(id) {
  const seated = maps[id].cabins[0].rows.filter(({ sections }) =>
    sections.some(({ elements }) => elements.some(({ type }) => type === 'seat')),
  );
  const rows = seated.map(({ sections }) => sections.flatMap(({ elements }) => elements));
  const at = (is) =>
    rows.flatMap((elements, row) => elements.flatMap((element, col) => (is(element) ? [{ row, col }] : [])));
  const widths = seated[0].sections.map(({ elements }) => elements.length);
  return {
    map: {
      rows: rows.length,
      columns: rows[0].length,
      seatTypes: { default: { label: 'Economy', cssClass: 'economy', price: 20 } },
      reservedSeats: at((element) => element.type === 'seat' && element.available_services.length === 0),
      disabledSeats: at((element) => element.type !== 'seat'),
      columnSpacers: [widths[0], widths[0] + widths[1]],
      seatLabel: ({ row, col }) => rows[row][col].designator ?? '',
    },
    cart: { visible: false },
  };
}

let taken = ignore;

window.bench = {
  seatCount: (id, deck) => seatsIn(maps[id]).filter((seat) => deck === undefined || seat.deck === deck).length,

  /** Milliseconds to mount and lay out, and to show all rows of a long map. Unmounts at the end. */
  time(name, kind, id) {
    const element = container();
    const mount = contestants[name][kind](id);
    const before = performance.now();
    const unmount = mount(element);
    element.getBoundingClientRect();
    const first = performance.now() - before;
    const all = first + this.showAllRows();
    unmount();
    element.remove();
    return { first, all };
  },

  /** Mount and leave it on the page, for counting. */
  show(name, kind, id) {
    taken();
    const element = container();
    const unmount = contestants[name][kind](id)(element);
    taken = () => {
      unmount();
      element.remove();
    };
  },

  /** Open the rows left out at each end of our map. Returns the total milliseconds. */
  showAllRows() {
    let spent = 0;
    for (;;) {
      const more = document.querySelector('#it [data-elicit=map] > [data-elicit=more]');
      if (!more) return spent;
      const before = performance.now();
      flushSync(() => more.click());
      document.querySelector('#it').getBoundingClientRect();
      spent += performance.now() - before;
    }
  },

  /** How many seats our map renders. */
  drawn: () => document.querySelectorAll('#it [data-elicit=seat]').length,

  count() {
    const it = document.querySelector('#it');
    return {
      nodes: it.querySelectorAll('*').length,
      listed: it.querySelectorAll('[data-elicit=flights] *, .ngs-table_table tbody *').length,
      cards: it.querySelectorAll('[data-elicit=flight], .ngs-table_table tbody tr').length,
      overflow: overflow(it),
    };
  },

  /** Milliseconds from the press of a free seat to its new look, a different seat each time. */
  select(name, turn) {
    const free = document.querySelectorAll(`#it ${contestants[name].seat}`);
    const seat = free[(turn * 7) % free.length];
    const before = performance.now();
    flushSync(() => seat.click());
    document.querySelector('#it').getBoundingClientRect();
    return performance.now() - before;
  },

  /** Show all flights of our list. Returns their number. */
  showAllFlights() {
    flushSync(() => document.querySelector('#it [data-elicit=more]')?.click());
    return document.querySelectorAll('#it [data-elicit=flight]').length;
  },

  /** Milliseconds from choosing a flight in our list to its new look, a different one each time. */
  chooseFlight(turn) {
    const radios = document.querySelectorAll('#it [data-elicit=flight] > input');
    const radio = radios[(turn * 3 + 1) % radios.length];
    const before = performance.now();
    flushSync(() => radio.click());
    document.querySelector('#it').getBoundingClientRect();
    return performance.now() - before;
  },

  isInMap: (name) => document.activeElement.closest(contestants[name].map) !== null,
  ask: { elicitkit: askOurs, 'react-call': askReactCall },
};

function container() {
  const element = document.createElement('div');
  element.id = 'it';
  document.body.append(element);
  return element;
}

/** How far anything sticks out of the page sideways, or scrolls sideways inside it. */
function overflow(it) {
  const out = Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth);
  const inside = [...it.querySelectorAll('*')].map((part) =>
    ['auto', 'scroll'].includes(getComputedStyle(part).overflowX) ? part.scrollWidth - part.clientWidth : 0,
  );
  return Math.max(out, ...inside);
}

function Ask({ text, onYes }) {
  return (
    <button type="button" data-ask onClick={onYes}>
      {text}
    </button>
  );
}

const Callable = createCallable(({ call, text }) => <Ask text={text} onYes={() => call.end({ yes: true })} />);
const OurAsk = ({ text, onRespond }) => <Ask text={text} onYes={() => onRespond({ yes: true })} />;
const tool = createMcpTool('ask')
  .description('Ask')
  .parameters(z.object({}))
  .elicits({ yes: z.object({ yes: z.boolean() }) });

/** The time from the question to the button, and from its press to the answer. */
async function askReactCall(turn) {
  const element = container();
  const root = createRoot(element);
  flushSync(() => root.render(<Callable />));
  const before = performance.now();
  const answer = Callable.call({ text: `Yes ${turn}` });
  const button = await shown(element);
  const showing = performance.now() - before;
  const pressed = performance.now();
  button.click();
  await answer;
  const answering = performance.now() - pressed;
  root.unmount();
  element.remove();
  return { showing, answering };
}

async function askOurs(turn) {
  const element = container();
  const root = createRoot(element);
  let sent;
  const answer = new Promise((resolve) => {
    sent = resolve;
  });
  const plugin = makePlugin(tool)
    .onElicit({ yes: answerWith(OurAsk, () => ({ text: `Yes ${turn}` })) })
    .build();
  const client = createPluginClient({
    plugins: [plugin],
    storage: false,
    tabs: false,
    transport: ({ body }) => {
      sent(body);
      return new Promise(() => {});
    },
  });
  flushSync(() =>
    root.render(
      <PluginSessionProvider client={client}>
        <ElicitOutlet />
      </PluginSessionProvider>,
    ),
  );
  const before = performance.now();
  client.push({
    type: 'plugin_elicit_request',
    sessionId: `call_${turn}`,
    callId: `call_${turn}`,
    toolName: 'ask',
    elicitId: `elicit_${turn}`,
    key: 'yes',
    message: 'Yes?',
    schema: { type: 'object', properties: { yes: { type: 'boolean' } }, required: ['yes'] },
    seq: 1,
    attempt: 1,
  });
  const button = await shown(element);
  const showing = performance.now() - before;
  const pressed = performance.now();
  button.click();
  await answer;
  const answering = performance.now() - pressed;
  root.unmount();
  client.close();
  element.remove();
  return { showing, answering };
}

/** Resolves with the button as soon as it is on the page. */
function shown(element) {
  const found = () => element.querySelector('[data-ask]');
  if (found()) return Promise.resolve(found());
  return new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (!found()) return;
      observer.disconnect();
      resolve(found());
    });
    observer.observe(element, { childList: true, subtree: true });
  });
}
