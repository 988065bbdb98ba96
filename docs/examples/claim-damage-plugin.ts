import { answerWith, makePlugin } from 'elicitkit/plugin';
import { FileDrop } from 'elicitkit/questions';
import { claimDamage } from './claim-damage';

async function upload(photo: File, { signal }: { signal: AbortSignal }): Promise<string> {
  const response = await fetch('/api/photos', { method: 'POST', body: photo, signal });
  if (!response.ok) throw new Error('The photo was not kept.');
  const { id } = (await response.json()) as { id: string };
  return id;
}

export const claimDamagePlugin = makePlugin(claimDamage)
  .onElicit({ photo: answerWith(FileDrop, ({ context }) => ({ ...context, upload })) })
  .receipts({ photo: () => ({ title: 'A photo of the bag' }) })
  .build();
