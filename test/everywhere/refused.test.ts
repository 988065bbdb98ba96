import { beforeEach, describe, expect, it } from 'vitest';
import { decide } from '../../docs/examples/embassy.ts';
import { isObject, type JsonObject } from '../../src/protocol/json.ts';
import { emptyLedger } from '../demo/empty-ledger.ts';
import { documentedTools } from './documented.ts';
import { ada, createPerson } from './person.ts';
import { atTerminal, inHost, overAgUi } from './places.ts';
import { refusal, refuseOnce } from './refused.ts';
import { tools } from './tools.ts';

// The runtime asks for approvals, so a tool that asks nothing else refuses nothing.
const all = [
  ...tools.map(({ tool, params }) => ({ name: tool.name, tool, params })),
  ...(await documentedTools()),
].filter(({ tool }) => tool.approval === undefined);
await decide('visa-London', 'granted');

const party = [
  { name: 'Ann', type: 'adult' },
  { name: 'Bob', type: 'adult' },
];

beforeEach(emptyLedger);

describe.each(['modern', 'legacy'] as const)('in a host of MCP, %s,', (era) => {
  it.each(all)('a refused answer of $name comes back filled in', async ({ tool, params }) => {
    const refusing = refuseOnce(tool as never);
    const person = createPerson(ada);
    const { seen } = await inHost(era)(refusing.tool, params as JsonObject, {
      ...person,
      // They send it as it comes.
      fillIn: (schema, words) => (words!.includes(refusal) ? defaultsOf(schema) : person.fillIn(schema, words)),
    });

    expect(refusing.changed).toEqual([]);
    expect(seen.filter((words) => words.includes(refusal))).toHaveLength(refusing.refused());
    expect([...refusing.again]).toEqual([]);
    expect(refusing.refused() > 0).toBe(seen.length > 0);
  });
});

it.each([
  ['in a host of MCP, modern', inHost('modern')],
  ['in a host of MCP, legacy', inHost('legacy')],
  ['over AG-UI', overAgUi],
])('%s, a refused seat is told at its passenger', async (_, place) => {
  const [, trip] = tools;
  const { tool } = refuseOnce(trip.tool);
  const { seen } = await place(tool, { ...trip.params, travellers: party }, createPerson(ada));
  const refused = seen.filter((words) => words.startsWith('Who sits where') && words.includes(refusal));

  expect(refused.length).toBeGreaterThan(0);
  for (const words of refused) expect(words).toMatch(new RegExp(`^(?:- )?Bob: ${refusal}$`, 'm'));
});

it('in a terminal, only the passenger of a refused seat is asked again', async () => {
  const [, trip] = tools;
  const { tool, again } = refuseOnce(trip.tool);
  const place = atTerminal(ada, () => again.size > 0);
  const { seen } = await place(tool, { ...trip.params, travellers: party }, createPerson());
  const asked = (name: string) => seen.filter((prompt) => prompt.startsWith(`◆  ${name}`)).length;

  expect(asked('Ann')).toBeGreaterThan(0);
  expect(asked('Bob')).toBe(2 * asked('Ann'));
});

describe('over AG-UI', () => {
  it.each(all)('a refused answer of $name can be given again', async ({ tool, params }) => {
    const refusing = refuseOnce(tool as never);
    const person = createPerson(ada);
    let sent: unknown;
    const { seen } = await overAgUi(refusing.tool, params as JsonObject, {
      ...person,
      answer: (schema, words) => (sent = words!.includes(refusal) ? sent : person.answer(schema, words)),
    });

    expect(refusing.changed).toEqual([]);
    expect([...refusing.again]).toEqual([]);
    expect(refusing.refused() > 0).toBe(seen.length > 0);
  });
});

describe('in a terminal', () => {
  it.each(all)('a refused answer of $name comes back filled in', async ({ tool, params }) => {
    const refusing = refuseOnce(tool as never);
    const { seen } = await atTerminal(ada, () => refusing.again.size > 0)(
      refusing.tool,
      params as JsonObject,
      createPerson(),
    );

    expect(refusing.changed).toEqual([]);
    expect([...refusing.again]).toEqual([]);
    expect(refusing.refused() > 0).toBe(seen.length > 0);
  });
});

function defaultsOf({ properties }: JsonObject): Record<string, unknown> {
  const fields = Object.entries(isObject(properties) ? properties : {});
  return Object.fromEntries(
    fields.flatMap(([name, field]) => (isObject(field) && 'default' in field ? [[name, field['default']]] : [])),
  );
}
