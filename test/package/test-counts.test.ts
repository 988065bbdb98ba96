import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './project.ts';

const vitest = (failed: number) => ({ 'vitest.json': { numPassedTests: 10, numFailedTests: failed } });
const react18 = (failed: number) => ({ 'react-18.json': { numPassedTests: 7, numFailedTests: failed } });
const playwright = (unexpected: number) => ({
  'playwright.json': { stats: { expected: 4, flaky: 1, unexpected, skipped: 2 } },
});

/** What is printed of these reports, for a run of the tests that ended so. */
function counts(reports: Readonly<Record<string, object>>, status: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'elicitkit-counts-'));
  try {
    for (const [name, report] of Object.entries(reports)) writeFileSync(join(folder, name), JSON.stringify(report));
    const script = join(root, 'scripts/test-counts.mjs');
    return execFileSync(process.execPath, [script, folder, String(status), 'vitest', 'react-18', 'playwright'], {
      encoding: 'utf8',
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

it('adds up what all the runs counted', () => {
  expect(counts({ ...vitest(0), ...react18(0), ...playwright(0) }, 0)).toBe('22 passed, 0 failed\n');
  expect(counts({ ...vitest(0), ...react18(1), ...playwright(2) }, 1)).toBe('22 passed, 3 failed\n');
});

it('counts the failures that kept another runner from starting', () => {
  expect(counts({ ...vitest(3), ...react18(0) }, 1)).toBe('17 passed, 3 failed\n');
});

it('names each failed test, and says why', () => {
  const failed = (fullName: string) => ({
    fullName,
    status: 'failed',
    failureMessages: ['\u001B[31mexpected 1\u001B[39m'],
  });
  const report = {
    numPassedTests: 10,
    numFailedTests: 1,
    testResults: [
      {
        name: 'one.test.ts',
        assertionResults: [{ fullName: 'adds', status: 'passed', failureMessages: [] }, failed('takes')],
      },
    ],
  };
  const spec = (title: string, ok: boolean) => ({
    file: 'chat.spec.ts',
    title,
    ok,
    tests: [{ results: [ok ? {} : { error: { message: 'no such button' } }] }],
  });
  const flows = {
    stats: { expected: 1, flaky: 0, unexpected: 1 },
    suites: [{ specs: [spec('opens', true)], suites: [{ specs: [spec('closes', false)] }] }],
  };
  expect(counts({ 'vitest.json': report, ...react18(0), 'playwright.json': flows }, 1)).toBe(
    [
      'FAILED one.test.ts › takes',
      '  expected 1',
      'FAILED chat.spec.ts › closes',
      '  no such button',
      '18 passed, 2 failed',
      '',
    ].join('\n'),
  );
});

it.for<[what: string, reports: Readonly<Record<string, object>>, status: number]>([
  ['a run that failed without a failed test', { ...vitest(0), ...react18(0), ...playwright(0) }, 1],
  ['a report that is missing from a success', { ...vitest(0), ...react18(0) }, 0],
  ['a success that did not try React 18', { ...vitest(0), ...playwright(0) }, 0],
  ['failed tests in a run that claims success', { ...vitest(1), ...react18(0), ...playwright(0) }, 0],
  ['no reports at all', {}, 1],
])('says nothing of %s', ([, reports, status]) => {
  expect(counts(reports, status)).toBe('');
});
