import { forwardRef, type ComponentPropsWithoutRef, type ForwardedRef, type ReactNode } from 'react';
import { CardHeader } from '../parts/CardHeader.tsx';
import { Glyph, question, warning } from '../parts/Glyph.tsx';
import { useConfirm } from './confirm-context.ts';

/** The icon and the title. It names the whole group, so put it first in `ConfirmParts.Root`. */
export const ConfirmHeader = forwardRef(function ConfirmHeader(
  { children, ...rest }: ComponentPropsWithoutRef<'legend'>,
  ref: ForwardedRef<HTMLLegendElement>,
): ReactNode {
  const { title, asks, tone } = useConfirm('Header');
  return (
    <legend data-elicit="header" {...rest} ref={ref}>
      {children ?? (
        <CardHeader title={title} asks={asks} icon={<Glyph path={tone === 'danger' ? warning : question} />} />
      )}
    </legend>
  );
});
