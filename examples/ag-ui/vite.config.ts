import { defineConfig } from 'vite';

// In a clone, the package brings a React of its own.
export default defineConfig({ resolve: { dedupe: ['react', 'react-dom'] } });
