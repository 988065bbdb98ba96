/** A flight request, as the arguments of the tool that fulfils it. */
export type Wish =
  | { tool: 'book_flight'; from: string; destination: string; arguments: FlightWish }
  | { tool: 'book_trip'; from: string; destination: string; arguments: TripWish }
  | { tool: 'plan_trip'; from: string; destination: string; arguments: PlanWish };

interface FlightWish {
  from: string;
  destination: string;
  date?: string;
}

interface TripWish {
  from: string;
  destination: string;
  outboundDate?: string;
  returnDate?: string;
  travellers: { type: 'adult' | 'child' }[];
}

interface PlanWish {
  from: string;
  destination: string;
  outboundDate?: string;
  nights?: number;
}

/** All flights, return trips and plans that a message asks for. */
export function findWishes(said: string): Wish[] {
  // The patterns below look far ahead, so long texts and runs of spaces would be slow.
  const text = said.slice(0, 500).replaceAll(/\s+/g, ' ');
  if (!/\b(book|fly|flight|flights|ticket|tickets|trip|plan)\b/i.test(text)) return [];
  const [date, returnDate] = Array.from(text.matchAll(/\b\d{4}-\d{2}-\d{2}\b/g), ([found]) => found);
  const isReturn = /\b(return|round[- ]?trip|and back|returning)\b/i.test(text);
  return findRoutes(text).map(({ from, destination }): Wish => {
    if (/\bplan\b/i.test(text) && !/\bbook\b/i.test(text)) {
      const nights = countBefore(text, /\b(\w+) nights?\b/i);
      const when = { ...(date && { outboundDate: date }), ...(nights && { nights: Math.min(nights, 60) }) };
      return { tool: 'plan_trip', from, destination, arguments: { from, destination, ...when } };
    }
    if (!isReturn) {
      return { tool: 'book_flight', from, destination, arguments: { from, destination, ...(date && { date }) } };
    }
    const dates = { ...(date && { outboundDate: date }), ...(returnDate && { returnDate }) };
    const travellers = findTravellers(text);
    return { tool: 'book_trip', from, destination, arguments: { from, destination, ...dates, travellers } };
  });
}

/** All routes "from A to B", or else "to B from A". */
function findRoutes(text: string): { from: string; destination: string }[] {
  const place = String.raw`([\p{L}](?:(?! to | from )[\p{L} .'-])*?)`;
  const end = String.raw`(?=\s+(?:on|and|for|with|next|this|in|returning|tomorrow|today|please|at)\b|[,;!?]|\.?\s*$|\.\s)`;
  const forwards = new RegExp(String.raw`\bfrom\s+${place}\s+to\s+${place}${end}`, 'giu');
  const backwards = new RegExp(String.raw`\bto\s+${place}\s+from\s+${place}${end}`, 'giu');
  const found = [...text.matchAll(forwards)].map(([, from = '', destination = '']) => ({ from, destination }));
  return found.length > 0
    ? found
    : [...text.matchAll(backwards)].map(([, destination = '', from = '']) => ({ from, destination }));
}

/** "for two", "for two adults and a child", "with one child". The default is one adult. */
function findTravellers(text: string): TripWish['travellers'] {
  const children = countBefore(text, /\b(\w+) (?:child|children|kids?)\b/i) ?? 0;
  const adults = countBefore(text, /\bfor (?:the )?(\w+)(?! (?:child|kid))/i) ?? 1;
  const party = [...Array.from({ length: adults }, () => 'adult'), ...Array.from({ length: children }, () => 'child')];
  return party.slice(0, 6).map((type) => ({ type: type as 'adult' | 'child' }));
}

/** The number that the first group of a pattern finds, as a word or in digits. */
export function countBefore(text: string, pattern: RegExp): number | undefined {
  const word = pattern.exec(text)?.[1]?.toLowerCase() ?? '';
  const count = numbers.get(word) ?? Number(word || Number.NaN);
  return Number.isInteger(count) && count > 0 ? count : undefined;
}

const numbers = new Map([
  ['a', 1],
  ['an', 1],
  ['one', 1],
  ['me', 1],
  ['two', 2],
  ['us', 2],
  ['three', 3],
  ['four', 4],
  ['five', 5],
  ['six', 6],
  ['seven', 7],
  ['eight', 8],
  ['nine', 9],
  ['ten', 10],
]);
