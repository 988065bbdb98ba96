import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isRealDate } from '../../src/protocol/days.ts';
import { localTimeOf, momentOf } from '../../src/form/zoned-time.ts';

const zones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Pacific/Kiritimati',
  'America/St_Johns',
];

describe('a local time', () => {
  it('names the moment that shows it, in every zone', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.date({ min: new Date('1980-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }),
        (zone, at) => {
          at.setUTCMilliseconds(0);
          const utc = at.toISOString().replace('.000', '');
          const moment = momentOf(localTimeOf(utc, zone) ?? '', zone);
          if (typeof moment !== 'object') throw new Error(`${utc} shows no time in ${zone}`);
          const isRight = moment.repeated ? moment.utc <= utc : moment.utc === utc;
          expect([utc, moment, isRight]).toEqual([utc, moment, true]);
        },
      ),
      { numRuns: 2000, seed: 7 },
    );
  });

  it.each([
    ['2026-03-29T02:30', 'Europe/Berlin', 'gap'],
    ['2011-12-30T12:00', 'Pacific/Apia', 'gap'],
    ['2026-10-04T02:15', 'Australia/Lord_Howe', 'gap'],
    ['2026-10-25T02:30', 'Europe/Berlin', { utc: '2026-10-25T00:30:00Z', repeated: true }],
    ['2026-04-05T01:45', 'Australia/Lord_Howe', { utc: '2026-04-04T14:45:00Z', repeated: true }],
    ['2026-10-25T03:00', 'Europe/Berlin', { utc: '2026-10-25T02:00:00Z', repeated: false }],
    ['0099-06-01T12:00', 'UTC', { utc: '0099-06-01T12:00:00Z', repeated: false }],
    ['9999-12-31T23:59', 'UTC', { utc: '9999-12-31T23:59:00Z', repeated: false }],
    ['9999-12-31T23:59', 'America/New_York', undefined],
    ['0001-01-01T00:00', 'Asia/Kolkata', undefined],
    ['2026-03-01', 'UTC', undefined],
    ['2026-03-01T12:60', 'UTC', undefined],
    ['2026-03-01 12:00', 'UTC', undefined],
  ])('%s in %s is %j', (local, zone, expected) => {
    expect(momentOf(local, zone)).toEqual(expected);
  });

  it.each([
    ['2026-07-01T13:30:00Z', 'Europe/Berlin', '2026-07-01T15:30'],
    ['2026-07-01T13:30:45Z', 'Europe/Berlin', '2026-07-01T15:30:45'],
    ['2026-07-01T13:30:00+05:30', 'UTC', '2026-07-01T08:00'],
    ['2026-02-30T13:30:00Z', 'UTC', undefined],
    ['2026-07-01T13:30:00', 'Europe/Berlin', '2026-07-01T13:30'],
    ['2026-07-01T13:30:45.5', 'Europe/Berlin', '2026-07-01T13:30:45'],
    ['2026-07-01T24:30:00', 'UTC', undefined],
    ['2026-07-01', 'UTC', undefined],
    ['9999-12-31T23:59:59Z', 'Pacific/Kiritimati', undefined],
  ])('%s shows in %s as %s', (moment, zone, expected) => {
    expect(localTimeOf(moment, zone)).toBe(expected);
  });

  it('has no day that the calendar lacks', () => {
    expect(['2026-02-29', '1900-02-29', '2026-04-31', '0000-01-01', '26-01-01'].filter(isRealDate)).toEqual([]);
    expect(['2028-02-29', '2000-02-29', '0001-01-01', '9999-12-31'].filter(isRealDate)).toHaveLength(4);
  });
});
