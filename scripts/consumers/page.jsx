// A page that asks one question, for each bundler.
import { Confirm, createPluginClient, ElicitOutlet, PluginSessionProvider } from 'elicitkit';
import { askHere } from 'elicitkit/client';
import { answerWith, confirmQuestion, createMcpTool, makePlugin } from 'elicitkit/plugin';
import 'elicitkit/styles.css';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import * as z from 'zod';

const sure = createMcpTool('sure').description('Ask').parameters(z.object({})).elicits({ sure: confirmQuestion });
const plugin = makePlugin(sure)
  .onElicit({ sure: answerWith(Confirm) })
  .build();
const client = createPluginClient({ plugins: [plugin] });
const page = createElement(PluginSessionProvider, { client }, createElement(ElicitOutlet));
createRoot(document.getElementById('root')).render(page);
const question = { server: { name: 'Ada' }, toolName: 'sure', key: 'sure', message: 'Sure?' };
const schema = z.toJSONSchema(z.object({ confirmed: z.boolean() }));
document.title = JSON.stringify(await askHere(client, { ...question, schema }).answer);
