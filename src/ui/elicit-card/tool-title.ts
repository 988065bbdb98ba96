/**
 * A tool's name for people. An identifier becomes words: "Book flight" for `book_flight`. Other names don't change, such
 * as a title with a hyphen.
 */
export function toolTitle(name: string): string {
  if (!/^(?:[a-z][\w.-]*|\w[^\W_]*[_.][\w.-]*)$/.test(name)) return name;
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .split(/[\s_.-]+/)
    .filter(Boolean)
    .map((word) => (/^[A-Z\d]{2,}$/.test(word) ? word : word.toLowerCase()))
    .join(' ');
  return words === '' ? name : words.charAt(0).toUpperCase() + words.slice(1);
}
