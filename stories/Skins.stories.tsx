import type { ReactNode } from 'react';
import { expect, fn } from 'storybook/test';
import preview from '../.storybook/preview.tsx';
import { ChoiceList } from '../src/ui/choice-list/ChoiceList.tsx';
import { Receipt } from '../src/ui/receipt/Receipt.tsx';
import { pageOfStates, SideBySide } from './side-by-side.tsx';
import { skins } from './themes/themes.ts';

const choices = [
  { value: 'basic', label: 'Basic', description: 'One seat' },
  { value: 'team', label: 'Team', description: 'Up to ten seats' },
  { value: 'all', label: 'Everybody', description: 'As many as you like', disabled: { reason: 'Ask us' } },
];

function InSkin({ skin, onRespond }: { skin: string; onRespond: () => void }): ReactNode {
  return (
    <div data-skin={skin} data-example={skin} style={{ display: 'grid', gap: 12 }}>
      {/* A skin is for a whole page; here, it is for this part of one. */}
      <style>{`[data-example='${skin}'] { ${skins[skin] ?? ''} }`}</style>
      <ChoiceList
        title="Plan"
        message="Which plan would you like?"
        choices={choices}
        draft={{ choice: 'team' }}
        onRespond={onRespond}
        onDecline={onRespond}
      />
      <Receipt outcome="answered" title="Team" detail="Up to ten seats" amount="$12.00" />
    </div>
  );
}

const meta = preview.meta({
  title: 'Theming/Skins',
  component: ChoiceList,
  tags: ['!autodocs'],
  args: { choices, onRespond: fn() },
  parameters: pageOfStates,
});

/** One question in each skin of the package: variables, and no component of its own. */
export const SideBySideSkins = meta.story({
  name: 'Side by side',
  render: ({ onRespond }) => (
    <SideBySide
      states={Object.fromEntries(
        ['default', ...Object.keys(skins)].map((skin) => [
          skin,
          <InSkin key={skin} skin={skin} onRespond={() => onRespond({ choice: skin })} />,
        ]),
      )}
    />
  ),
  async play({ canvasElement }) {
    const buttons = [...canvasElement.querySelectorAll<HTMLElement>('[data-elicit=commit]')];
    const colours = new Set(buttons.map((button) => getComputedStyle(button).backgroundColor));
    // The compact skin changes no colour.
    await expect(colours.size).toBe(buttons.length - 1);
  },
});
