#!/usr/bin/env node
import { main } from './main.ts';

const code = await main(process.argv.slice(2));
// A tool's file may hold connections open. Let what was written out first: a pipe takes its time.
for (const stream of [process.stdout, process.stderr]) {
  // oxlint-disable-next-line no-await-in-loop
  await new Promise((resolve) => stream.write('', resolve));
}
process.exit(code);
