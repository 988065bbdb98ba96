import { defineConfig } from 'vitest/config';
import { givenCases, givenTests } from '../given/plugin.mjs';

const reports = process.env['TEST_REPORTS'];

/** Too long for every test run: `npm run soak`. */
export default defineConfig({
  plugins: [givenCases()],
  test: {
    ...(reports && { reporters: ['default', 'json'], outputFile: { json: `${reports}/soak.json` } }),
    include: [
      'test/soak/**/*.soak.ts',
      // Random tests with all their runs. Other test runs do a tenth.
      'test/faults/{hostile-streams,hostile-bodies,reordering,turn-model,session-model,two-tabs,server-limits}.test.ts',
      'test/faults/{processes-model,going-back-model}.test.ts',
      'test/{chat/advance-turn,chat/answers-and-message,client/reduce-model}.test.ts',
      'test/form/oracles.test.ts',
      'test/travel/corrupt.given.test.ts',
    ],
    exclude: givenTests,
    env: { EVERY_RUN: 'true' },
    testTimeout: 3_600_000,
    environment: 'node',
    pool: 'forks',
    execArgv: ['--expose-gc'],
    disableConsoleIntercept: true,
  },
});
