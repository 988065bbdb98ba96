import { defineConfig } from 'vitest/config';

/** Too long for every test run: `npm run soak`. */
export default defineConfig({
  test: {
    include: ['test/soak/**/*.soak.ts'],
    environment: 'node',
    pool: 'forks',
    execArgv: ['--expose-gc'],
    disableConsoleIntercept: true,
  },
});
