/** The parts of `Confirm`: put them together yourself to replace one of them. */

export { ConfirmRoot as Root } from './ConfirmRoot.tsx';
export { ConfirmHeader as Header } from './ConfirmHeader.tsx';
export { ConfirmDetails as Details } from './ConfirmDetails.tsx';
export { ConfirmFooter as Footer } from './ConfirmFooter.tsx';
