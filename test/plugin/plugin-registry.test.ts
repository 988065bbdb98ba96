import type { Operation } from 'effection';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { makePlugin } from '../../src/plugin/make-plugin.ts';
import { createPluginRegistry } from '../../src/plugin/plugin-registry.ts';
import type { ElicitResult } from '../../src/protocol/elicit-result.ts';
import { createMcpTool } from '../../src/tool/create-mcp-tool.ts';
import { ToolDeclarationError } from '../../src/tool/errors.ts';

function pluginFor(name: string) {
  const declared = createMcpTool(name).description(name).parameters(z.object({})).elicits({ ask: z.string() });
  return makePlugin(declared)
    .onElicit({
      *ask(): Operation<ElicitResult<string>> {
        return { action: 'decline' };
      },
    })
    .build();
}
const flight = pluginFor('book_flight');
const hotel = pluginFor('book_hotel');

describe('a plugin registry', () => {
  it('knows plugins by the name of their tool, in order', () => {
    const registry = createPluginRegistry([hotel, flight]);
    expect(registry.get('book_flight')).toBe(flight.client);
    expect(registry.has('book_hotel')).toBe(true);
    expect(registry.names()).toEqual(['book_hotel', 'book_flight']);
  });

  it('does not know others, nor names that every object has', () => {
    const registry = createPluginRegistry([flight]);
    for (const name of ['book_hotel', 'toString', '__proto__']) {
      expect(registry.has(name)).toBe(false);
      expect(registry.get(name)).toBeUndefined();
    }
  });

  it('takes the client half alone', () => {
    expect(createPluginRegistry([flight.client]).get('book_flight')).toBe(flight.client);
  });

  it('refuses a name twice, and keeps the first', () => {
    const registry = createPluginRegistry([flight]);
    expect(() => registry.register(pluginFor('book_flight').client)).toThrow(ToolDeclarationError);
    expect(() => createPluginRegistry([hotel, hotel])).toThrow('"book_hotel"');
    expect(registry.get('book_flight')).toBe(flight.client);
  });

  it('puts one plugin in the place of another, takes it out, and tells of both', () => {
    const registry = createPluginRegistry([flight]);
    const heard: string[] = [];
    const stop = registry.subscribe((toolName) => heard.push(toolName));
    const newer = pluginFor('book_flight');

    registry.replace(newer);
    expect(registry.get('book_flight')).toBe(newer.client);
    registry.register(hotel);
    registry.unregister('book_flight');
    registry.unregister('book_flight');
    expect(registry.names()).toEqual(['book_hotel']);
    stop();
    registry.replace(flight);

    expect(heard).toEqual(['book_flight', 'book_hotel', 'book_flight']);
  });
});
