/**
 * How often a random test runs: a share of the runs as part of other tests, in full with `npm run soak`. A failure prints
 * its seed.
 *
 * @param share - one of so many runs: more than ten for a test whose single run takes long
 */
export const runs = (all: number, share = 10): number =>
  process.env['EVERY_RUN'] === undefined ? Math.ceil(all / share) : all;
