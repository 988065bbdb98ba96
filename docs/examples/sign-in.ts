/** Replace this with your sign-in: it returns the user of a request, or undefined. */
export function userOf(request: Request): string | undefined {
  return /^Bearer (\w+)$/.exec(request.headers.get('authorization') ?? '')?.[1];
}
