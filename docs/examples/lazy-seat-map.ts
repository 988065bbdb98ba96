import { lazyComponent } from 'elicitkit';

export const SeatMap = lazyComponent(() => import('./seat-map'));
// in a handler: yield* ctx.render(SeatMap, { seatMap })
