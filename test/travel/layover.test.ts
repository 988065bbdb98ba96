import { describe, expect, it } from 'vitest';
import type { FlightPoint, Segment } from '../../src/travel/flight.ts';
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

const london = 'Europe/London';
/** The same segment with the time zone of both its airports. */
const zoned = (given: Segment, timeZone: string): Segment => {
  const at = ({ place, ...point }: FlightPoint) => ({ ...point, place: { code: place?.code ?? '', timeZone } });
  return { ...given, departure: at(given.departure), arrival: at(given.arrival) };
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

  it.each([
    ['2026-03-28T22:20', '2026-03-29T06:20', 420],
    ['2026-10-24T22:20', '2026-10-25T06:20', 540],
    ['2026-07-01T22:20', '2026-07-02T06:20', 480],
  ])('in a time zone from %s to %s is %i minutes, also if only one side names the zone', (from, to, minutes) => {
    const [before, after] = [zoned(arrives(from, 'LHR'), london), zoned(leaves(to, 'LHR'), london)];
    expect(layoverBetween(before, after).minutes).toBe(minutes);
    expect(layoverBetween(arrives(from, 'LHR'), after).minutes).toBe(minutes);
    expect(layoverBetween(before, leaves(to, 'LHR')).minutes).toBe(minutes);
  });

  it('with a change of airport is the time between two zones, or a zone and an offset', () => {
    const before = zoned(arrives('2026-09-06T06:00', 'LHR'), london);
    expect(layoverBetween(before, zoned(leaves('2026-09-06T10:00', 'LGW'), london)).minutes).toBe(240);
    const across = zoned(arrives('2026-09-06T23:40', 'COP'), 'Europe/Copenhagen');
    expect(layoverBetween(across, zoned(leaves('2026-09-06T23:50', 'BHD'), london)).minutes).toBe(70);
    expect(layoverBetween(across, leaves('2026-09-06T23:50', 'BHD', '+01:00')).minutes).toBe(70);
    expect(
      layoverBetween(zoned(arrives('2026-09-06T06:00', 'LHR'), london), leaves('2026-09-06T10:00', 'LGW')),
    ).toEqual({
      minutes: undefined,
      at: { code: 'LHR', timeZone: london },
      from: { code: 'LGW' },
    });
  });

  it.each([
    ['a time that the clocks show twice', '2026-10-25T01:30', '2026-10-25T06:00'],
    ['a time that the clocks skip', '2026-03-29T01:30', '2026-03-29T06:00'],
  ])('is not known from %s', (_, from, to) => {
    expect(layoverBetween(zoned(arrives(from, 'LHR'), london), leaves(to, 'LHR')).minutes).toBeUndefined();
  });

  it('in a zone of no known name is the time between the clocks', () => {
    const before = zoned(arrives('2026-09-06T08:00', 'LHR'), 'Europe/Atlantis');
    expect(layoverBetween(before, leaves('2026-09-06T09:00', 'LHR')).minutes).toBe(60);
  });

  it('is not known from offsets that put the departure first', () => {
    const before = arrives('2026-09-06T08:00', 'LHR', '+00:00');
    expect(layoverBetween(before, leaves('2026-09-06T08:15', 'LHR', '+01:00')).minutes).toBeUndefined();
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
