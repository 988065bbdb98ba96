import { readBody } from '../base/read-body.ts';

/** Limits of what a page may send, and the page's origin. */
export interface PostLimits {
  readonly limits: { readonly bytes: number; readonly patience: number };
  readonly origin: string;
}

/** A status, and headers that belong to it. */
export interface PostFault {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Read what a form of ours sent, or say why it is none. */
export async function readPosted(
  request: Request,
  { limits, origin }: PostLimits,
): Promise<URLSearchParams | PostFault> {
  if (isFromElsewhere(request, origin)) return { status: 403 };
  const type = request.headers.get('content-type') ?? '';
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type)) return { status: 415 };
  const read = await readBody(request, limits);
  if (read.fault === undefined) return new URLSearchParams(read.text);
  return { status: read.fault.status };
}

/** Whether another site's page sent it. Where a browser names no site, it names the origin. */
function isFromElsewhere({ headers }: Request, origin: string): boolean {
  const site = headers.get('sec-fetch-site');
  if (site !== null) return site !== 'same-origin' && site !== 'none';
  const from = headers.get('origin');
  return from !== null && from !== origin;
}
