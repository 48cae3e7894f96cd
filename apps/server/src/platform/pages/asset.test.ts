import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expandLightDark } from './asset.ts';

test('light-dark() is split into light values and a media query for dark', () => {
  const css = `:root {
  /* Ink -- and paper. */
  --ink: light-dark(#221f1a, #ece8df);
  --gap: 4px;
  --shade: 0 0 2px var(--ink), 0 2px 9px light-dark(rgb(58 48 28 / 20%), rgb(0 0 0 / 55%));
}`;
  assert.equal(
    expandLightDark(css),
    `:root {
  /* Ink -- and paper. */
  --ink: #221f1a;
  --gap: 4px;
  --shade: 0 0 2px var(--ink), 0 2px 9px rgb(58 48 28 / 20%);
}
@media (prefers-color-scheme:dark){:root{--ink: #ece8df;--shade: 0 0 2px var(--ink), 0 2px 9px rgb(0 0 0 / 55%)}}
`,
  );
});
