import { useEffect, useRef, useState, type ReactNode } from 'react';
import { isObject, type JsonObject } from '../../protocol/json.ts';
import { useOwnParts } from '../frame/useOwnParts.ts';
import { useOwnWords } from '../language/language-context.ts';
import { wordsOf } from '../language/language.ts';
import type { AnswerOptions } from '../parts/AnswerCard.tsx';
import { words as loadingWords } from '../parts/loading-words.ts';
import { CallCard } from './CallCard.tsx';
import { CallForm, type FormComponent } from './CallForm.tsx';
import { words as english } from './words.ts';

/** The answer of a `ReviewCall`. */
export interface ReviewCallAnswer {
  approved: boolean;
  /** Why not, in the person's words. */
  reason?: string | undefined;
  /** The arguments, if the person changed them. */
  params?: JsonObject | undefined;
  /** Allow such calls for good. */
  remember?: boolean | undefined;
}

/** What a person has begun to answer. Secrets are left out. */
export interface ReviewCallDraft {
  step: 'review' | 'deny' | 'edit';
  reason: string;
  /** The entries of the form. */
  form?: unknown;
}

/** Props of `ReviewCall`. The question that `.approve` adds to a tool passes all but the last four. */
export interface ReviewCallProps extends AnswerOptions {
  /** The tool's name. */
  tool: string;
  /** The tool's version, if it has one. */
  version?: string | undefined;
  /** The tool's own words on itself. */
  description?: string | undefined;
  /** The arguments of the call. */
  arguments: JsonObject;
  /** JSON Schema of the arguments. */
  parameters: JsonObject;
  /**
   * Whether the arguments can be changed.
   *
   * @default false
   */
  edit?: boolean | undefined;
  /** Offer to allow such calls for good: those with this key. @default not offered */
  remember?: { key: string; for: 'chat' | 'owner' } | undefined;
  /**
   * `danger` for a call that cannot be undone.
   *
   * @default "default"
   */
  tone?: 'default' | 'danger' | undefined;
  /** The title. @default "Allow “Refund order”?" */
  title?: string | undefined;
  /** Called when the person allows or denies the call. */
  onRespond: (answer: ReviewCallAnswer) => void;
  /** The `ReviewCallDraft` to start from. Any other value is ignored. */
  draft?: unknown;
  /** Called on every change with the value to pass back as `draft`. */
  onDraftChange?: ((draft: ReviewCallDraft) => void) | undefined;
  /** The card's class. */
  className?: string | undefined;
}

/** Asks a person whether a tool may run with these arguments. The form for changing them loads when it is needed. */
export function ReviewCall({ draft: given, onDraftChange, issues = [], ...props }: ReviewCallProps): ReactNode {
  const { language, words } = useOwnWords(props, 'reviewCall', english);
  const { loading } = wordsOf(language, 'notes', loadingWords);
  const isOfForm = issues.some(({ path }) => path[0] === 'params');
  const [draft, setDraft] = useState(() => draftOf(given, isOfForm));
  const [Form, setForm] = useState<FormComponent>();
  const [problem, setProblem] = useState('');
  const root = useRef<HTMLDivElement>(null);
  const isEditing = draft.step === 'edit' && props.edit === true;
  const shown = draft.step === 'edit' && !(isEditing && Form) ? 'review' : draft.step;
  const shownBefore = useRef(shown);
  const isTurned = useRef(false);
  // The title says it, in the page's language.
  useOwnParts({ message: true, decline: true });

  const change = (next: Partial<ReviewCallDraft>) => {
    isTurned.current ||= next.step !== undefined;
    setDraft({ ...draft, ...next });
    onDraftChange?.({ ...draft, ...next });
  };
  useEffect(() => {
    if (!isEditing || Form !== undefined) return;
    import('../schema-form/SchemaForm.tsx').then(
      ({ SchemaForm }) => {
        setForm(() => SchemaForm);
        setProblem('');
      },
      () => {
        setDraft((last) => ({ ...last, step: 'review' }));
        setProblem(words.notLoaded);
      },
    );
  }, [isEditing, Form, words]);
  useEffect(() => {
    if (shownBefore.current === shown) return;
    shownBefore.current = shown;
    // A form that was open before a reload takes no focus.
    if (isTurned.current) root.current?.querySelector<HTMLElement>(places[shown])?.focus();
  }, [shown]);

  const own = { ...props, issues, draft, onChange: change, words, language };
  return (
    <div ref={root} data-elicit="">
      {isEditing && Form ? (
        <CallForm {...own} Form={Form} />
      ) : (
        <CallCard {...own} said={isEditing ? { text: loading, shown: 'note' } : { text: problem, shown: 'wrong' }} />
      )}
    </div>
  );
}

/** Where the focus goes when this step is shown. */
const places: Record<ReviewCallDraft['step'], string> = {
  review: '[data-elicit=skip]',
  deny: 'textarea',
  edit: '[data-elicit=fields] :is(input, select, textarea, button)',
};

function draftOf(given: unknown, isOfForm: boolean): ReviewCallDraft {
  const { step, reason, form } = isObject(given) ? given : {};
  const known = (['review', 'deny', 'edit'] as const).find((name) => name === step);
  return { step: isOfForm ? 'edit' : (known ?? 'review'), reason: typeof reason === 'string' ? reason : '', form };
}
