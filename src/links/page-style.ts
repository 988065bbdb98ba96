/**
 * The style sheet of an answer link's page. Its colours and sizes are those of the components, which it cannot load: the
 * page brings nothing along but itself.
 */
export const pageStyle = `
:root {
  color-scheme: light dark;
  --surface: #fff; --surface-2: #f5f6f8; --border: #e3e6ea; --border-strong: #77818d; --text: #15181c; --text-2: #57606a;
  --accent: #0b5fd0; --accent-weak: color-mix(in srgb, #0b5fd0 10%, #fff); --on-accent: #fff;
  --positive: #0d7338; --positive-weak: #e4f4ea;
  --warn: #875000; --warn-weak: #fdf3e1; --danger: #b3261e; --danger-weak: #fdeceb;
  --shadow: 0 1px 3px rgb(16 24 40 / 10%);
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --surface: #1c1f24; --surface-2: #262a30; --border: #363b43; --border-strong: #87919d; --text: #eef0f3; --text-2: #a9b2bd;
    --accent: #77acfc; --accent-weak: color-mix(in srgb, #0b5fd0 20%, #1c1f24);
    --on-accent: #0d1420; --positive: #6fd596; --positive-weak: #17301f;
    --warn: #f3b65f; --warn-weak: #33270f; --danger: #ff9c94; --danger-weak: #3a1d1c;
    --shadow: 0 1px 3px rgb(0 0 0 / 45%);
  }
  body { background: #14161a; }
}
@media (prefers-contrast: more) {
  :root { --border: var(--text-2); --border-strong: var(--text); --text-2: var(--text); --shadow: none; }
}
*, ::before, ::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  margin: 0; min-block-size: 100vh; padding: clamp(12px, 6vh, 72px) 12px; color: var(--text);
  font: 400 .9375rem / 1.467 system-ui, sans-serif; overflow-wrap: anywhere;
}
@media (prefers-color-scheme: light) { body { background: #f5f6f8; } }
main {
  max-inline-size: 36rem; margin-inline: auto; border: 1px solid var(--border); border-radius: 16px;
  background: var(--surface); box-shadow: var(--shadow);
}
h1, h2, p, ul, fieldset, legend { margin: 0; padding: 0; border: 0; }
fieldset { min-inline-size: 0; }
[dir='auto']:not(input, textarea) { text-align: -webkit-match-parent; text-align: match-parent; white-space: pre-wrap; }
.quiet, .hint, .asker { color: var(--text-2); font-size: .8125rem; line-height: 1.385; }
header { padding: 20px 24px 16px; }
.asker { display: flex; align-items: center; gap: 8px; margin-block-end: 8px; font-weight: 600; }
.asker::before {
  content: ''; flex: none; inline-size: 8px; block-size: 8px; border-radius: 50%; background: var(--accent);
  forced-color-adjust: none;
}
h1 { font-size: 1.25rem; font-weight: 600; line-height: 1.3; text-wrap: pretty; }
h1 + p { margin-block-start: 6px; }
.words { margin: 0 24px 20px; padding: 12px 14px; border-radius: 10px; background: var(--surface-2); tab-size: 2; }
.notice, .problems {
  margin: 0 24px 20px; padding: 12px 14px; border-radius: 10px; background: var(--warn-weak); color: var(--warn);
}
.problems { border-inline-start: 4px solid var(--danger); background: var(--danger-weak); color: var(--danger); }
.problems h2 { color: var(--text); font-size: .9375rem; font-weight: 600; }
.problems ul { list-style: none; }
.problems a { display: inline-block; padding-block: 3px; color: inherit; }
.fields { display: grid; grid-template-columns: minmax(0, 1fr); gap: 22px; padding: 0 24px 24px; }
.field, .group, .item { display: grid; grid-template-columns: minmax(0, 1fr); gap: 6px; }
.group { gap: 16px; padding-inline-start: 14px; border-inline-start: 2px solid var(--border); }
.field > legend, .group > legend, .item > legend, .label { float: inline-start; font-weight: 600; }
legend + * { clear: both; }
.optional { color: var(--text-2); font-size: .8125rem; font-weight: 400; }
.hint { white-space: pre-wrap; }
.error { color: var(--danger); font-size: .8125rem; font-weight: 600; line-height: 1.385; }
input:not([type='radio'], [type='checkbox']), select, textarea {
  inline-size: 100%; min-block-size: 44px; padding: 8px 12px; border: 1px solid var(--border-strong); border-radius: 10px;
  background: var(--surface); color: inherit; font: inherit; font-size: 1rem;
}
textarea { min-block-size: 7rem; resize: vertical; }
.choices { border: 1px solid var(--border-strong); border-radius: 10px; overflow: clip; }
.choice {
  display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 0 10px; align-items: baseline; min-block-size: 44px;
  padding: 10px 12px; cursor: pointer;
}
.choice + .choice { border-block-start: 1px solid var(--border); }
.choice:hover { background: var(--surface-2); }
.choice:has(:checked) { background: var(--accent-weak); }
.choice input { inline-size: 1.125rem; block-size: 1.125rem; margin: 0; translate: 0 .2em; accent-color: var(--accent); }
.choice .hint { grid-column: 2; }
.of { padding: 10px 12px 4px; border-block-start: 1px solid var(--border); font-size: .8125rem; font-weight: 600; }
.of:first-child { border-block-start: 0; }
.wrong > :is(input, select, textarea, .choices) { border-color: var(--danger); box-shadow: inset 0 0 0 1px var(--danger); }
.field > .tool, .item > .tool { justify-self: start; }
.item { gap: 12px; padding: 14px; border: 1px solid var(--border); border-radius: 10px; }
.address { margin: 0 24px 16px; padding: 12px 14px; border-radius: 10px; background: var(--surface-2); color: var(--text-2); direction: ltr; text-align: left; }
.address strong { color: var(--text); }
.go { margin: 0 24px 20px; }
.go a { display: inline-block; }
.go small { font-weight: 400; }
footer {
  display: flex; flex-wrap: wrap; align-items: center; justify-content: flex-end; gap: 8px; padding-block: 12px;
  padding-inline: 24px 16px; border-block-start: 1px solid var(--border);
}
footer .quiet { flex: 1 1 10rem; }
button, .button {
  min-block-size: 44px; padding: 8px 16px; border: 0; border-radius: 10px; background: none; color: var(--text-2);
  font: inherit; font-weight: 600; text-align: center; text-decoration: none; align-content: center; cursor: pointer;
  overflow-wrap: break-word;
}
button:hover { background: var(--surface-2); }
.commit, .commit:hover { background: var(--accent); color: var(--on-accent); }
.commit:hover { background: color-mix(in srgb, var(--accent), var(--on-accent) 12%); }
.tool { border: 1px solid var(--border-strong); color: var(--accent); }
.first { position: absolute; inline-size: 1px; block-size: 1px; min-block-size: 0; padding: 0; overflow: hidden; clip-path: inset(50%); }
:focus-visible { outline: 2px solid var(--text); outline-offset: 2px; }
.choice:has(:focus-visible) { outline: 2px solid var(--text); outline-offset: -3px; }
.choice :focus-visible { outline: none; }
.over { padding: 32px 24px; text-align: center; }
.over svg { display: block; inline-size: 44px; block-size: 44px; margin: 0 auto 16px; padding: 11px; border-radius: 50%; background: var(--surface-2); color: var(--text-2); }
.over[data-kind='done'] svg { background: var(--positive-weak); color: var(--positive); }
.over .asked { margin-block-start: 16px; padding-block-start: 16px; border-block-start: 1px solid var(--border); }
@media (max-width: 30rem) {
  header { padding: 16px 16px 14px; }
  .words, .notice, .problems, .address, .go { margin-inline: 16px; }
  .go a { display: block; }
  .fields { padding-inline: 16px; }
  footer { padding-inline: 16px; }
  footer :is(.commit, .tool) { flex: 1 1 auto; order: 1; }
  footer .quiet { flex-basis: 100%; }
}
@media (forced-colors: active) {
  .choice:has(:checked) { outline: 2px solid Highlight; outline-offset: -3px; }
  button, .button, .words, .notice, .address, .problems { border: 1px solid; }
  .commit { border: 3px double Highlight; }
}
@media (prefers-reduced-motion: no-preference) { button { transition: background-color 100ms; } }
`;
