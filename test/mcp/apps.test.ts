import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import * as z from 'zod';
import { createMcpTool } from '../../src/plugin.ts';
import { flightQuestion } from '../../src/travel.ts';
import type { McpApp, McpEndpointOptions } from '../../src/mcp.ts';
import { readMcpApps } from '../../src/mcp-apps.ts';
import { pathOfApp } from '../../src/mcp/read-mcp-apps.ts';
import { answering, answers, booked, connect, createAirline, endpointOf, leg, route, type Asked } from './harness.ts';

const flight = {
  id: 'SH142',
  airline: 'SkyHigh Airways',
  flightNumber: 'SH 142',
  from: 'NYC',
  to: 'LAX',
  departure: '08:00',
  arrival: '11:30',
  price: 299,
};
const extension = 'io.modelcontextprotocol/ui';
const mimeType = 'text/html;profile=mcp-app';
const uri = 'ui://elicitkit/book_flight/pickFlight';
const apps: McpApp[] = [{ tool: 'book_flight', key: 'pickFlight', html: '<p>Flights</p>' }];
const ui = { mimeTypes: [mimeType], elicitation: {} };
const able = { elicitation: { form: {} }, extensions: { [extension]: ui } };
const eras = ['modern', 'legacy'] as const;

function airline(options: Partial<McpEndpointOptions> = { apps }) {
  return endpointOf([createAirline().bookFlight], options);
}

const appOf = ({ _meta }: Asked) => (_meta?.['ui'] as { resourceUri: string } | undefined)?.resourceUri;

describe.each(eras)('a client whose apps answer questions: %s', (era) => {
  it('gets the address of the app with the question that has one, and with no other', async () => {
    const { client, asked } = await connect(airline(), era, { capabilities: able });
    const { structuredContent } = await client.callTool({ name: 'book_flight', arguments: route });

    expect(asked.map(appOf)).toEqual([uri, undefined]);
    expect(structuredContent).toEqual(booked);
  });

  it('is told that the server takes such answers, and reads the page, which may reach no other place', async () => {
    const { client } = await connect(airline(), era, { capabilities: able });
    const nowhere = { connectDomains: [], resourceDomains: [], frameDomains: [], baseUriDomains: [] };
    const _meta = { ui: { prefersBorder: false, csp: nowhere } };

    expect(client.getServerCapabilities()).toMatchObject({ extensions: { [extension]: { elicitation: {} } } });
    expect((await client.listResources()).resources).toMatchObject([{ uri, mimeType, _meta }]);
    expect((await client.readResource({ uri })).contents).toEqual([{ uri, mimeType, text: '<p>Flights</p>', _meta }]);
  });

  it('is asked again, by the app, if its answer is refused', async () => {
    const given = [{ flightId: 'FL009' }, answers['flightId'], answers['row']];
    const { client, asked } = await connect(airline(), era, {
      capabilities: able,
      onAsked: () => ({ action: 'accept', content: given.shift() }),
    });
    const { structuredContent } = await client.callTool({ name: 'book_flight', arguments: route });

    expect(asked.map(appOf)).toEqual([uri, uri, undefined]);
    expect(asked[1]?._meta).toMatchObject({
      'elicitkit/attempt': 2,
      'elicitkit/issues': [{ path: [], message: 'It was not offered.' }],
      'elicitkit/draft': { flightId: 'FL009' },
    });
    expect(asked[0]?._meta).not.toHaveProperty('elicitkit/draft');
    expect(structuredContent).toEqual(booked);
  });

  it('gets no secret and nothing long of a refused answer', async () => {
    const note = 'x'.repeat(20_000);
    const given = [
      { name: 'Ada', password: 'hunter2' },
      { name: 'Ada', note },
    ];
    const ask = createMcpTool('ask')
      .description('Ask for a name')
      .parameters(z.object({}))
      .elicits({ who: z.object({ name: z.string().regex(/^B/) }).loose() })
      .execute(function* (_params, ctx) {
        return (yield* ctx.elicit('who', { message: 'Who?' })).action;
      });
    const app = { tool: 'ask', key: 'who', html: '<p>Who?</p>' };
    const { client, asked } = await connect(endpointOf([ask], { apps: [app] }), era, {
      capabilities: able,
      onAsked: () => (given.length > 0 ? { action: 'accept', content: given.shift() } : { action: 'decline' }),
    });
    await client.callTool({ name: 'ask', arguments: {} });

    expect(asked.map(({ _meta }) => _meta?.['elicitkit/draft'])).toEqual([undefined, { name: 'Ada' }, undefined]);
  });

  it('gets a form without an app once an app or a form has answered nothing', async () => {
    const given = [{}, answers['flightId'], answers['row']];
    const { client, asked } = await connect(airline(), era, {
      capabilities: able,
      onAsked: () => ({ action: 'accept', content: given.shift() }),
    });
    await client.callTool({ name: 'book_flight', arguments: route });

    expect(asked.map(appOf)).toEqual([uri, undefined, undefined]);
  });

  it('gets a form that requires nothing where the card answers in other fields, and the tool gets that answer', async () => {
    const trip = createMcpTool('trip')
      .description('Pick a flight')
      .parameters(z.object({}))
      .elicits({ flight: flightQuestion })
      .execute(function* (_params, ctx) {
        const picked = yield* ctx.elicit('flight', { message: 'Which?', flights: [flight] });
        return picked.action === 'accept' ? picked.content.flightId : picked.action;
      });
    const given = [{}, { flightId: 'SH142' }];
    const app = { tool: 'trip', key: 'flight', html: '<p>Flights</p>' };
    const { client, asked } = await connect(endpointOf([trip], { apps: [app] }), era, {
      capabilities: able,
      onAsked: () => ({ action: 'accept', content: given.shift() }),
    });
    const { content } = await client.callTool({ name: 'trip', arguments: {} });

    // An answer without anything asks again, without the app.
    expect(asked.map(({ requestedSchema }) => requestedSchema?.['required'])).toEqual([undefined, ['answer']]);
    expect(content).toEqual([{ type: 'text', text: 'SH142' }]);
  });

  it.each(['decline', 'cancel'])('ends the question by "%s" as with a form', async (action) => {
    const { client } = await connect(airline(), era, { capabilities: able, onAsked: () => ({ action }) });

    expect((await client.callTool({ name: 'book_flight', arguments: route })).content).toEqual([
      { type: 'text', text: `Not booked: ${action}.` },
    ]);
  });
});

