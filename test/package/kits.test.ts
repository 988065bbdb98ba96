import { rmSync } from 'node:fs';
import { chromium, type Browser, type Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { launchOptions } from '../../scripts/ensure-browsers.mjs';
import { bundlePage, differences, looksOf, openWith } from './pages.ts';
import { createProject, devVersion, temporaryFolder } from './project.ts';

/** What a page has of each kit. Ark UI names its parts by `data-part`, and so does Chakra UI, which stands on it. */
const kits = {
  'Ark UI': `
import { Tabs, RadioGroup, Field } from '@ark-ui/react';
globalThis.showOwn = (element) => draw(element, <main>
  <Tabs.Root defaultValue="a"><Tabs.List><Tabs.Trigger value="a">A</Tabs.Trigger></Tabs.List><Tabs.Content value="a">A</Tabs.Content></Tabs.Root>
  <RadioGroup.Root defaultValue="a"><RadioGroup.Label>Pick</RadioGroup.Label><RadioGroup.Item value="a"><RadioGroup.ItemText>A</RadioGroup.ItemText><RadioGroup.ItemControl /><RadioGroup.ItemHiddenInput /></RadioGroup.Item></RadioGroup.Root>
  <Field.Root><Field.Label>Name</Field.Label><Field.Input /></Field.Root>
</main>);`,
  'Chakra UI': `
import { Button, Card, ChakraProvider, Field, Input, RadioGroup, Table, defaultSystem } from '@chakra-ui/react';
globalThis.showOwn = (element) => draw(element, <ChakraProvider value={defaultSystem}><main>
  <Button>Press</Button>
  <Card.Root><Card.Header>Header</Card.Header><Card.Body><Card.Title>Title</Card.Title></Card.Body><Card.Footer>Footer</Card.Footer></Card.Root>
  <Field.Root><Field.Label>Name</Field.Label><Input /></Field.Root>
  <RadioGroup.Root defaultValue="a"><RadioGroup.Item value="a"><RadioGroup.ItemHiddenInput /><RadioGroup.ItemIndicator /><RadioGroup.ItemText>A</RadioGroup.ItemText></RadioGroup.Item></RadioGroup.Root>
  <Table.Root><Table.Body><Table.Row><Table.Cell>Cell</Table.Cell></Table.Row></Table.Body></Table.Root>
</main></ChakraProvider>);`,
};

const folder = temporaryFolder();
let browser: Browser;
let page: Page;
beforeAll(async () => {
  createProject(folder, [
    inject('tarball'),
    ...['react', 'react-dom', 'effection', 'zod'].map(devVersion),
    '@ark-ui/react@5.40.0',
    '@chakra-ui/react@3.38.0',
  ]);
  browser = await chromium.launch(launchOptions());
  page = await browser.newPage({ viewport: { width: 900, height: 900 } });
});
afterAll(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

describe.each(Object.entries(kits))('in a page of %s', (_, own) => {
  it('its parts and ours look as they do alone', async () => {
    const { script, sheet } = await bundlePage(folder, own);
    await openWith(page, script, sheet);
    const alone = await looksOf(page);
    await openWith(page, script, sheet);
    await page.evaluate(showTheirs);
    expect(differences(await looksOf(page), alone)).toEqual([]);

    await openWith(page, script);
    const [without, beside] = await page.evaluate(compareTheirs, sheet);
    expect(without.length).toBeGreaterThan(9);
    expect(beside).toEqual(without);
  });
});

function showTheirs(): void {
  showOwn(document.body.appendChild(document.createElement('div')));
}

/** How each element of theirs looks without our sheet, and with it. */
function compareTheirs(css: string): readonly [readonly string[], readonly string[]] {
  const place = document.body.appendChild(document.createElement('div'));
  showOwn(place);
  const read = () =>
    [...place.querySelectorAll('*')].map((element) => {
      const style = getComputedStyle(element);
      const names = [...style].filter((name) => !name.startsWith('--'));
      return names.map((name) => `${name}: ${style.getPropertyValue(name)}`).join('; ');
    });
  const without = read();
  document.head.appendChild(document.createElement('style')).textContent = css;
  return [without, read()];
}
