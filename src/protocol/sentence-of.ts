/** Turns `departureDate` or `departure_date` into words. Any other name stays as it is. */
export function sentenceOf(name: string): string {
  if (!/^[A-Za-z][A-Za-z0-9_-]*$/.test(name)) return name;
  const words = name
    .replaceAll(/([a-z0-9])(?=[A-Z][a-z])/g, '$1 ')
    .split(/[_\s-]+/)
    .filter(Boolean);
  const [first = '', ...rest] = words.map((word, index) =>
    index > 0 && /^[A-Z][a-z]/.test(word) ? word.toLowerCase() : word,
  );
  return [first.charAt(0).toUpperCase() + first.slice(1), ...rest].join(' ');
}
