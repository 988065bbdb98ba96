import { beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/plugin.ts';
import { emptyLedger } from '../demo/empty-ledger.ts';
import { connect, endpointOf } from '../mcp/harness.ts';
import { createPerson } from './person.ts';
import { provider, tools } from './tools.ts';

beforeEach(emptyLedger);

describe.each(['modern', 'legacy'] as const)('in a host of MCP that knows nothing of us, %s,', (era) => {
  it.each(tools)('$tool.name comes to its end', async ({ tool, params, end }) => {
    const person = createPerson();
    const seen: string[] = [];
    const { client } = await connect(endpointOf([tool], { provider }), era, {
      onAsked({ message, requestedSchema = {} }) {
        seen.push(message);
        // Neither `_meta` nor unknown keywords are shown.
        const { type, properties } = JSON.parse(JSON.stringify(requestedSchema)) as JsonObject;
        return { action: 'accept', content: person.fillIn({ type, properties } as JsonObject) };
      },
    });
    const result = await client.callTool({ name: tool.name, arguments: params });

    expect(JSON.stringify(result.content)).toMatch(end);
    // What was asked once was not asked again.
    expect(seen.join('\n')).not.toContain('not on offer');
  });
});
