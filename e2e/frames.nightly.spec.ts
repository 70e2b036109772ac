import type { Page } from '@playwright/test'
import { expectNoSidewaysScroll } from './axe'
import { openState, STATES, type State } from './states'
import { expect, test } from './world'

/* WCAG 2.2 AA beyond axe (state-checks.ts runs axe). design.md 7. */

test.describe.configure({ mode: 'parallel' })

const FRAMES: readonly State[] = STATES.filter(({ name }) =>
  /^(home, data|owner, (open row|incomplete|failed|behind)|delegate, data|account, (live|with its row)|latest, data|status, ok|search, several|tx|help|404|400, filter)$/.test(
    name,
  ),
)

const cutTexts = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main *, header *, footer *')]
      .filter((element) => {
        const { overflowX, overflowY, display, clipPath } = getComputedStyle(element)
        const hides = (overflow: string) => overflow === 'hidden' || overflow === 'clip'
        if (display === 'inline' || clipPath !== 'none' || element.closest('.sr-only, svg, [title]')) return false
        const cutAcross = hides(overflowX) && element.scrollWidth > element.clientWidth + 1
        const cutDown = hides(overflowY) && element.scrollHeight > element.clientHeight + 1
        return (cutAcross || cutDown) && (element.textContent ?? '').trim() !== ''
      })
      .map((element) => element.outerHTML.slice(0, 120)),
  )

for (const state of FRAMES) {
  test(`${state.name}: its focus is seen, and at 400 % zoom, in forced colours and spaced wider nothing is lost`, async ({
    page,
    world,
  }) => {
    await page.setViewportSize({ width: 1280, height: 700 })
    await openState(page, world, state)
    expect(await badStops(page, 60), 'stops of the focus that are hidden or unmarked').toEqual([])

    // 1280 px at 400 %: 320 CSS px across, 256 down.
    await page.setViewportSize({ width: 320, height: 256 })
    await expectNoSidewaysScroll(page)
    expect(await cutTexts(page), 'at 400 %').toEqual([])

    await page.setViewportSize({ width: 1280, height: 860 })
    await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
    expect(await invisible(page), 'in forced colours').toEqual([])
    const running = await page.evaluate(() => document.getAnimations().map((animation) => animation.playState))
    expect(running, 'moves by itself').toEqual([])
    await page.emulateMedia({ forcedColors: null, reducedMotion: null })

    // WCAG 1.4.12, set as a reader's own style sheet does.
    await page.evaluate(() => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(
        '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }',
      )
      document.adoptedStyleSheets = [sheet]
    })
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 860 })
      await expectNoSidewaysScroll(page)
      expect(await cutTexts(page), `spaced wider at ${width}`).toEqual([])
    }
  })
}

/** Shapes drawn in their background's colour under forced colours, and so invisible. */
const invisible = (page: Page) =>
  page.evaluate(() => {
    const behind = (element: Element | null): string => {
      for (let at = element; at; at = at.parentElement) {
        const { backgroundColor } = getComputedStyle(at)
        if (!/^rgba\(.*, 0\)$/.test(backgroundColor)) return backgroundColor
      }
      return 'rgb(255, 255, 255)'
    }
    const found: string[] = []
    for (const sign of document.querySelectorAll('main svg, header svg')) {
      const shapes = [...sign.querySelectorAll(':is(path, circle, rect, line, polyline):not(defs *)')]
      const back = behind(sign)
      const isSeen = (shape: Element) => {
        const { fill, stroke } = getComputedStyle(shape)
        return [fill, stroke].some((colour) => colour !== 'none' && colour !== back)
      }
      if (shapes.length > 0 && !shapes.some(isSeen)) found.push(sign.outerHTML.slice(0, 120))
    }
    for (const button of document.querySelectorAll('.copy')) {
      const mark = getComputedStyle(button, '::before')
      if (mark.backgroundColor === behind(button)) found.push('the mark of a copy button')
    }
    for (const chosen of document.querySelectorAll(
      '[aria-selected=true], .button:is([aria-current=true], [aria-pressed=true])',
    )) {
      if (behind(chosen) === behind(chosen.parentElement))
        found.push(`chosen as if not: ${chosen.outerHTML.slice(0, 80)}`)
    }
    return [...new Set(found)]
  })

/** WCAG 2.4.7, 2.4.11. */
async function badStops(page: Page, most: number): Promise<string[]> {
  const bad: string[] = []
  await page.evaluate(() => {
    window.scrollTo(0, 0)
    ;(document.activeElement as HTMLElement | null)?.blur()
  })
  for (let n = 0; n < most; n++) {
    await page.keyboard.press('Tab')
    const stop = await page.evaluate(() => {
      const element = document.activeElement
      if (!element || element === document.body) return null
      const { outlineStyle, outlineWidth } = getComputedStyle(element)
      const box = element.getClientRects()[0] ?? element.getBoundingClientRect()
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2]
      const at = document.elementFromPoint(x, y)
      const covered =
        !at || !(element.contains(at) || at.contains(element) || at.closest('label, summary')?.contains(element))
      const unmarked = outlineStyle === 'none' || outlineWidth === '0px'
      if (!covered && !unmarked) return ''
      return `${covered ? 'covered' : 'unmarked'}: ${element.outerHTML.slice(0, 140)}`
    })
    if (stop === null) break
    if (stop !== '') bad.push(stop)
  }
  return bad
}
