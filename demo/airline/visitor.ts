/** The header in which a page names its visitor: a random id that the browser keeps. */
export const visitorHeader = 'x-visitor';

/** Who a request is from. Undefined for a page that does not say, such as the demo's page of MCP servers. */
export function visitorOf(request: Request): string | undefined {
  const id = request.headers.get(visitorHeader) ?? '';
  return isVisitor(id) ? id : undefined;
}

/** Names this browser. Call it in the page. */
export function namesVisitor(): Record<string, string> {
  const kept = localStorage.getItem(storageKey) ?? '';
  const id = isVisitor(kept) ? kept : crypto.randomUUID();
  if (id !== kept) localStorage.setItem(storageKey, id);
  return { [visitorHeader]: id };
}

const storageKey = 'elicitkit-demo-visitor';

function isVisitor(id: string): boolean {
  return /^[\w-]{16,64}$/.test(id);
}
