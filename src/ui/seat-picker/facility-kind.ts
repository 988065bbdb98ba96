/** What has a picture, by what airlines call it; nothing is drawn of the rest. */
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
