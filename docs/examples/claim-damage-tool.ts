import { claimDamage } from './claim-damage';
import { photoOf } from './photos';

export const claimDamageTool = claimDamage.execute(function* (_, ctx) {
  const answer = yield* ctx.elicit('photo', {
    message: 'Have you a photo of the bag?',
    accept: 'image/*',
    maxFiles: 1,
  });
  if (answer.action !== 'accept') return 'No claim: the person sent no photo.';

  // The id comes from a browser: take only a photo of this person.
  const photo = yield* ctx.step('look', () => photoOf(ctx.owner, answer.content.files[0]), { pure: true });
  return photo === null ? 'No claim: there is no such photo.' : `Claimed, with a photo of ${photo.bytes} bytes.`;
});
