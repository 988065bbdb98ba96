import type { Passenger } from 'elicitkit/travel';
import * as z from 'zod';

/** The travellers as the model gives them. */
export const travellersSchema = z
  .array(
    z.object({
      name: z.string().trim().min(1).max(40).optional().describe('Where the person gave one'),
      type: z.enum(['adult', 'child']),
    }),
  )
  .min(1)
  .max(6)
  .refine((travellers) => travellers.some(({ type }) => type === 'adult'), 'a child does not fly alone');

/** One traveller of the party. */
export interface Traveller extends Passenger {
  type: 'adult' | 'child';
}

/** The travellers, each with an id and a name. Travellers without a name become "Adult 2" or "Child". */
export function partyOf(travellers: z.output<typeof travellersSchema>): Traveller[] {
  return travellers.map(({ name, type }, index): Traveller => {
    const id = `p${index + 1}`;
    if (name !== undefined) return { id, name, type };
    const alike = travellers.filter((one) => one.type === type).length;
    const nth = travellers.slice(0, index + 1).filter((one) => one.type === type).length;
    const [word, letter] = type === 'adult' ? ['Adult', 'A'] : ['Child', 'C'];
    return alike === 1
      ? { id, name: word, initials: letter, type }
      : { id, name: `${word} ${nth}`, initials: `${letter}${nth}`, type };
  });
}

/** `"2 adults, 1 child"` */
export function describeParty(party: readonly Traveller[]): string {
  const adults = party.filter(({ type }) => type === 'adult').length;
  const children = party.length - adults;
  const counted = [
    `${adults} ${adults === 1 ? 'adult' : 'adults'}`,
    children > 0 && `${children} ${children === 1 ? 'child' : 'children'}`,
  ];
  return counted.filter(Boolean).join(', ');
}
