import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { expect, it } from 'vitest';

/** What a page gets of one component, and what that asks for. */
async function bundled(path: string): Promise<{ code: string; packages: string[] }> {
  const asked = new Set<string>();
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      lib: { entry: fileURLToPath(new URL(`../../../src/${path}`, import.meta.url)), formats: ['es'] },
      rolldownOptions: {
        external(id) {
          const outside = !id.startsWith('.') && !id.startsWith('/');
          if (outside) asked.add(id.split('/')[0] ?? id);
          return outside;
        },
      },
    },
  });
  const [first] = [built].flat();
  const chunk = first && 'output' in first ? first.output[0] : undefined;
  return { code: chunk?.code ?? '', packages: [...asked] };
}

it.each(['ui/schema-form/SchemaForm.tsx', 'ui/url-consent/UrlConsent.tsx'])(
  'a page with %s loads React and nothing else, and makes no code out of text',
  async (path) => {
    const { code, packages } = await bundled(path);
    expect(packages).toEqual(['react']);
    expect(code.length).toBeGreaterThan(1000);
    expect(code).not.toMatch(/\beval\s*\(|\bFunction\s*\(|dangerouslySetInnerHTML|innerHTML/);
  },
);
