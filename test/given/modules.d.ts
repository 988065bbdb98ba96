declare module 'virtual:given/flights' {
  import type { Flight } from 'elicitkit/travel';

  const flights: readonly { name: string; data: Flight[] }[];
  export default flights;
}

declare module 'virtual:given/seatmaps' {
  import type { SeatMap } from 'elicitkit/travel';

  const seatMaps: readonly { name: string; data: SeatMap }[];
  export default seatMaps;
}

/** Recorded streams, by file name. */
declare module 'virtual:given/transcripts' {
  const transcripts: Readonly<Record<string, string>>;
  export default transcripts;
}

declare module 'virtual:given/form-cases' {
  const cases: readonly unknown[];
  export default cases;
}