const form = { form: {} };
const others = [
  { elicitation: form },
  { elicitation: {} },
  { elicitation: { url: {}, form: {} }, extensions: {} },
  { elicitation: form, extensions: { [extension]: { mimeTypes: [mimeType] } } },
  { elicitation: form, extensions: { [extension]: { elicitation: {} } } },
  { elicitation: form, extensions: { [extension]: { mimeTypes: ['text/html'], elicitation: {} } } },
];

describe('a client that has not negotiated it', () => {
  it.each(others)('is asked in the same bytes as by a server without apps: %j', async (capabilities) => {
    const [withApps, without] = [airline(), airline({})];
    const asks = async (mcp: typeof withApps) => {
      const first = await leg(mcp, { capabilities });
      const second = await leg(mcp, { ...answering(first), capabilities });
      const { client, asked } = await connect(mcp, 'legacy', { capabilities });
      const last = await client.callTool({ name: 'book_flight', arguments: route });
      return JSON.stringify([first.result?.inputRequests, second.result?.inputRequests, asked, last]);
    };

    const bytes = await asks(without);
    expect(bytes).toContain('Which flight to LAX?');
    expect(await asks(withApps)).toBe(bytes);
  });

  it.each(eras)('sees no resources and no extension of a server without apps: %s', async (era) => {
    const { client } = await connect(airline({}), era, { capabilities: able });

    expect(client.getServerCapabilities()).toEqual({ logging: {}, tools: { listChanged: true } });
  });
});

describe('apps', () => {
  it('are read from the folder in which the command puts them', () => {
    const folder = mkdtempSync(join(tmpdir(), 'apps-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const app = { tool: 'a/b', key: 'ä.b', html: '<p>Which?</p>' };
    mkdirSync(join(folder, dirname(pathOfApp(app))));
    writeFileSync(join(folder, pathOfApp(app)), app.html);
    writeFileSync(join(folder, 'README.html'), 'Not an app.');

    expect(readMcpApps(folder)).toEqual([app]);
  });

  it('that are missing are missed with the command that makes them', () => {
    const folder = join(tmpdir(), 'no-such-folder');

    expect(() => readMcpApps(folder)).toThrow(
      expect.objectContaining({
        code: 'MCP_NO_APPS',
        message: `There are no apps in ${folder}. Make them with: npx elicitkit apps build ./plugins.tsx --out ${folder}`,
      }) as Error,
    );
  });

  it('for tools that are not served are left out', async () => {
    const other = { tool: 'cancel_flight', key: 'confirm', html: '<p>Sure?</p>' };
    const { client } = await connect(airline({ apps: [...apps, other] }), 'modern', { capabilities: able });

    expect((await client.listResources()).resources.map((each) => each.uri)).toEqual([uri]);
  });

  it('for a question that its tool does not ask are refused with the ones that it asks', () => {
    const stale = { tool: 'book_flight', key: 'pickFligth', html: '<p>Flights</p>' };

    expect(() => airline({ apps: [stale] })).toThrow(
      'There is an app for book_flight.elicits.pickFligth, but book_flight asks pickFlight, pickSeat.',
    );
  });

  it('that are none are refused', () => {
    expect(() => airline({ apps: [{ tool: 'book_flight', key: 'pickFlight', html: '' }] })).toThrow(
      'createMcpEndpoint: apps holds something other than { tool, key, html }.',
    );
  });
});
