import { forwardRef, type ComponentPropsWithoutRef, type ForwardedRef, type ReactNode } from 'react';

/** Props of `Button`. */
export interface ButtonProps extends ComponentPropsWithoutRef<'button'> {
  /**
   * The look: of the main button, of Skip, or of an action that cannot be undone.
   *
   * @default "main"
   */
  kind?: 'main' | 'quiet' | 'danger' | undefined;
}

/** A button of a card. */
export const Button = forwardRef(function Button(
  { kind = 'main', ...rest }: ButtonProps,
  ref: ForwardedRef<HTMLButtonElement>,
): ReactNode {
  return (
    <button
      type="button"
      data-elicit={kind === 'quiet' ? 'skip' : 'commit'}
      data-tone={kind === 'danger' ? 'danger' : undefined}
      dir="auto"
      {...rest}
      ref={ref}
    />
  );
});
