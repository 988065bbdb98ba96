import { ledger } from '../../demo/airline/airline.ts';

/** A process has one airline, and all calls of `runTool` have one id. So a test begins with an airline that did nothing. */
export function emptyLedger(): void {
  ledger.keep([], () => undefined);
}
