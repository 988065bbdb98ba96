import {
  cloneElement,
  forwardRef,
  useId,
  type ComponentPropsWithoutRef,
  type ForwardedRef,
  type ReactElement,
  type ReactNode,
} from 'react';
import { useWords } from '../language/language-context.ts';
import { FieldError, FieldHints, OptionalMark } from './field-words.tsx';

/** Props of `Field`. */
export interface FieldProps extends Omit<ComponentPropsWithoutRef<'div'>, 'children'> {
  /** The name of the control. */
  label: string;
  /** Words below the label. */
  hint?: string | undefined;
  /** The reason that the entry cannot be taken. */
  error?: string | undefined;
  /** Whether the label says that the field may stay empty. @default false */
  optional?: boolean | undefined;
  /** An `input`, a `select`, a `textarea`, or a component that passes their props on. */
  children: ReactElement<ControlProps>;
}

interface ControlProps {
  id?: string | undefined;
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: ComponentPropsWithoutRef<'input'>['aria-invalid'];
}

/** A control with its label, its hint and its error. The control gets an `id` and is described by both. */
export const Field = forwardRef(function Field(
  { label, hint, error, optional = false, children, ...rest }: FieldProps,
  ref: ForwardedRef<HTMLDivElement>,
): ReactNode {
  const own = useId();
  const words = useWords('schemaForm', english);
  const { id = own, 'aria-describedby': described } = children.props;
  const isWrong = error !== undefined;
  const describedBy = [described, hint !== undefined && `${id}-hint`, isWrong && `${id}-error`].filter(Boolean);
  const control = {
    'data-elicit': '',
    id,
    'aria-invalid': isWrong || children.props['aria-invalid'],
    'aria-describedby': describedBy.join(' ') || undefined,
  };
  return (
    <div data-elicit="field" data-state={isWrong ? 'invalid' : 'valid'} {...rest} ref={ref}>
      <label htmlFor={id} data-elicit="label">
        <bdi data-elicit="">{label}</bdi>
        {optional && <OptionalMark text={words.optional} />}
      </label>
      <FieldHints id={`${id}-hint`} hints={hint === undefined ? [] : [hint]} />
      <FieldError id={`${id}-error`} error={error} />
      {cloneElement(children, control)}
    </div>
  );
});

/** Apart from the form's other words, which a card of fields does not say. */
const english = { optional: '(optional)' };
