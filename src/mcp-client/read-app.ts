import * as z from 'zod';
import { appMimeType } from '../protocol/mcp-apps.ts';
import { jsonObject } from '../protocol/wire-schemas.ts';
import type { McpAppsOptions } from './apps-options.ts';

/** An app to show. */
export interface ReadApp {
  readonly html: string;
  /** False if it draws an edge of its own. */
  readonly hasEdge: boolean;
}

/**
 * Read an app as its server sent it: the page, under a policy that lets it reach what both the server and the host name.
 *
 * @param resource - the result of `resources/read`
 * @throws {Error} for what is no app
 */
export function readApp(resource: unknown, uri: string, domains: Omit<McpAppsOptions, 'frame'>): ReadApp {
  const { contents } = resourceSchema.parse(resource);
  const found = contents.find((content) => content.uri === uri);
  if (found?.mimeType !== appMimeType) throw new Error(`${uri} is no resource of the type ${appMimeType}.`);
  const { text, blob = '' } = found;
  if ((text ?? blob).length > longestPage) throw new Error(`It has more than ${longestPage} characters.`);
  const page = text ?? fromBase64(blob);
  const { csp: asked, prefersBorder } = metaSchema.parse(found._meta).ui;
  const connect = inBoth(asked.connectDomains, domains.connectDomains);
  const load = inBoth(asked.resourceDomains, domains.resourceDomains);
  const html = `<!doctype html><meta http-equiv="Content-Security-Policy" content="${policyOf(connect, load)}">${page}`;
  return { html, hasEdge: prefersBorder !== false };
}

/** In characters. Pages bring their scripts, images and fonts. */
const longestPage = 16_777_216;

const resourceSchema = z.object({
  contents: z
    .array(
      z.object({
        uri: z.string(),
        mimeType: z.string().optional(),
        text: z.string().optional(),
        blob: z.string().optional(),
        _meta: jsonObject.optional(),
      }),
    )
    .max(100),
});

const domainsSchema = z.array(z.string()).max(1000).optional().catch(undefined);
const cspSchema = z.object({ connectDomains: domainsSchema, resourceDomains: domainsSchema });
/** What cannot be read asks for nothing. */
const uiSchema = z.object({
  csp: cspSchema.catch({}),
  prefersBorder: z.boolean().optional().catch(undefined),
});
const metaSchema = z.object({ ui: uiSchema.catch({ csp: {} }) }).catch({ ui: { csp: {} } });

/** A source of a policy, which says nothing else: not a keyword, nor a second rule. */
const source = /^(?:https?|wss?):\/\/(?:\*\.)?[\w.-]+(?::\d{1,5})?$/;

function inBoth(asked: readonly string[] = [], allowed: readonly string[] = []): string {
  return allowed.filter((domain) => asked.includes(domain) && source.test(domain)).join(' ');
}

function policyOf(connect: string, load: string): string {
  return [
    "default-src 'none'",
    `script-src 'unsafe-inline' ${load}`,
    `style-src 'unsafe-inline' ${load}`,
    `img-src data: blob: ${load}`,
    `media-src data: blob: ${load}`,
    `font-src data: ${load}`,
    'worker-src blob:',
    `connect-src ${connect || "'none'"}`,
    "frame-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "webrtc 'block'",
  ].join('; ');
}

function fromBase64(blob: string): string {
  const binary = atob(blob);
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at);
  return new TextDecoder().decode(bytes);
}
