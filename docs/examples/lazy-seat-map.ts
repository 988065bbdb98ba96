import { lazyComponent } from 'elicitkit';

export const SeatMap = lazyComponent(async () => ({ default: (await import('./seat-map')).SeatPicker }));
// in a handler: await ctx.render(SeatMap, { seatMap })
