import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { describe, expect, it } from 'vitest';

const file = (path: string) => fileURLToPath(new URL(`../../src/${path}`, import.meta.url));

/** The packages that a bundle of one module asks for. */
async function packagesOf(path: string): Promise<string[]> {
  const asked = new Set<string>();
  await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      lib: { entry: file(path), formats: ['es'] },
      rolldownOptions: {
        external(id) {
          const outside = !id.startsWith('.') && !id.startsWith('/');
          if (outside) asked.add(id.split('/')[0] ?? id);
          return outside;
        },
      },
    },
  });
  return [...asked].toSorted((a, b) => a.localeCompare(b));
}

describe('a page that only shows the components', () => {
  it.each([
    'ui/flight-list/FlightList.tsx',
    'ui/seat-picker/SeatPicker.tsx',
    'ui/elicit-card/ElicitCard.tsx',
    'ui/receipt/Receipt.tsx',
  ])('loads React and nothing else for %s', async (path) => {
    // Whoever shows them has both; the seat map draws all its rows before a page is printed.
    expect((await packagesOf(path)).filter((name) => name !== 'react-dom')).toEqual(['react']);
  });

  it('would load zod with the schemas, so this test can tell', async () => {
    expect(await packagesOf('travel.ts')).toEqual(['zod']);
  });
});
