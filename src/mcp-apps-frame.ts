/**
 * The page in a host's frame: it shows a question with its plugin's card.
 *
 * @module elicitkit/mcp-apps/frame
 */
'use client';

export { showApp, type AppOptions } from './mcp-app/show-app.tsx';
