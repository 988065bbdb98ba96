/** The parts of `Confirm`. Combine them yourself to replace one. */

export { ConfirmRoot as Root } from './ConfirmRoot.tsx';
export { ConfirmHeader as Header } from './ConfirmHeader.tsx';
export { ConfirmDetails as Details } from './ConfirmDetails.tsx';
export { ConfirmFooter as Footer } from './ConfirmFooter.tsx';
