import { describe, expect, it } from 'vitest';
import { clockOf, dayShift, formatDay, formatDuration, minutesOf } from '../../src/travel/local-time.ts';

describe('clockOf', () => {
  it.each([
    ['2026-12-01T08:05', '08:05'],
    ['2025-12-11T08:55:00', '08:55'],
    ['8:05', '08:05'],
    ['8 am', '8 am'],
  ])('reads the clock of %s', (at, clock) => expect(clockOf(at)).toBe(clock));
});

describe('dayShift', () => {
  it('counts local calendar days, whatever the clocks say', () => {
    expect(dayShift('2026-12-01T21:15', '2026-12-03T07:10')).toBe(2);
    expect(dayShift('2026-12-02T00:30', '2026-12-01T15:35')).toBe(-1);
    expect(dayShift('2026-10-24T22:30', '2026-10-25T00:50')).toBe(1);
  });

  it('claims nothing without dates', () => {
    expect(dayShift('23:00', '05:30')).toBe(0);
  });
});

describe('formatDay', () => {
  it('names the local date', () => {
    expect(formatDay('2024-09-01T05:00', 'en-US')).toBe('Sun, Sep 1');
    expect(formatDay('2024-09-01T23:59', 'en-GB')).toBe('Sun 1 Sept');
    expect(formatDay('05:00')).toBeUndefined();
  });

  it('has no part in the time zone of the process', () => {
    const zone = process.env['TZ'];
    try {
      for (process.env['TZ'] of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
        expect(formatDay('2024-09-01T00:05', 'en-US')).toBe('Sun, Sep 1');
        expect(formatDay('2024-09-01T23:55', 'en-US')).toBe('Sun, Sep 1');
      }
    } finally {
      if (zone === undefined) delete process.env['TZ'];
      else process.env['TZ'] = zone;
    }
  });
});

describe('formatDuration', () => {
  it.each([
    ['PT4H7M', '4 h 7 min'],
    ['PT5H', '5 h'],
    ['PT45M', '45 min'],
    ['P1DT2H5M', '26 h 5 min'],
    ['3h 30m', '3h 30m'],
    ['Pardon?', 'Pardon?'],
  ])('writes %s', (duration, text) => expect(formatDuration(duration)).toBe(text));
});

describe('minutesOf', () => {
  it.each([
    ['PT4H7M', 247],
    ['3h 30m', 210],
    ['3 hrs', 180],
    ['45 min', 45],
    ['about three hours', undefined],
    ['P', undefined],
    ['PT', undefined],
    ['', undefined],
  ])('reads %s', (duration, minutes) => expect(minutesOf(duration)).toBe(minutes));

  it('does not look at text that is too long for a duration', () => {
    expect(minutesOf(`3h${' '.repeat(58)}`)).toBe(180);
    expect(minutesOf(`3h${' '.repeat(59)}`)).toBeUndefined();
  });
});
