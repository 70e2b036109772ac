import { expectAccessible } from './axe'
import { refusals } from './refusals'
import { openState, type State } from './states'
import { transcriptOf } from './transcript'
import { expect, test } from './world'

/* Transcripts are in e2e/transcripts; `npx playwright test -c e2e/nightly.config.ts states -u` writes changed ones. */

const ON_A_PHONE = /^(owner|delegate|latest), data$/

export const isQuick = ({ quick }: State) => quick === true

const fileOf = ({ name }: State, more = '') => `${name.replaceAll(/,? /g, '-')}${more}.txt`

export function describeState(state: State): void {
  test(`${state.name}: announced as before, without a violation, as wide as its window`, async ({ page, world }) => {
    const refused = refusals(page)
    await openState(page, world, state)
    if (!state.isWritten) expect(await transcriptOf(page)).toMatchSnapshot(fileOf(state))
    await expectAccessible(page)
    // Offline, a page cannot load later chunks.
    expect(refused.filter((message) => !message.includes('Failed to load chunk'))).toEqual([])
    if (!ON_A_PHONE.test(state.name)) return
    await page.setViewportSize({ width: 390, height: 860 })
    expect(await transcriptOf(page)).toMatchSnapshot(fileOf(state, '-phone'))
  })
}
