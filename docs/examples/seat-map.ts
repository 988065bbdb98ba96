export { SeatPicker } from 'elicitkit';
