import { forwardRef, type ComponentPropsWithoutRef, type ForwardedRef, type ReactNode } from 'react';
import { CardNotice } from '../parts/CardNotice.tsx';
import { useSeatPicker } from './seat-picker-context.ts';

/** What stands in place of the map: empty rows while it loads, or why there is none. */
export const SeatPickerNotice = forwardRef(function SeatPickerNotice(
  props: Omit<ComponentPropsWithoutRef<'div'>, 'children'>,
  ref: ForwardedRef<HTMLDivElement>,
): ReactNode {
  const { loading, error, onReload, words } = useSeatPicker('SeatPickerNotice');
  return (
    <CardNotice
      {...props}
      ref={ref}
      loading={loading ? words.loading : undefined}
      error={error}
      reload={words.reload}
      onReload={onReload}
      skeleton={skeleton}
    />
  );
});

const skeleton = (
  <div data-part="map" data-state="loading">
    {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
      <span key={key} data-part="bone" data-kind="row" />
    ))}
  </div>
);
