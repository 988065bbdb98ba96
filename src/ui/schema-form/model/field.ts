import type { LinearPattern } from './linear-pattern.ts';
import type { Problem } from './problem.ts';

/** One control of a form. Its id is its place, so that a name which a server chose is never the key of anything. */
export type Field = ItemField | ListField;

/** A field that can stand in the items of a list, too. */
export type ItemField = TextField | NumberField | BooleanField | SelectField | MultiSelectField;

/** What kind of control a field is. */
export type FieldKind = Field['kind'];

interface FieldBase {
  /** `f0`, `f1` and so on, in the order of the schema. */
  id: string;
  /** The property that the answer goes to, as the server wrote it. */
  name: string;
  /** Safe to show; empty where the schema gives nothing to show. */
  label: string;
  description: string | undefined;
  required: boolean;
  /** It asks for what a form of this kind must not ask for, such as a password. */
  secret: boolean;
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
  /** Null where a person may leave it unanswered. */
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
  /** An empty answer is sent where there was something to clear. */
  hasDefault: boolean;
  minItems: number;
  maxItems: number;
  limits: TextLimits & NumberLimits;
}

/** A list that grows and shrinks: of single values, or of small objects. */
export interface ListField extends FieldBase {
  kind: 'list';
  /** The fields of each item. */
  item: readonly ItemField[];
  /** What one item is called; empty where the schema gives nothing to show. */
  itemLabel: string;
  /** Each item is the value of its one field, not an object. */
  bare: boolean;
  /** The default: the start values of each item's fields. */
  start: readonly (readonly ItemField['start'][])[];
  /** An empty answer is sent where there was something to clear. */
  hasDefault: boolean;
  minItems: number;
  maxItems: number;
  /** No two items may be equal. */
  unique: boolean;
  /** Optional properties of an item that no control can ask for. */
  omitted: readonly Problem[];
}

/** What can be chosen in a field. */
export interface FieldOption {
  value: string | number | boolean;
  /** Safe to show; empty where the schema gives nothing to show. */
  label: string;
  description: string | undefined;
}

/** Lengths count code points, as JSON Schema does. */
export interface TextLimits {
  minLength?: number | undefined;
  maxLength?: number | undefined;
  /** "unchecked" where only the server can run it. */
  pattern?: LinearPattern | 'unchecked' | undefined;
}

export interface NumberLimits {
  minimum?: number | undefined;
  maximum?: number | undefined;
  exclusiveMinimum?: number | undefined;
  exclusiveMaximum?: number | undefined;
  multipleOf?: number | undefined;
}
