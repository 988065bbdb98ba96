import { readFileSync } from 'node:fs';
import { isObject, type JsonObject } from '../../src/protocol/json.ts';
import type { AnyMcpTool } from '../../src/tool/tool-facts.ts';
import { documents, namedBlocks } from '../../scripts/docs-code.mjs';
import { createPerson } from './person.ts';

/** A tool that a reader can copy, and what a model passes it. */
export interface DocumentedTool {
  readonly name: string;
  readonly tool: AnyMcpTool;
  readonly params: JsonObject;
}

/** The examples' tools that no document shows whole. */
const inExamples = [
  'examples/ask/kitchen-sink.ts',
  'examples/cloudflare/tool.ts',
  'examples/cluster/tool.ts',
  'examples/mcp-server/tool.ts',
  'examples/serverless/tool.ts',
];

/** Those that a person cannot finish in some places, or in a test, and why. */
export const exceptions: Readonly<Record<string, string>> = {
  log_in: 'It asks for a password, which only a page of the host or a terminal may.',
  pay_deposit: 'It asks to open a page, and the places of these tests open none.',
  pay: 'It asks nothing, and charges at a service that tests do not have.',
};

/** All tools that documents show and examples hold, but for the exceptions. A new one is among them by itself. */
export async function documentedTools(): Promise<readonly DocumentedTool[]> {
  const names = documents.flatMap((document) => namedBlocks(readFileSync(document, 'utf8')).map(({ name }) => name));
  const shown = [...new Set(names)].filter((name) => name.endsWith('.ts') && !/\.(?:test|config)\.ts$/.test(name));
  const files = [...shown.map((name) => `docs/examples/${name}`), ...inExamples];
  const found: DocumentedTool[] = [];
  for (const file of files.filter(makesTools)) {
    const exported = Object.entries((await import(`../../${file}`)) as Record<string, unknown>);
    for (const [name, value] of exported) {
      const isMaker = typeof value === 'function' && /^create\w+Tool$/.test(name);
      const tool: unknown = isMaker ? (value as (does: () => Promise<string>) => unknown)(async () => 'Done.') : value;
      if (!isTool(tool)) continue;
      found.push({ name: `${tool.name} of ${file}`, tool, params: paramsFor(tool) });
    }
  }
  return found.filter(({ tool }) => !Object.hasOwn(exceptions, tool.name));
}

/** Other examples begin servers or pages as they are imported. */
function makesTools(file: string): boolean {
  return /create(?:Mcp|Ask)Tool\(|fromAskGenerator\(|\.execute\(|\.handoff\(/.test(readFileSync(file, 'utf8'));
}

/** A declaration has no body, and runs nowhere. */
function isTool(value: unknown): value is AnyMcpTool {
  return isObject(value) && 'parametersJson' in value && 'run' in value;
}

/** A model fills in what the tool needs. */
function paramsFor({ parametersJson }: AnyMcpTool): JsonObject {
  const model = createPerson((_, { type }) => (type === 'integer' || type === 'number' ? 3 : 'London'));
  const { properties, required } = parametersJson;
  const needed: unknown[] = Array.isArray(required) ? required : [];
  const asked = Object.entries(isObject(properties) ? properties : {}).filter(
    ([name, field]) => needed.includes(name) && !(isObject(field) && 'default' in field),
  );
  return model.fillIn({ properties: Object.fromEntries(asked) as JsonObject }) as JsonObject;
}
