import { searchOf } from '@/lib/page/url-reader'
import { pageAt, pages } from '@/lib/site/pages'
import { violationsOn } from './axe'
import { describeState, isQuick } from './state-checks'
import { STATES } from './states'
import { expect, test } from './world'

for (const state of STATES) if (isQuick(state)) describeState(state)

test('every page is in the table, each that asks an indexer in every state of that', () => {
  const found = STATES.map(({ at, on }) => {
    const { pathname, searchParams } = new URL(at, 'http://explorer')
    return { on, at: pageAt(pathname), search: searchOf(searchParams) }
  })
  for (const page of pages) {
    if (page.route === '/address/[x]') continue
    const states = found.filter(({ at }) => at?.page === page)
    expect(states, page.route).not.toEqual([])
    const opened = states.flatMap(({ at, search }) => at?.page.open(at.subject, search) ?? [])
    const asks = opened.some((read) => read.ok && read.value.request !== null)
    if (asks) expect(states.map(({ on }) => on)).toEqual(expect.arrayContaining(['data', 'failed', 'limited', 'stale']))
  }
})

test('axe finds what is wrong: a colour too pale, a target too small, a picture without words', async ({ page }) => {
  await page.setContent(
    `<html lang="en"><title>Wrong</title><main><h1>Wrong</h1><img src="data:,"><p style="color: #ccc">pale</p>
    <button style="width: 9px; height: 9px; padding: 0">a</button><button style="width: 9px; height: 9px; padding: 0">b</button></main>`,
  )
  const rules = async (named?: string[]) => (await violationsOn(page, named)).map((line) => line.split(':')[0])
  expect(await rules()).toEqual(expect.arrayContaining(['color-contrast', 'image-alt', 'target-size']))
  expect(await rules(['color-contrast'])).toEqual(['color-contrast'])
})
