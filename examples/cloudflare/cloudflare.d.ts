// What is used here of Cloudflare's types. In a project of yours, `npx wrangler types` writes all of them.

declare module 'cloudflare:workers' {
  import type { ObjectStorage } from 'elicitkit/store/durable-object';

  export abstract class DurableObject {
    protected readonly ctx: { readonly storage: ObjectStorage };
    constructor(ctx: { readonly storage: ObjectStorage }, env: unknown);
  }
}

interface DurableObjectNamespace {
  getByName(name: string): { fetch(request: Request): Promise<Response> };
}
