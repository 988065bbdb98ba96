// Adds up the test runners' own reports from the folder given: names each failed test with the first lines of why, and
// ends with "N passed, N failed". Counts nothing where the reports cannot stand for the run: a report is missing, or
// says success where the run failed.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

const [folder, status] = process.argv.slice(2);
const vitest = read('vitest.json');
const react18 = read('react-18.json');
const playwright = read('playwright.json');

for (const { name, why } of [...failedOf(vitest), ...failedOf(react18), ...failedSpecsOf(playwright)]) {
  console.log(`FAILED ${name}`);
  console.log(plain(why).replaceAll(/^/gm, '  '));
}

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

/** The failed tests of a report by vitest. */
function failedOf(report) {
  return (report?.testResults ?? []).flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter((test) => test.status === 'failed')
      .map(({ fullName, failureMessages }) => ({ name: `${name} › ${fullName}`, why: failureMessages.join('\n') })),
  );
}

/** The failed tests of a report by Playwright, or of one of its suites. */
function failedSpecsOf(suite) {
  const specs = (suite?.specs ?? []).filter(({ ok }) => !ok);
  return [
    ...specs.map(({ file, title, tests }) => ({
      name: `${file} › ${title}`,
      why: tests.flatMap(({ results }) => results.map(({ error }) => error?.message ?? '')).join('\n'),
    })),
    ...(suite?.suites ?? []).flatMap(failedSpecsOf),
  ];
}

/** The beginning of it, without colours. */
function plain(why) {
  return stripVTControlCharacters(why).split('\n').slice(0, 12).join('\n');
}
