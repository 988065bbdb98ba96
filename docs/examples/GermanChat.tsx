import { PluginSessionProvider, type PluginClient } from 'elicitkit';
import { german } from 'elicitkit/messages/de';
import type { ReactNode } from 'react';

export const GermanChat = ({ client, children }: { client: PluginClient; children: ReactNode }) => (
  <PluginSessionProvider client={client} messages={german} locale="de-CH">
    {children}
  </PluginSessionProvider>
);
