import { STATES, type State } from './states'
import { transcriptOf } from './transcript'
import { undrawnRows } from './undrawn-rows'
import { expect, test } from './world'

/*
 * What a screen reader announces on every page in every state. The transcripts lie in e2e/transcripts: a change of them is
 * read before it is committed (`npx playwright test -c e2e/slow.config.ts transcripts -u` writes them anew, but for those
 * of the quick suite, which its own configuration writes).
 */

const fileOf = ({ name }: State, more = '') => `${name.replaceAll(/,? /g, '-')}${more}.txt`

for (const state of STATES) {
  test(`what is announced on ${state.name}`, { tag: state.quick ? [] : '@slow' }, async ({ page, world }) => {
    await world.open(page, state)
    expect(await transcriptOf(page)).toMatchSnapshot(fileOf(state))
  })
}

// Cards are tables still: their cells keep the names of their columns.
for (const state of STATES.filter(({ name }) => /^(owner|delegate|latest), data$/.test(name))) {
  test(`what is announced on a phone on ${state.name}`, { tag: '@slow' }, async ({ page, world }) => {
    await page.setViewportSize({ width: 390, height: 860 })
    await world.open(page, state)
    await expect.poll(() => undrawnRows(page)).toBe(0)
    expect(await transcriptOf(page)).toMatchSnapshot(fileOf(state, '-phone'))
  })
}
