import type { NextConfig } from 'next';

const config: NextConfig = {
  // Otherwise Next.js takes the clone above for the app.
  turbopack: { root: import.meta.dirname },
};

export default config;
