import { createPluginClient } from 'elicitkit';
import { checkInPlugin } from './check-in-plugin.ts';
import { bookFlightPlugin } from './plugin.ts';

export const client = createPluginClient({ endpoint: '/api/chat', plugins: [bookFlightPlugin, checkInPlugin] });
