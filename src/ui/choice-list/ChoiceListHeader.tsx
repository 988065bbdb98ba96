import { forwardRef, type ComponentPropsWithoutRef, type ForwardedRef, type ReactNode } from 'react';
import { CardHeader } from '../parts/CardHeader.tsx';
import { Glyph } from '../parts/Glyph.tsx';
import { list } from '../parts/glyph-paths.ts';
import { useChoiceList } from './choice-list-context.ts';

/** The icon and the title. It names the whole group, so put it first in `ChoiceListParts.Root`. */
export const ChoiceListHeader = forwardRef(function ChoiceListHeader(
  { children, ...rest }: ComponentPropsWithoutRef<'legend'>,
  ref: ForwardedRef<HTMLLegendElement>,
): ReactNode {
  const { title, asks } = useChoiceList('Header');
  return (
    <legend data-elicit="header" {...rest} ref={ref}>
      {children ?? <CardHeader title={title} asks={asks} icon={<Glyph path={list} />} />}
    </legend>
  );
});
