import { PluginSessionProvider, type ElicitItem, type PluginClient } from 'elicitkit';
import { Button } from 'elicitkit/kit';
import type { ReactNode } from 'react';

export const Ratings = ({ client, children }: { client: PluginClient; children: ReactNode }) => (
  <PluginSessionProvider client={client} fallback={(item) => item.key === 'rating' && <Stars item={item} />}>
    {children}
  </PluginSessionProvider>
);

function Stars({ item }: { item: ElicitItem }) {
  if (item.status !== 'pending') return null;
  return (
    <fieldset>
      <legend>{item.message}</legend>
      {[1, 2, 3, 4, 5].map((stars) => (
        <Button key={stars} kind="quiet" onClick={() => item.accept({ stars })}>
          {stars}
        </Button>
      ))}
    </fieldset>
  );
}
