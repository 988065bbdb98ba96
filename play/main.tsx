import * as z from 'zod';

// The page's policy refuses functions that are made out of text. Say so before any schema is made.
z.config({ jitless: true });

const { start } = await import('./start.tsx');
await start(document.getElementById('root') as HTMLElement);
