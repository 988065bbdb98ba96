/** Functions of a host that fail, for `it.each`: how, and the function. */
export const badListeners: [how: string, listener: () => unknown][] = [
  [
    'throws',
    () => {
      throw new Error('The log is away.');
    },
  ],
  ['rejects', () => Promise.reject(new Error('The log is away.'))],
];
