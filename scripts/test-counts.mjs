// Adds up the test runners' reports: `test-counts.mjs <folder> <exit status> <report>…`. Names each failed test with
// the start of its error, and ends with "N passed, N failed". Prints no total if the reports do not match the exit
// status: a report of a passing run is missing, or no report of a failing run has a failure.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

const [folder, status, ...names] = process.argv.slice(2);
const reports = names.map((name) => read(`${name}.json`));

for (const { name, why } of reports.flatMap(failuresOf)) {
  console.log(`FAILED ${name}`);
  console.log(plain(why).replaceAll(/^/gm, '  '));
}

const sum = (count) => reports.reduce((total, report) => total + (report ? count(report) : 0), 0);
const passed = sum(({ stats, numPassedTests }) => (stats ? stats.expected + stats.flaky : numPassedTests));
const failed = sum(({ stats, numFailedTests }) => (stats ? stats.unexpected : numFailedTests));
const whole = status === '0' ? reports.every(Boolean) && failed === 0 : failed > 0;
if (whole) console.log(`${passed} passed, ${failed} failed`);

function read(name) {
  const file = join(folder, name);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/** The failed tests in a report of vitest or Playwright. */
function failuresOf(report) {
  return report?.stats ? failedSpecsOf(report) : failedOf(report);
}

function failedOf(report) {
  return (report?.testResults ?? []).flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter((test) => test.status === 'failed')
      .map(({ fullName, failureMessages }) => ({ name: `${name} › ${fullName}`, why: failureMessages.join('\n') })),
  );
}

/** The failed tests in a Playwright report or one of its suites. */
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

/** The start of an error, without colours. */
function plain(why) {
  return stripVTControlCharacters(why).split('\n').slice(0, 12).join('\n');
}
