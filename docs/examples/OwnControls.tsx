import { SchemaForm, type FieldProps, type SchemaFormProps } from 'elicitkit/forms';

/** Draws only the input; the form draws its label, hints and error. */
const MyDatePicker = ({ id, draft, onDraft, invalid, describedBy }: FieldProps<'date'>) => (
  <input
    data-elicit=""
    id={id}
    type="date"
    value={draft}
    aria-invalid={invalid}
    aria-describedby={describedBy}
    onChange={(event) => onDraft(event.target.value)}
  />
);

export const ReturnTrip = ({ schema, onRespond }: Pick<SchemaFormProps, 'schema' | 'onRespond'>) => (
  <SchemaForm
    schema={schema}
    fields={{ date: MyDatePicker }}
    hints={{ order: ['from', 'to'], properties: { to: { label: 'Back on', description: '' } } }}
    onRespond={onRespond}
  />
);
