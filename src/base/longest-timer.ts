/** Timers hold 31 bits of milliseconds, about 24 days; a longer one would end at once. */
export const longestTimer = 2 ** 31 - 1;
