import { build } from 'esbuild';

/** Build the program that serves tools over stdio. Resolves to its path. Each test file has one of its own. */
export async function buildStdioServer(): Promise<string> {
  const outfile = `node_modules/.cache/elicitkit-mcp-stdio/${process.pid}.mjs`;
  await build({
    entryPoints: ['test/mcp/stdio-server.ts'],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    logLevel: 'silent',
  });
  return outfile;
}
