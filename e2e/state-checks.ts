import { expectAccessible } from './axe'
import { refusals } from './refusals'
import { openState, type State } from './states'
import { transcriptOf } from './transcript'
import { expect, test } from './world'

/*
 * What holds for every page in every state, seen on one visit: what a screen reader announces is as it was read when it
 * was last changed (e2e/transcripts), axe finds nothing on a phone in light and on a wide screen in dark, nothing scrolls
 * sideways from 320 to 2560 px, and the policy of scripts and styles had nothing to refuse.
 * `npx playwright test -c e2e/nightly.config.ts states -u` writes changed transcripts.
 */

/** Lists whose rows become cards on a phone: tables still, whose cells keep the names of their columns. */
const ON_A_PHONE = /^(owner|delegate|latest), data$/

export const isQuick = ({ quick }: State) => quick === true

const fileOf = ({ name }: State, more = '') => `${name.replaceAll(/,? /g, '-')}${more}.txt`

export function describeState(state: State): void {
  test(`${state.name}: announced as before, without a violation, as wide as its window`, async ({ page, world }) => {
    const refused = refusals(page)
    await openState(page, world, state)
    if (!state.isWritten) expect(await transcriptOf(page)).toMatchSnapshot(fileOf(state))
    await expectAccessible(page)
    // Without a connection a page cannot have what it loads later.
    expect(refused.filter((message) => !message.includes('Failed to load chunk'))).toEqual([])
    if (!ON_A_PHONE.test(state.name)) return
    await page.setViewportSize({ width: 390, height: 860 })
    expect(await transcriptOf(page)).toMatchSnapshot(fileOf(state, '-phone'))
  })
}
