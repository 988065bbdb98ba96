import { page } from 'vitest/browser';
import { isObject } from '../../../src/protocol/json.ts';
import { compileForm } from '../../../src/form/compile-form.ts';
import type { Field } from '../../../src/form/field.ts';
import type { FormCase } from './form-case.ts';

/** Whether native controls can hold the case's entries. If not, only the model is tested. */
export function isEnterable({ schema, input = {} }: FormCase): boolean {
  if (isObject(schema) && '$generate' in schema) return true;
  return compileForm(schema).fields.every((field) => {
    if (!Object.hasOwn(input, field.name)) return true;
    const value = input[field.name];
    if (isObject(value)) {
      if ('bad' in value || 'rows' in value) return false;
      const picked = [value['pick']].flat();
      return picked.every((one) => one === null || ('options' in field && Number(one) < field.options.length));
    }
    if (typeof value !== 'string') return field.kind === 'boolean';
    if (field.kind === 'date')
      return (
        !Number.isNaN(Date.parse(value)) &&
        /^\d{4}-/.test(value) &&
        value !== '2026-02-30' &&
        value !== '2026-02-29' &&
        !value.startsWith('0000')
      );
    if (field.kind === 'date-time') return /^\d{4}-\d\d-\d\dT[01]\d:|^\d{4}-\d\d-\d\dT2[0-3]:/.test(value);
    // A native single-line control drops line breaks, and one for email converts its domain.
    return !/[\r\n]/.test(value);
  });
}

/** Enters the case's values and presses its button. */
export async function enter(schema: unknown, { input = {} }: FormCase): Promise<void> {
  for (const field of compileForm(schema).fields) {
    if (Object.hasOwn(input, field.name)) await enterField(field, input[field.name]);
  }
  const action = input['$action'];
  if (action === 'cancel') {
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('button', { name: 'Cancel this request' }).click();
    return;
  }
  const button = page
    .getByRole('button', { name: action === 'decline' ? /^Skip$/ : /^(?:Send|Confirm)$/ })
    .elements()[0];
  (button as HTMLElement | undefined)?.click();
}

/** The properties whose fields show an error. */
export function namesOfErrors(schema: unknown): string[] {
  const names = new Map(compileForm(schema).fields.map(({ id, name }) => [id, name]));
  return [...document.querySelectorAll<HTMLElement>('[data-field][data-state=invalid]')].map(({ dataset }) =>
    (dataset['field'] ?? '').replace(/^f\d+/, (id) => names.get(id) ?? id),
  );
}

async function enterField(field: Field, value: unknown): Promise<void> {
  const holder = document.querySelector(`[data-field="${field.id}"]`);
  const inputs = [...(holder?.querySelectorAll<HTMLElement>('input, select, textarea') ?? [])];
  const press = (index: number) => inputs[index]?.click();
  if (field.kind === 'boolean') {
    const clear = holder?.querySelector<HTMLElement>('[data-elicit=clear]');
    if (value === null) clear?.click();
    else if (inputs.length > 1) press(value === true ? 0 : 1);
    else if (value !== field.start) press(0);
    return;
  }
  if (field.kind === 'multi-select') {
    const wanted = (value as { pick: number[] }).pick;
    for (const index of field.options.keys()) {
      if (wanted.includes(index) !== field.start.includes(index)) press(index);
    }
    return;
  }
  if (field.kind === 'select') {
    const { pick } = value as { pick: number | null };
    if (inputs[0] instanceof HTMLSelectElement) {
      await page.elementLocator(inputs[0]).selectOptions(pick === null ? '' : String(pick));
    } else if (pick === null) holder?.querySelector<HTMLElement>('[data-elicit=clear]')?.click();
    else press(pick);
    return;
  }
  if (inputs[0]) await page.elementLocator(inputs[0]).fill(value as string);
}
