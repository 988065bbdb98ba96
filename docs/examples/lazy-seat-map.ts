import { lazyComponent } from 'elicitkit';

export const SeatMap = lazyComponent(async () => ({ default: (await import('elicitkit')).SeatPicker }));
// in a handler: yield* ctx.render(SeatMap, { seatMap })
