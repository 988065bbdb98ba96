import * as z from 'zod';

// Zod would try whether it may make functions, which the page's policy forbids.
z.config({ jitless: true });
