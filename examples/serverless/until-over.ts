/**
 * The same response, which does not end before `close` is done: the platform may freeze the process then.
 *
 * It is read to its end even if the person leaves, so that the turn goes on without a reader.
 */
export function untilOver(response: Response, close: () => Promise<void>): Response {
  let hasLeft = false;
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      try {
        for await (const chunk of chunksOf(response)) if (!hasLeft) controller.enqueue(chunk);
      } finally {
        await close();
      }
      if (!hasLeft) controller.close();
    },
    cancel() {
      hasLeft = true;
    },
  });
  return new Response(body, { status: response.status, headers: response.headers });
}

async function* chunksOf({ body }: Response): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader();
  for (let next = await reader?.read(); next?.value !== undefined; next = await reader?.read()) yield next.value;
}
