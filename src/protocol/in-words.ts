import { isShownWhole, plainText } from './plain-text.ts';

/** Characters that a place without a question's card shows of what is asked about. */
export const mostInWords = 8000;

/**
 * Text for a place without the question's card, cut to what each such place shows. If that is not all, the last line
 * says so.
 *
 * @param isWhole - false if something is missing already
 */
export function shownInWords(text: string, isWhole = true): string {
  const shown = plainText(text, mostInWords);
  if (isWhole && isShownWhole(text, mostInWords)) return shown;
  return `${plainText(text, mostInWords - notWhole.length - 1)}\n${notWhole}`;
}

const notWhole = 'Some of this is not shown: it is too long, or has hidden characters.';
