/**
 * How often a random test plays: a tenth of its runs with every other test, all of them with `npm run soak`.
 * A failure prints its seed.
 */
export const runs = (all: number): number => (process.env['EVERY_RUN'] === undefined ? Math.ceil(all / 10) : all);
