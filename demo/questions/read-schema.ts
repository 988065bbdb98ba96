/**
 * Reads the pasted text: a schema, or an MCP request with one under `requestedSchema`. Returns the problem otherwise.
 */
export function readSchema(text: string): { schema: Record<string, unknown> } | { problem: string } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { problem: `This is not JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
  const schema = find(value);
  return schema === undefined ? { problem: 'A schema is a JSON object, { "type": "object", … }.' } : { schema };
}

function find(value: unknown): Record<string, unknown> | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const { params, requestedSchema } = value as { params?: unknown; requestedSchema?: unknown };
  return (
    find(requestedSchema) ??
    find((params as { requestedSchema?: unknown } | undefined)?.requestedSchema) ?? {
      ...value,
    }
  );
}
