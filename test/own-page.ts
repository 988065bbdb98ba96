/** These tests put another module in the place of one, tell what is loaded for the first time, or need their own clicks. */
export const ownPage = [
  'test/docs/*.test.tsx',
  'docs/examples/*.test.tsx',
  'test/react/{ElicitOutlet,dialog-absent,forms-absent,generators-absent,lazy-component,parts-absent}.test.tsx',
  'test/ui/{flight-list,nodes,passenger-seat-picker,seat-picker}.test.tsx',
  'test/ui/schema-form/languages.test.tsx',
];
