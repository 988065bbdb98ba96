declare module 'virtual:given/flights' {
  const flights: readonly { name: string; data: import('../../src/travel.ts').Flight[] }[];
  export default flights;
}

declare module 'virtual:given/seatmaps' {
  const seatMaps: readonly { name: string; data: import('../../src/travel.ts').SeatMap }[];
  export default seatMaps;
}

/** By the name of the file: what went over the wire. */
declare module 'virtual:given/transcripts' {
  const transcripts: Readonly<Record<string, string>>;
  export default transcripts;
}

declare module 'virtual:given/form-cases' {
  const cases: readonly import('../ui/schema-form/form-case.ts').FormCase[];
  export default cases;
}
