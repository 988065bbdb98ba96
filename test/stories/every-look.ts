import { afterEach } from 'vitest';
import { wrongToSee } from './looks.ts';

// Each story, once it has been played and is still there. Its frame is that of the preview's decorator.
afterEach(async () => {
  const frame = document.querySelector<HTMLElement>('[data-theme][data-skin]');
  if (frame === null) throw new Error('There is no story to look at.');
  const found = await wrongToSee(frame);
  if (found.length > 0) throw new Error(`What there is to see:\n${found.join('\n')}`);
});
