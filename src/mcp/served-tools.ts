import type { ElicitRequest } from '../protocol/elicit-request.ts';
import { sentenceOf } from '../protocol/sentence-of.ts';
import { openQuestionKey } from '../protocol/question-keys.ts';
import { isObject, type JsonObject } from '../protocol/json.ts';
import { contextKeyword } from '../protocol/context-data.ts';
import { shortened } from '../tool/choice-lists.ts';
import type { AnyMcpTool } from '../tool/tool-facts.ts';
import { currentTools, refuseUnusable } from '../tool/tool-versions.ts';
import { McpServerError } from './errors.ts';
import { flatSchemaOf, type FlatSchema } from './flat-schema.ts';

/** The tools of an MCP server, checked. */
export type ServedTools = ReturnType<typeof serveTools>;

export interface ServedToolsOptions {
  readonly tools: readonly AnyMcpTool[];
  readonly isSealed: boolean;
  readonly onUnfit: 'refuse' | 'skip';
}

/**
 * Check that tools can be served over MCP.
 *
 * @param maker - the function that the user called; it begins the errors
 * @throws {McpServerError} naming the tool, and the path of what MCP has no form for
 * @throws {TypeError} if two tools have the same name and version
 */
export function serveTools(maker: string, { tools, isSealed, onUnfit }: ServedToolsOptions) {
  refuseUnusable(maker, tools);
  const all = tools.filter((tool) => {
    const unfit = unfitness(tool, isSealed);
    if (unfit !== undefined && onUnfit === 'refuse') throw unfit;
    return unfit === undefined;
  });
  return {
    /** What clients see: of each name the tool that begins calls. */
    listed: currentTools(all),
    /** Every version. */
    all,
    /**
     * The flat form of the answer to a question.
     *
     * @throws {McpServerError} `MCP_NOT_FLAT` or `MCP_SECRET_FIELD`, for a schema that the tool made while it ran
     */
    flatOf({ toolName, key, schema, plain }: ElicitRequest): FlatSchema {
      const { [contextKeyword]: _context, ...json } = plain ?? schema;
      const where = key.startsWith(openQuestionKey) ? `${toolName}'s ctx.elicit` : `${toolName}.elicits.${key}`;
      const flat = flatSchemaOf(withFewer(json), where);
      // A host would show the name as it is.
      const fields = Object.entries(flat.properties).map(([name, field]) => [
        name,
        { title: sentenceOf(name), ...field },
      ]);
      return { ...flat, properties: Object.fromEntries(fields) as FlatSchema['properties'] };
    },
  };
}

/** Why a tool cannot be served over MCP. Undefined if it can. */
export function unfitness(tool: AnyMcpTool, isSealed: boolean): McpServerError | undefined {
  const { name, needs, questions, isRepeatable } = tool;
  if (needs.parentMessages === true) {
    const what = `${name} requires the messages of the chat, which MCP does not pass on.`;
    const next = 'Leave it out, or drop .requires({ parentMessages: true }).';
    return new McpServerError('MCP_NOT_SERVED', `${what} ${next}`);
  }
  if (isSealed && !isRepeatable) {
    const what = `${name} cannot be served with sealed: true: a client could send a state again, and its steps with it.`;
    return new McpServerError('MCP_NOT_SERVED', `${what} Declare it .repeatable(), or use a store.`);
  }
  try {
    for (const [key, { json, offers }] of questions) {
      // What there is to choose from, only the asking tells.
      if (offers?.choices === undefined && offers?.plain === undefined) flatSchemaOf(json, `${name}.elicits.${key}`);
    }
    return undefined;
  } catch (error) {
    if (error instanceof McpServerError) return error;
    throw error;
  }
}

/** How many choices of a field are listed for a host. It is told how many more there are. */
const mostChoices = 200;

/** A schema that lists no more choices in each field. */
function withFewer(schema: JsonObject): JsonObject {
  const { properties } = schema;
  if (!isObject(properties)) return shortened(schema, mostChoices);
  const fields = Object.entries(properties).map(([name, field]) => [
    name,
    isObject(field) ? shortened(field, mostChoices) : field,
  ]);
  return { ...schema, properties: Object.fromEntries(fields) as JsonObject };
}
