import { askHere } from '../client/ask-here.ts';
import type { PluginClient } from '../client/client-options.ts';
import type { ClientError } from '../client/client-error.ts';
import { cardSchema, toWire } from '../mcp-client/flat-question.ts';
import { anyOf } from '../mcp-client/any-of.ts';
import { readElicitation } from '../mcp-client/read-elicitation.ts';
import { isObject, type JsonObject } from '../protocol/json.ts';
import { mcpMeta } from '../protocol/mcp-meta.ts';

/** Asks what a host hands to the page. */
export function createHostDesk(client: PluginClient) {
  let over = new AbortController();

  function giveBack(error: Error): void {
    over.abort(error);
    over = new AbortController();
  }

  return {
    /** @throws {Error} if the page cannot ask it: the host then shows its own form */
    async ask(params: unknown, signal: AbortSignal): Promise<JsonObject> {
      const question = readElicitation(params);
      if (typeof question === 'string') throw new Error(question);
      const { toolName = '', key = '', attempt, issues } = question.meta;
      const { handlers = {}, declaration } = client.registry.get(toolName) ?? {};
      if (question.mode !== 'form' || !Object.hasOwn(handlers, key)) {
        throw new Error(`This app has no card for ${toolName}.elicits.${key}.`);
      }
      const { signal: back } = over;
      const { answer } = askHere(client, {
        // The host around the page says who asks.
        server: { name: '' },
        toolName,
        key,
        message: question.message,
        inWords: question.inWords,
        schema: cardSchema(question.schema, declaration?.questions.get(key)?.json),
        attempt,
        issues,
        draft: draftIn(params),
        signal: anyOf([signal, back]),
      });
      const result = toWire(question, await answer);
      // The end of a card that failed is no answer.
      back.throwIfAborted();
      return result;
    },
    /** Take an error of the client. One after which the person cannot answer gives the questions back to the host. */
    fail(error: ClientError): void {
      if (!mild.has(error.code)) giveBack(error);
    },
    /** Give all questions back to the host: it takes the page away. */
    leave: () => giveBack(new Error('The host took the page away.')),
  };
}

/** The refused answer, if the server sends it back. The card reads it as it reads any draft: it may hold anything. */
function draftIn(params: unknown): unknown {
  const meta = isObject(params) ? params['_meta'] : undefined;
  return isObject(meta) && Object.hasOwn(meta, mcpMeta.draft) ? meta[mcpMeta.draft] : undefined;
}

/** The card stays, and says what is wrong. */
const mild: ReadonlySet<string> = new Set(['CONTENT_INVALID', 'RECEIPT_FAILED', 'FIELD_UNKNOWN']);
