import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { build } from 'esbuild';
import { documents, namedBlocks } from '../../scripts/docs-code.mjs';
import { toolsIn, type DocumentedTool } from './tools-in.ts';

/** The examples' tools that no document shows whole. */
const inExamples = [
  'examples/ask/kitchen-sink.ts',
  'examples/cloudflare/tool.ts',
  'examples/cluster/tool.ts',
  'examples/mcp-server/tool.ts',
  'examples/serverless/tool.ts',
];

/** All tools that documents show and examples hold, but for the exceptions. A new one is among them by itself. */
export async function documentedTools(): Promise<readonly DocumentedTool[]> {
  const found: DocumentedTool[] = [];
  for (const file of filesOfTools()) {
    found.push(...toolsIn(file, (await import(`../../${file}`)) as Record<string, unknown>));
  }
  return found;
}

function filesOfTools(): readonly string[] {
  const names = documents.flatMap((document) => namedBlocks(readFileSync(document, 'utf8')).map(({ name }) => name));
  const shown = [...new Set(names)].filter((name) => name.endsWith('.ts') && !/\.(?:test|config)\.ts$/.test(name));
  return [...shown.map((name) => `docs/examples/${name}`), ...inExamples].filter(makesTools);
}

/** Other examples begin servers or pages as they are imported. */
function makesTools(file: string): boolean {
  return /create(?:Mcp|Ask)Tool\(|fromAskGenerator\(|\.execute\(|\.handoff\(/.test(readFileSync(file, 'utf8'));
}

/**
 * Build a module that has all these tools, each under a name of its own, as `documented`.
 *
 * @param more - what else is in the module
 * @returns its path
 */
export async function buildDocumented(more: string): Promise<string> {
  const files = filesOfTools();
  const contents = [
    ...files.map((file, nth) => `import * as m${nth} from './${file}';`),
    `import { apart, toolsIn } from './test/everywhere/tools-in.ts';`,
    `import { decide } from './docs/examples/embassy.ts';`,
    // The embassy writes while nobody looks.
    `await decide('visa-London', 'granted');`,
    `export const documented = apart([${files.map((file, nth) => `...toolsIn('${file}', m${nth})`).join(', ')}]);`,
    more,
  ];
  const outfile = resolve(`node_modules/.cache/elicitkit-documented/${process.pid}-${Date.now()}.mjs`);
  await build({
    stdin: { contents: contents.join('\n'), resolveDir: '.', loader: 'ts' },
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    alias: Object.fromEntries(doors.map((door) => [`elicitkit/${door}`, resolve(`src/${door}.ts`)])),
    logLevel: 'silent',
  });
  return outfile;
}

const doors = ['ask', 'plugin', 'server', 'travel'];
