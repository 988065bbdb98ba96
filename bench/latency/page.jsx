// Asks and answers in each way compared, on one page, so that the ways can take turns.
import { createScope, withResolvers } from 'effection';
import { createPluginClient, ElicitOutlet, FlightList, PluginSessionProvider } from 'elicitkit';
import { answerWith, createMcpTool, makePlugin } from 'elicitkit/plugin';
import { flightSchema, pickFlightSchema } from 'elicitkit/travel';
import { flightsFromDuffelOffers } from 'elicitkit/travel/duffel';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { createCallable } from 'react-call';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import * as z from 'zod';
import { offers } from '../components/data.mjs';

/** As from the wire: without what is undefined. */
const flights = JSON.parse(JSON.stringify(flightsFromDuffelOffers(offers(120)).slice(0, 20)));

/** How a question is recognized as on the page, prepared without a measure, and answered with a press. */
const button = { shown: '[data-ask]', press: (found) => found.click() };
const list = {
  shown: '[data-elicit=flight]',
  choose: (element) => element.querySelectorAll('[data-elicit=flight] > input')[1].click(),
  press: (_, element) => element.querySelector('[data-elicit=commit]').click(),
};

/**
 * Each opens an asker of its own, or returns one that stays. `ask` resolves with the time at which the asker has the
 * answer. `settle` does the unmeasured work after an answer. `card` says how the question looks: `button`, or `list`.
 */
const ways = {
  useState: standing(openState),
  'react-call': standing(openCallable),
  'useSyncExternalStore + Effection': standing(openStore),
  elicitkit: () => openOurs({}),
  'elicitkit, 30 kept': standing(() => openOurs({ kept: 30, maxItems: 30 })),
  'elicitkit, 500 kept': standing(() => openOurs({ kept: 500 })),
  'elicitkit, 20 messages': () => openOurs({ messages: 20 }),
  'elicitkit, 2,000 messages': () => openOurs({ messages: 2000 }),
  'FlightList, by hand': standing(openListByHand),
  'FlightList, elicitkit': () => openOurs({ card: list, key: 'pickFlight' }),
};

window.bench = {
  ways: Object.keys(ways),

  /** Milliseconds for each round of each way, in turns. */
  async run(names, rounds, warmUps) {
    // What a page loads once it is up is there before anything is measured.
    await askOnce(ways.elicitkit);
    const times = Object.fromEntries(names.map((name) => [name, { shown: [], answered: [] }]));
    for (let round = -warmUps; round < rounds; round += 1) {
      // Shuffle, so that one way's leftovers, such as garbage, do not always burden the same other way.
      for (const name of shuffled(names)) {
        const { shown, answered } = await askOnce(ways[name]);
        if (round < 0) continue;
        times[name].shown.push(shown);
        times[name].answered.push(answered);
      }
    }
    return times;
  },
};

const shuffled = (names) =>
  names
    .map((name) => ({ name, at: Math.random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ name }) => name);

let asked = 0;

async function askOnce(open) {
  const { element, ask, card = button, settle = () => {}, close = () => {} } = open();
  asked += 1;
  await rest();
  const appears = appeared(element, card.shown);
  const before = performance.now();
  const answer = ask(`Yes ${asked}`, asked);
  const found = await appears;
  const shown = performance.now() - before;
  // People take their time, so let React finish the work it deferred.
  await rest();
  card.choose?.(element);
  await rest();
  const pressed = performance.now();
  card.press(found, element);
  const answered = (await answer) - pressed;
  settle(asked);
  await rest();
  close();
  return { shown, answered };
}

function Ask({ text, onYes }) {
  return (
    <button type="button" data-ask onClick={onYes}>
      {text}
    </button>
  );
}

/** The time at which code that awaits the answer continues. */
const timeOf = (answer) => answer.then(() => performance.now());

function openState() {
  let show;
  function Asker() {
    const [question, setQuestion] = useState();
    useEffect(() => {
      show = setQuestion;
    }, []);
    if (question === undefined) return null;
    const onYes = () => {
      setQuestion(undefined);
      question.resolve({ yes: true });
    };
    return <Ask text={question.text} onYes={onYes} />;
  }
  return { ...mount(<Asker />), ask: (text) => timeOf(new Promise((resolve) => show({ text, resolve }))) };
}

function openCallable() {
  const Callable = createCallable(({ call, text }) => <Ask text={text} onYes={() => call.end({ yes: true })} />);
  return { ...mount(<Callable />), ask: (text) => timeOf(Callable.call({ text })) };
}

/**
 * What a page without our client writes to ask with our `FlightList`: its own state, and a POST of its own. Like ours,
 * it has the answer when the request is made.
 */
function openListByHand() {
  let show;
  function Asker() {
    const [question, setQuestion] = useState();
    useEffect(() => {
      show = setQuestion;
    }, []);
    if (question === undefined) return null;
    const post = (answer) => {
      question.fetch('/answers', { method: 'POST', body: JSON.stringify({ id: question.id, answer }) });
      setQuestion(undefined);
    };
    return (
      <FlightList
        key={question.id}
        message={question.message}
        flights={question.flights}
        onRespond={(content) => post({ action: 'accept', content })}
        onDecline={() => post({ action: 'decline' })}
      />
    );
  }
  const ask = (message, id) =>
    new Promise((resolve) => {
      show({ id, message, flights, fetch: () => resolve(performance.now()) });
    });
  return { ...mount(<Asker />), ask, card: list };
}

