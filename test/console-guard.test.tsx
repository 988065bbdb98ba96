import { expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import { allowConsole, expectConsole, takeComplaints } from './expect-console.ts';

it('finds what React says of a prop that is none of the DOM’s', async () => {
  await render(<div {...({ onDraftChange: () => undefined } as object)} />);
  expect(takeComplaints()).toEqual([expect.stringContaining('onDraftChange')]);
});

it('finds an error and a warning that nothing expects, and an expected one that does not come', () => {
  console.error('One', new Error('two'));
  console.warn('Three');
  expectConsole(/^warn: Three$/, /never/);
  allowConsole(/nor this/);
  expect(takeComplaints()).toEqual([expect.stringMatching(/^error: One .*two/), 'nothing that matches /never/']);
  expect(takeComplaints()).toEqual([]);
});
