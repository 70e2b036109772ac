import { violationsOn } from './axe'
import { describeState, isQuick } from './state-checks'
import { STATES } from './states'
import { expect, test } from './world'

/* One state of each frame; all others are in states.slow.spec.ts. */

for (const state of STATES) if (isQuick(state)) describeState(state)

test('axe finds what is wrong: a colour too pale, a target too small, a picture without words', async ({ page }) => {
  await page.setContent(
    `<html lang="en"><title>Wrong</title><main><h1>Wrong</h1><img src="data:,"><p style="color: #ccc">pale</p>
    <button style="width: 9px; height: 9px; padding: 0">a</button><button style="width: 9px; height: 9px; padding: 0">b</button></main>`,
  )
  const rules = async (named?: string[]) => (await violationsOn(page, named)).map((line) => line.split(':')[0])
  expect(await rules()).toEqual(expect.arrayContaining(['color-contrast', 'image-alt', 'target-size']))
  expect(await rules(['color-contrast'])).toEqual(['color-contrast'])
})
