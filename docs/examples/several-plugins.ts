import { createPluginClient } from 'elicitkit';
import { checkInPlugin } from './check-in-plugin';
import { bookFlightPlugin } from './plugin';

export const client = createPluginClient({ endpoint: '/api/chat', plugins: [bookFlightPlugin, checkInPlugin] });
