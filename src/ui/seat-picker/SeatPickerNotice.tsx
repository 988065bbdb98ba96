import { forwardRef, type ComponentPropsWithoutRef, type ForwardedRef, type ReactNode } from 'react';
import { plainText } from '../../protocol/plain-text.ts';
import { useSeatPicker } from './seat-picker-context.ts';

/** Takes the place of the map: an empty cabin while it loads, or the reason that no seat can be chosen. */
export const SeatPickerNotice = forwardRef(function SeatPickerNotice(
  props: Omit<ComponentPropsWithoutRef<'div'>, 'children'>,
  ref: ForwardedRef<HTMLDivElement>,
): ReactNode {
  const { loading, error, onReload, missing, words } = useSeatPicker('Notice');
  if (loading) {
    return (
      <div data-elicit="map" data-state="loading" {...props} ref={ref}>
        <p role="status" data-elicit="status">
          {words.loading}
        </p>
        <div data-elicit="fuselage" data-nose="" aria-hidden="true">
          <div data-elicit="bone" data-kind="cabin" />
        </div>
      </div>
    );
  }
  if (!missing) return null;
  const isError = error !== undefined;
  return (
    <div
      role={isError ? 'alert' : undefined}
      data-elicit="notice"
      data-state={isError ? 'failed' : 'empty'}
      {...props}
      ref={ref}
    >
      <strong data-elicit="">{isError ? (onReload ? words.notLoaded : words.noMap) : words.empty}</strong>
      <p data-elicit="" dir="auto">
        {isError ? plainText(error, 600) : words.emptyHint}
      </p>
    </div>
  );
});
