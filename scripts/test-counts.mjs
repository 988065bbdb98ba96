// Adds up the test runners' own reports: `test-counts.mjs <folder> <exit status> <report>…`. It names each failed test
// with the first lines of why, and ends with "N passed, N failed". It counts nothing where the reports cannot stand for
// the run: a report is missing, or says success where the run failed.
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

/** The failed tests of a report, by vitest or by Playwright. */
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
