import { page } from 'vitest/browser';
import { emulate } from './ui/page.ts';

// Test files share a tab, so each begins with nothing that clients stored in it, in a window of the usual size, and with
// no wish of the system. A window that is taller than the screen is drawn smaller, and a click may miss.
sessionStorage.clear();
localStorage.clear();
await page.viewport(414, 896);
await emulate('forced-colors', '');
