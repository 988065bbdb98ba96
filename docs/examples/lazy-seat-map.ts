import { lazyComponent } from 'elicitkit';

export const SeatMap = lazyComponent(async () => ({ default: (await import('./seat-map')).SeatPicker }));
// in a handler: yield* ctx.render(SeatMap, { seatMap })
