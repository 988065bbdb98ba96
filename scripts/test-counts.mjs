// Adds up the test runners' own reports from the folder given, and prints "N passed, N failed". Prints nothing
// where the reports cannot stand for the run: a report is missing, or says success where the run failed.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const [folder, status] = process.argv.slice(2);
const vitest = read('vitest.json');
const react18 = read('react-18.json');
const playwright = read('playwright.json');

const passed =
  (vitest?.numPassedTests ?? 0) +
  (react18?.numPassedTests ?? 0) +
  (playwright?.stats.expected ?? 0) +
  (playwright?.stats.flaky ?? 0);
const failed = (vitest?.numFailedTests ?? 0) + (react18?.numFailedTests ?? 0) + (playwright?.stats.unexpected ?? 0);
const whole = status === '0' ? [vitest, react18, playwright].every(Boolean) && failed === 0 : failed > 0;
if (whole) console.log(`${passed} passed, ${failed} failed`);

function read(name) {
  const file = join(folder, name);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}
