/** Text that is HTML already. Only `markup` makes it. */
export class Html {
  constructor(readonly text: string) {}
}

/** What can stand in HTML. `false` and undefined are nothing. */
export type HtmlPart = string | number | false | undefined | Html | readonly HtmlPart[];

/** HTML of a template. Everything in it that is not HTML already is text, and stays so. */
export function markup(pieces: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html {
  return new Html(pieces.map((piece, at) => piece + textOf(parts[at])).join(''));
}

/** Attributes of an element, with a space before each. `true` stands alone; `false` and undefined leave one out. */
export function attributes(given: Readonly<Record<string, string | number | boolean | undefined>>): Html {
  const written = Object.entries(given).flatMap(([name, value]) => {
    if (value === false || value === undefined) return [];
    return value === true ? [` ${name}`] : [` ${name}="${escaped(String(value))}"`];
  });
  return new Html(written.join(''));
}

function textOf(part: HtmlPart): string {
  if (part === undefined || part === false) return '';
  if (part instanceof Html) return part.text;
  return typeof part === 'object' ? part.map(textOf).join('') : escaped(String(part));
}

const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
