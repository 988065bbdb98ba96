import { keepPhoto } from './photos';
import { userOf } from './sign-in';

/** The page posts each photo here, and gets its id. */
export async function POST(request: Request): Promise<Response> {
  const photo = await request.blob();
  if (photo.size > 5_000_000) return new Response('Too large', { status: 413 });
  return Response.json({ id: await keepPhoto(userOf(request), photo) });
}
