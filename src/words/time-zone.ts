import { formatter } from './formatter.ts';

/** The moments at which a clock in the zone shows what one in UTC shows at `wall`. In milliseconds since the Unix epoch. */
export function momentsAt(wall: number, timeZone: string): number[] {
  // The zone's offset is always one of those a day before, now and a day after.
  const moments = [-day, 0, day].map((shift) => wall - offsetAt(wall + shift, timeZone));
  return [...new Set(moments)].filter((time) => time + offsetAt(time, timeZone) === wall);
}

/** Whether the runtime knows a time zone of this name. */
export function isTimeZone(name: string): boolean {
  try {
    formatter('DateTimeFormat', 'en-US', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** How far the zone's clocks are ahead of UTC, in milliseconds. */
export function offsetAt(time: number, timeZone: string): number {
  const format = formatter('DateTimeFormat', 'en-US', {
    timeZone,
    timeZoneName: 'longOffset',
  });
  // Such as `GMT+02:00`; for times before time zones `GMT+00:53:28`; or just `GMT`.
  const [, sign, ...units] = /GMT([+-])(\d+):(\d+):?(\d*)/.exec(format.format(time)) ?? [];
  const [hours = 0, minutes = 0, seconds = 0] = units.map(Number);
  return ((hours * 60 + minutes) * 60 + seconds) * (sign === '-' ? -1000 : 1000);
}

const day = 86_400_000;
