import { visitorOf } from '../airline/visitor.ts';
import { mostBytes } from '../questions/most-bytes.ts';
import { keepFile } from '../questions/kept-files.ts';

/** Takes a file of a visitor, and answers with its id. */
export async function answerFiles(request: Request): Promise<Response> {
  const visitor = visitorOf(request);
  if (visitor === undefined || request.method !== 'POST') return new Response('Not here.', { status: 400 });
  let bytes = 0;
  for await (const part of request.body ?? []) {
    bytes += part.length;
    if (bytes > mostBytes) return new Response('Too large.', { status: 413 });
  }
  const name = (new URL(request.url).searchParams.get('name') ?? 'a file').slice(0, 200);
  return Response.json({ id: keepFile({ visitor, name, bytes }) });
}
