/** Stands for the host's own: who sent a request, or nobody. */
export function userOf(request: Request): string | undefined {
  return /^Bearer (\w+)$/.exec(request.headers.get('authorization') ?? '')?.[1];
}
