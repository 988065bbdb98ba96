// Type aliases, not interfaces: the SDK's types want an index signature, which only aliases are taken for.

/** The flat form of MCP elicitation: what `requestedSchema` may hold, in 2025-11-25 and 2026-07-28. */
export type FlatSchema = {
  type: 'object';
  title?: string;
  description?: string;
  /** The fields by name, in the order in which a form shows them. */
  properties: Record<string, FlatField>;
  /** Names of `properties`. Left out if none is required. */
  required?: string[];
};

/** One field of a form. */
export type FlatField = FlatText | FlatNumber | FlatBoolean | FlatChoice | FlatChoices;

type FlatWords = {
  title?: string;
  description?: string;
};

export type FlatText = FlatWords & {
  type: 'string';
  minLength?: number;
  maxLength?: number;
  format?: 'email' | 'uri' | 'date' | 'date-time';
  default?: string;
};

export type FlatNumber = FlatWords & {
  type: 'number' | 'integer';
  minimum?: number;
  maximum?: number;
  default?: number;
};

export type FlatBoolean = FlatWords & {
  type: 'boolean';
  default?: boolean;
};

/** One of several strings. `oneOf` if an option has a title of its own; `enumNames` if the author wrote the older form. */
export type FlatChoice = FlatWords & { type: 'string'; default?: string } & (
    | { enum: string[]; enumNames?: string[] }
    | { oneOf: FlatOption[] }
  );

/** Any of several strings. `anyOf` if an option has a title of its own. */
export type FlatChoices = FlatWords & {
  type: 'array';
  minItems?: number;
  maxItems?: number;
  items: { type: 'string'; enum: string[] } | { anyOf: FlatOption[] };
  default?: string[];
};

/** One string to choose, and what a form shows for it. */
export type FlatOption = { const: string; title: string };
