import { forwardRef, type ComponentPropsWithoutRef, type ForwardedRef, type ReactNode } from 'react';
import { CardHeader } from '../parts/CardHeader.tsx';
import { Glyph, question, warning } from '../parts/Glyph.tsx';
import { useConfirm } from './confirm-context.ts';

/** The icon, the title and the text below it. It names the whole group, so put it first in `ConfirmParts.Root`. */
export const ConfirmHeader = forwardRef(function ConfirmHeader(
  { children, ...rest }: ComponentPropsWithoutRef<'legend'>,
  ref: ForwardedRef<HTMLLegendElement>,
): ReactNode {
  const { title, subtitle, asks, tone } = useConfirm('Header');
  const icon = <Glyph path={tone === 'danger' ? warning : question} />;
  return (
    <legend data-elicit="header" {...rest} ref={ref}>
      {children ?? <CardHeader title={title} asks={asks} subtitle={subtitle} icon={icon} />}
    </legend>
  );
});
