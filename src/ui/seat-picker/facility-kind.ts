/** The picture for a facility, by the airline's name for it. Undefined if there is none: then nothing is drawn. */
export function facilityKind(type: string): string | undefined {
  return Object.hasOwn(kinds, type) ? kinds[type] : undefined;
}

const kinds: Readonly<Record<string, string>> = {
  lavatory: 'lavatory',
  galley: 'galley',
  bar: 'galley',
  closet: 'closet',
  storage: 'closet',
  bassinet: 'bassinet',
  stairs: 'stairs',
};
