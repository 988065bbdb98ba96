#!/usr/bin/env node
import { main } from './main.ts';

const code = await main(process.argv.slice(2));
// A tool's file may hold connections open. Let what was written out first: a pipe takes its time.
for (const stream of [process.stdout, process.stderr]) {
  await writtenOut(stream);
}
process.exit(code);

/** Resolves when a stream has written everything, or nobody reads it any more. */
function writtenOut(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    let left = Infinity;
    const timer = setInterval(() => {
      if (stream.writableLength >= left) over();
      left = stream.writableLength;
    }, 1000);
    const over = () => {
      clearInterval(timer);
      resolve();
    };
    stream.write('', over);
  });
}
