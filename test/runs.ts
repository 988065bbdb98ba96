/**
 * How often a random test runs: a tenth as part of other tests, in full with `npm run soak`. A failure prints its seed.
 */
export const runs = (all: number): number => (process.env['EVERY_RUN'] === undefined ? Math.ceil(all / 10) : all);
