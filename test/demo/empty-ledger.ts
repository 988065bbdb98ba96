import { ledger } from '../../demo/airline/airline.ts';

/** All tests of a process share one airline, and all calls of `runTool` have one id. Call this before each test. */
export function emptyLedger(): void {
  ledger.keep([], () => undefined);
}
