import { describe, expect, it } from 'vitest';
import { layoverBetween } from '../../src/travel/layover.ts';
import { segment } from './samples.ts';

const arrives = (at: string, code = 'CLT', utcOffset?: string) => {
  const before = segment('ATL', code, '2026-09-06T05:00', at);
  return { ...before, arrival: { ...before.arrival, utcOffset } };
};
const leaves = (at: string, code = 'CLT', utcOffset?: string) => {
  const after = segment(code, 'JFK', at, '2026-09-08T09:00');
  return { ...after, departure: { ...after.departure, utcOffset } };
};

describe('a layover', () => {
  it('is the time between two clocks on one wall, over midnight too', () => {
    expect(layoverBetween(arrives('2026-09-06T23:10'), leaves('2026-09-07T01:05'))).toEqual({
      minutes: 115,
      at: { code: 'CLT' },
    });
  });

  it('sees through a change of the clocks where offsets are given', () => {
    const before = arrives('2026-10-25T01:30', 'LHR', '+01:00');
    expect(layoverBetween(before, leaves('2026-10-25T03:30', 'LHR', 'Z')).minutes).toBe(180);
    expect(layoverBetween(before, leaves('2026-10-25T03:30', 'LHR')).minutes).toBe(120);
  });

  it('names both airports where they differ, and compares their clocks only by offsets', () => {
    const before = arrives('2026-09-06T08:00', 'LHR', '+01:00');
    expect(layoverBetween(before, leaves('2026-09-06T12:00', 'LGW'))).toEqual({
      minutes: undefined,
      at: { code: 'LHR' },
      from: { code: 'LGW' },
    });
    expect(layoverBetween(before, leaves('2026-09-06T12:00', 'LGW', '+01:00')).minutes).toBe(240);
  });

  it.each([
    ['08:00', '09:00'],
    ['2026-09-06T08:00', '2026-09-06T07:00'],
    ['soon', '2026-09-06T07:00'],
  ])('from %s to %s is not known', (from, to) => {
    expect(layoverBetween(arrives(from), leaves(to)).minutes).toBeUndefined();
  });
});
