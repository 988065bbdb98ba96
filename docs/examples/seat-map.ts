export { SeatPicker as default } from 'elicitkit';
