/**
 * The oldest browsers that dist works in: the build writes CSS for them, and scripts/check-browsers.mjs finds what they
 * lack. docs/browsers.md says why these. Those of phones have the same versions. An Edge is a Chrome.
 */
export const oldest = { chrome: '111', firefox: '128', safari: '16.4' };

/** The same, as esbuild and Vite name them. */
export const scriptTarget = Object.entries(oldest).map(([name, version]) => name + version);

/** The same, as Lightning CSS has them: a byte for each part of the version. */
export const sheetTargets = Object.fromEntries(
  Object.entries(oldest).map(([name, version]) => {
    const [major, minor = 0] = version.split('.').map(Number);
    return [name, (major << 16) | (minor << 8)];
  }),
);
