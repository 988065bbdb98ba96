import { afterEach } from 'vitest';
import { wrongInColours, wrongInWidths } from './looks.ts';

// A set-up file of the stories in other languages: each is looked at once it has been played, so that it needs no twin
// for a look. Its frame is that of the preview's decorator. Colours do not depend on the language.
afterEach(async () => {
  const frame = document.querySelector<HTMLElement>('[data-theme][data-skin]');
  if (frame === null) throw new Error('There is no story to look at.');
  const found = await wrongInWidths(frame);
  if (import.meta.env['VITE_LOCALE'] === 'de') found.push(...(await wrongInColours(frame)));
  if (found.length > 0) throw new Error(`What there is to see:\n${[...new Set(found)].join('\n')}`);
});
