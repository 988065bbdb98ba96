import { defineConfig } from 'vitest/config';

/** Too long for every test run: `npm run soak`. */
export default defineConfig({
  test: {
    include: [
      'test/soak/**/*.soak.ts',
      // Every run of the random tests, of which other runs play a tenth.
      'test/faults/{hostile-streams,hostile-bodies,turn-model,session-model,two-tabs,server-limits}.test.ts',
      'test/{chat/advance-turn,client/reduce-model}.test.ts',
    ],
    env: { EVERY_RUN: 'true' },
    testTimeout: 3_600_000,
    environment: 'node',
    pool: 'forks',
    execArgv: ['--expose-gc'],
    disableConsoleIntercept: true,
  },
});
