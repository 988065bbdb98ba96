import { build } from 'esbuild';

/**
 * Build a program that serves tools over stdio. Resolves to its path. Each test file has one of its own.
 *
 * @param entry - @default the airline of the tests
 */
export async function buildStdioServer(entry = 'test/mcp/stdio-server.ts'): Promise<string> {
  const outfile = `node_modules/.cache/elicitkit-mcp-stdio/${process.pid}.mjs`;
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    logLevel: 'silent',
  });
  return outfile;
}