/** The minimum for a task that waits for the person. */
function openStore() {
  const [scope] = createScope();
  const listeners = new Set();
  let question;
  const show = (next) => {
    question = next;
    for (const onChange of listeners) onChange();
  };
  const subscribe = (onChange) => {
    listeners.add(onChange);
    return () => listeners.delete(onChange);
  };
  function Asker() {
    const shown = useSyncExternalStore(subscribe, () => question);
    return shown === undefined ? null : <Ask text={shown.text} onYes={() => shown.resolve({ yes: true })} />;
  }
  const wait = (text) =>
    scope.run(function* () {
      const { operation, resolve } = withResolvers();
      show({ text, resolve });
      try {
        return yield* operation;
      } finally {
        show(undefined);
      }
    });
  return { ...mount(<Asker />), ask: (text) => timeOf(wait(text)) };
}

const tool = createMcpTool('ask')
  .description('Ask')
  .parameters(z.object({}))
  .elicits({
    yes: z.object({ yes: z.boolean() }),
    pickFlight: { response: pickFlightSchema, context: z.object({ flights: z.array(flightSchema) }) },
  });
const OurAsk = ({ message, onRespond }) => <Ask text={message} onYes={() => onRespond({ yes: true })} />;
const plugin = makePlugin(tool)
  .onElicit({ yes: answerWith(OurAsk), pickFlight: answerWith(FlightList) })
  .build();
const told = {
  yes: { schema: { type: 'object', properties: { yes: { type: 'boolean' } }, required: ['yes'] } },
  pickFlight: { schema: { ...z.toJSONSchema(pickFlightSchema), 'x-model-context': { flights } } },
};

/**
 * Our client, with this page as its server: it pushes what a server would stream.
 *
 * @param kept - how many ended questions the client holds, and `maxItems` the most that it holds
 */
function openOurs({ kept = 0, maxItems, messages = 0, card = button, key = 'yes' }) {
  let revision = 0;
  let sent = () => {};
  let last;
  const client = createPluginClient({
    plugins: [plugin],
    messages: conversation(messages),
    storage: false,
    tabs: false,
    maxItems,
    onError(error) {
      throw error;
    },
    // Only take the request: the server's events are pushed.
    transport: ({ body }) => {
      last = body;
      sent(performance.now());
    },
  });
  const tell = (event) => client.push({ revision: (revision += 1), event });
  const call = (id) => tell({ type: 'tool_calls', calls: [{ id, name: 'ask', arguments: {} }], text: '' });
  const question = (text, id, nth) =>
    tell({
      type: 'plugin_elicit_request',
      sessionId: id,
      callId: id,
      toolName: 'ask',
      elicitId: `${id}:${nth}`,
      key,
      message: text,
      ...told[key],
      seq: 1,
      attempt: 1,
    });
  const settle = () => {
    const [{ sessionId, callId, elicitId, result, answerId }] = last.pluginElicitResponses;
    tell({ type: 'plugin_elicit_settled', sessionId, callId, elicitId, action: result.action, answerId });
    client.push({ event: { type: 'end' } });
  };
  client.push({ event: { type: 'session_info', capabilities: { revisions: true } } });
  call('call');
  for (let nth = 0; nth < kept; nth += 1) {
    question(`Kept ${nth}`, 'call', `kept-${nth}`);
    client.getSnapshot().pending[0].accept({ yes: true });
    settle();
  }
  if (client.getSnapshot().receipts.length !== kept) throw new Error('The questions that were to end are not over.');
  const page = mount(
    <PluginSessionProvider client={client}>
      <ElicitOutlet />
    </PluginSessionProvider>,
  );
  return {
    ...page,
    card,
    ask: (text, nth) =>
      new Promise((resolve) => {
        sent = resolve;
        question(text, 'call', nth);
      }),
    settle,
    close() {
      page.close();
      void client.close();
    },
  };
}

function conversation(count) {
  return Array.from({ length: count }, (_, index) =>
    index % 2 === 0
      ? { role: 'user', id: `said-${index}`, content: `Is there a flight after ${index}?` }
      : { role: 'assistant', content: `There is one at ${index}. Shall I book it?` },
  );
}

function standing(open) {
  let one;
  return () => {
    const { close: _, ...rest } = (one ??= open());
    return rest;
  };
}

function mount(ui) {
  const element = document.createElement('div');
  document.body.append(element);
  const root = createRoot(element);
  flushSync(() => root.render(ui));
  const close = () => {
    root.unmount();
    element.remove();
  };
  return { element, close };
}

/** Resolves with the first part of a question as soon as it is on the page. Checks only new nodes, because the page may be long. */
function appeared(element, selector) {
  return new Promise((resolve) => {
    const observer = new MutationObserver((records) => {
      for (const node of records.flatMap(({ addedNodes }) => [...addedNodes])) {
        const found = node.matches?.(selector) ? node : node.querySelector?.(selector);
        if (!found) continue;
        observer.disconnect();
        return resolve(found);
      }
    });
    observer.observe(element, { childList: true, subtree: true });
  });
}

/** Lets pending work finish. A timer would let the processor sleep. */
function rest() {
  return scheduler.postTask(() => {}, { priority: 'background' });
}
