import { expect, it } from 'vitest';
import { issueLine } from '../../src/form/places.ts';

const schema = { properties: { guests: { type: 'integer', title: 'How many people?' } } };

it.each([
  ['“How many people?” must be 12 or less', '“How many people?” must be 12 or less'],
  ['How many people? Twelve at most.', 'How many people? Twelve at most.'],
  ['Twelve at most.', 'How many people?: Twelve at most.'],
])('names the field of an issue once: %s', (message, line) => {
  expect(issueLine({ path: ['guests'], message }, schema)).toBe(line);
});
