import { plural } from './plural.ts';

/** How many, in English: `counted('stop')(2, 'en')` is `"2 stops"`. `left` follows it. */
export function counted(one: string, left = ''): (count: number, locale: string) => string {
  return (count, locale) => plural(locale, count, { one: `# ${one}${left}`, other: `# ${one}s${left}` });
}
