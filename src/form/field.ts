import type { LinearPattern } from './linear-pattern.ts';
import type { Problem } from './problem.ts';

/** One control of a form. Its id is its position, so that a name chosen by the server is never used as a key. */
export type Field = ItemField | ListField | JsonField;

/** A field that can also be part of a list's items. */
export type ItemField = TextField | NumberField | BooleanField | SelectField | MultiSelectField;

/** What kind of control a field is. */
export type FieldKind = Field['kind'];

interface FieldBase {
  /** `f0`, `f1` and so on, in the order of the schema. */
  id: string;
  /** The property that holds the answer, as the server wrote it. Of an object in the answer with a dot: `home.city`. */
  name: string;
  /** The names of the properties that lead to it. Empty if the field holds the whole answer. */
  path: readonly string[];
  /** The object in the answer that it is part of. */
  group?: FieldGroup | undefined;
  /** Safe to show. Empty if the schema has nothing to show. */
  label: string;
  description: string | undefined;
  required: boolean;
  /** Required as soon as the object at this path has an answer. */
  neededIn?: readonly string[] | undefined;
  /** Asks for something that a form must not collect, such as a password. */
  secret: boolean;
}

/** An object in the answer: fields that are shown together. */
export interface FieldGroup {
  /** The position of its first field, such as `f2`. */
  id: string;
  path: readonly string[];
  /** Safe to show, with the labels of the groups around it. */
  label: string;
  description: string | undefined;
  /** Sent even if nothing in it is answered. */
  required: boolean;
  neededIn: readonly string[] | undefined;
  within: FieldGroup | undefined;
}

export interface TextField extends FieldBase {
  kind: 'text' | 'email' | 'uri' | 'date' | 'date-time';
  /** The schema's default. */
  start: string;
  limits: TextLimits;
  multiline: boolean;
}

export interface NumberField extends FieldBase {
  kind: 'number' | 'integer';
  start: string;
  limits: NumberLimits;
}

export interface BooleanField extends FieldBase {
  kind: 'boolean';
  /** Null if the person may leave it unanswered. */
  start: boolean | null;
}

export interface SelectField extends FieldBase {
  kind: 'select';
  options: readonly FieldOption[];
  start: number | null;
  limits: TextLimits & NumberLimits;
}

export interface MultiSelectField extends FieldBase {
  kind: 'multi-select';
  options: readonly FieldOption[];
  start: readonly number[];
  /** The schema has a default. An empty answer is then sent, because the person may have cleared it. */
  hasDefault: boolean;
  minItems: number;
  maxItems: number;
  limits: TextLimits & NumberLimits;
}

/** A list that grows and shrinks, of single values or small objects. */
export interface ListField extends FieldBase {
  kind: 'list';
  /** The fields of each item. */
  item: readonly ItemField[];
  /** The name of one item. Empty if the schema has nothing to show. */
  itemLabel: string;
  /** Each item is the value of its only field, not an object. */
  bare: boolean;
  /** The default: start values for the fields of each item. */
  start: readonly (readonly ItemField['start'][])[];
  /** The schema has a default. An empty list is then sent, because the person may have cleared it. */
  hasDefault: boolean;
  minItems: number;
  maxItems: number;
  /** No two items may be equal. */
  unique: boolean;
  /** Optional properties of an item that no control can ask for. */
  omitted: readonly Problem[];
}

/** A value that no other field can hold, as JSON. */
export interface JsonField extends FieldBase {
  kind: 'json';
  start: string;
  /** The schema as text, safe to show. */
  shown: string;
  /** The type of its value, if the schema names one. */
  type: string | undefined;
}

/** An option of a choice. */
export interface FieldOption {
  value: string | number | boolean;
  /** Safe to show. Empty if the schema has nothing to show. */
  label: string;
  description: string | undefined;
  /** The heading it stands under in a dropdown, safe to show. Its label begins with the same, for other places. */
  group?: string | undefined;
}

/** Lengths count code points, as JSON Schema does. */
export interface TextLimits {
  minLength?: number | undefined;
  maxLength?: number | undefined;
  /** "unchecked" if only the server can run it. */
  pattern?: LinearPattern | 'unchecked' | undefined;
}

export interface NumberLimits {
  minimum?: number | undefined;
  maximum?: number | undefined;
  exclusiveMinimum?: number | undefined;
  exclusiveMaximum?: number | undefined;
  multipleOf?: number | undefined;
}
