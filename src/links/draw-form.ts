import { mostItems, placeOf, type Draft, type DraftOf, type Drafts } from '../form/draft.ts';
import type { Field, ListField } from '../form/field.ts';
import { inGroups } from '../form/places.ts';
import { begun, itemText, labelOf, limitText } from '../form/texts.ts';
import { describedBy, drawField, drawHints, optionalMark, type FieldView } from './draw-field.ts';
import { attributes, markup, type Html, type HtmlPart } from './markup.ts';
import type { FormErrors, QuestionForm } from '../form/question-form.ts';
import type { LinkWords } from './words.ts';

/** A form, as the page shows it. */
export interface FormView {
  readonly form: QuestionForm;
  readonly drafts: Drafts;
  readonly errors: FormErrors;
  readonly words: LinkWords;
  /** The element that says what the only field is for, if its schema does not. */
  readonly askedBy: string;
}

/** The fields of a form, in the groups that the answer's objects make. */
export function drawFields({ form, drafts, errors: { atFields: errors }, words, askedBy }: FormView): Html {
  const { fields, timeZone } = form;
  const [only] = fields;
  const isAlone = fields.length === 1;
  const namedBy = isAlone && only?.label === words.form.answer ? askedBy : undefined;
  const view = { words, timeZone, errors, isAgain: drafts.size > 0, isAlone, namedBy };
  const drawn = (field: Field) => {
    // A yes or no that nobody touched is none yet, unless it stands as a box to tick.
    const isOpen = isAlone && field.kind === 'boolean' && field.start === false && !drafts.has(field.id);
    const draft = isOpen ? null : form.draftOf(field, drafts);
    return field.kind === 'list' ? drawList(field, draft as DraftOf['list'], view) : drawField(field, draft, view);
  };
  return markup`<div class="fields">
    ${inGroups(fields).map((own) => {
      const group = own[0]?.group;
      if (group === undefined) return own.map(drawn);
      const mark = optionalMark(view, group.required || group.neededIn !== undefined);
      const hint = group.description !== undefined && markup`<p class="hint" dir="auto">${group.description}</p>`;
      return markup`<fieldset class="group">
        <legend><bdi>${group.label}</bdi>${mark}</legend>
        ${hint} ${own.map(drawn)}
      </fieldset>`;
    })}
  </div>`;
}

/** Everything that is wrong, with the way to it. */
export function drawProblems({ form, errors, words }: FormView): HtmlPart {
  const { atFields, others } = errors;
  const count = atFields.size + others.length;
  // A single field shows its error just below.
  if (count === 0 || (form.fields.length === 1 && atFields.size === count)) return undefined;
  const links = [...atFields].map(([id, text]) => markup`<li><a href="#${id}"><bdi>${text}</bdi></a></li>`);
  return markup`<section class="problems" aria-labelledby="problems">
    <h2 id="problems">${words.form.problems(count, words.form.locale)}</h2>
    <ul>
      ${others.map((text) => markup`<li dir="auto">${text}</li>`)}${links}
    </ul>
  </section>`;
}

/** Items, each with its fields, and the buttons that add and remove one. The server draws the page anew for these. */
function drawList(field: ListField, items: DraftOf['list'], view: FieldView): Html {
  const { form } = view.words;
  const { id, bare, required } = field;
  const error = view.errors.get(id);
  const hints = [field.description, limitText(form, field)].filter((hint) => hint !== undefined);
  const step = (value: string, label: string, name: string) => {
    const named = { class: 'tool', name: 'do', value, formnovalidate: true, 'aria-label': `${label}: ${name}` };
    return markup`<button${attributes(named)}>${label}</button>`;
  };
  const drawItem = ([key, ...values]: DraftOf['list'][number], place: number) => {
    const name = itemText(form, field, place, items.length);
    const fields = values.map((value: Draft, index) => {
      const one = placeOf(field, key, index);
      const inner = { ...view, isAlone: false, namedBy: undefined };
      return one && drawField(bare ? { ...one, label: name } : one, value, inner);
    });
    const marked = markup`<input type="hidden" name="${id}" value="${key}" />`;
    const all = [marked, fields, step(`remove ${id} ${key}`, form.remove, name)];
    if (bare) return markup`<div class="item">${all}</div>`;
    return markup`<fieldset class="item"><legend><bdi>${name}</bdi></legend>${all}</fieldset>`;
  };
  const label = begun(form, labelOf(form, field));
  const said = { 'aria-describedby': describedBy(id, hints, error) };
  return markup`<fieldset${attributes({ id, class: 'field', tabindex: -1, ...said })}>
      <legend><bdi>${label}</bdi>${optionalMark(view, required)}</legend>
      ${drawHints(id, hints, error)}
      ${items.map(drawItem)}
      ${items.length < Math.min(field.maxItems, mostItems) && step(`add ${id}`, form.add, label)}
    </fieldset>`;
}
