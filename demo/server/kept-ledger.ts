import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { ledger } from '../airline/airline.ts';
import { entriesSchema, type LedgerEntry } from '../airline/ledger-entry.ts';

/** Keeps the airline's ledger in a file. It is written beside the old one, so a crash leaves one of the two whole. */
export function keepLedger(file: string): void {
  ledger.keep(existsSync(file) ? read(file) : [], (entries) => {
    writeFileSync(`${file}.new`, JSON.stringify(entries));
    renameSync(`${file}.new`, file);
  });
}

/** Empty if the file is not one of this version. */
function read(file: string): LedgerEntry[] {
  try {
    return entriesSchema.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data ?? [];
  } catch {
    return [];
  }
}
