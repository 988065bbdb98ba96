/** Errors and warnings on this page since the last test, and those that the test expects. */
interface Console {
  readonly complaints: string[];
  readonly expected: RegExp[];
  /** Accepted but not required. */
  readonly allowed: RegExp[];
}

// The setup file and a test may each load this module, so they share state through the page.
const key = Symbol.for('elicitkit.console');
const page = globalThis as typeof globalThis & { [key]?: Console };

/** Expects errors or warnings in this test. Each pattern must match at least one, and any other fails the test. */
export function expectConsole(...patterns: readonly RegExp[]): void {
  watchConsole().expected.push(...patterns);
}

/** Accepts errors or warnings that appear only in some environments, such as one of two versions of React. */
export function allowConsole(...patterns: readonly RegExp[]): void {
  watchConsole().allowed.push(...patterns);
}

/**
 * Expects React's report of a component that throws. In development, React 18 also rethrows the error at the window.
 */
export function expectCrash(): void {
  expectConsole(/error occurred in/);
  allowConsole(/Uncaught \w*(Error|Exception)/);
}

/** Collects errors and warnings instead of printing them. */
export function watchConsole(): Console {
  if (page[key] !== undefined) return page[key];
  const watched: Console = { complaints: [], expected: [], allowed: [] };
  page[key] = watched;
  for (const level of ['error', 'warn'] as const) {
    console[level] = (...words: unknown[]) => {
      watched.complaints.push(`${level}: ${words.map(wordOf).join(' ')}`);
    };
  }
  return watched;
}

/** The unexpected messages and the unmatched patterns. Resets both lists. */
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
