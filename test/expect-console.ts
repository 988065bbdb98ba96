/** What the console of this page was told since the last test, and what the test expects of it. */
interface Console {
  readonly complaints: string[];
  readonly expected: RegExp[];
  /** May be said, and need not. */
  readonly allowed: RegExp[];
}

// The setup file and a test may each load this module: they share what is on the page.
const key = Symbol.for('elicitkit.console');
const page = globalThis as typeof globalThis & { [key]?: Console };

/**
 * Expect an error or a warning of the console in this test. Each pattern has to match at least one of them, and any
 * other fails the test.
 */
export function expectConsole(...patterns: readonly RegExp[]): void {
  watchConsole().expected.push(...patterns);
}

/** Let the console say something that need not be said everywhere, as between two versions of React. */
export function allowConsole(...patterns: readonly RegExp[]): void {
  watchConsole().allowed.push(...patterns);
}

/** Expect what React says of a component that throws. In development React 18 throws it at the window once more. */
export function expectCrash(): void {
  expectConsole(/error occurred in/);
  allowConsole(/Uncaught \w*(Error|Exception)/);
}

/** Keep errors and warnings instead of printing them. */
export function watchConsole(): Console {
  if (page[key] !== undefined) return page[key];
  const watched: Console = { complaints: [], expected: [], allowed: [] };
  page[key] = watched;
  for (const level of ['error', 'warn'] as const) {
    // oxlint-disable-next-line no-console
    console[level] = (...words: unknown[]) => {
      watched.complaints.push(`${level}: ${words.map(wordOf).join(' ')}`);
    };
  }
  return watched;
}

/** What the console said against expectation, and which pattern it did not match; begins anew. */
export function takeComplaints(): string[] {
  const { complaints, expected, allowed } = watchConsole();
  const known = [...expected, ...allowed];
  const unexpected = complaints.filter((text) => !known.some((pattern) => pattern.test(text)));
  const missing = expected.filter((pattern) => !complaints.some((text) => pattern.test(text)));
  complaints.length = 0;
  expected.length = 0;
  allowed.length = 0;
  return [...unexpected, ...missing.map((pattern) => `nothing that matches ${String(pattern)}`)];
}

function wordOf(word: unknown): string {
  if (word instanceof Error) return word.stack?.includes(word.message) === true ? word.stack : `${word.message}`;
  return typeof word === 'object' && word !== null ? JSON.stringify(word) : String(word);
}
