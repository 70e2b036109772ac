import type { Page } from '@playwright/test'

type Shift = PerformanceEntry & { value: number; sources: { node: Node | null }[] }

/**
 * How much a loaded page has moved by itself (the sum of its layout shifts), 300 ms after its main part shows a text. With
 * `within`, only what moved inside such elements counts: a line that comes or goes moves them whole.
 */
export function layoutShift(page: Page, shown = '', within = ''): Promise<number> {
  return page.evaluate(
    ([text, within]) =>
      new Promise<number>((resolve) => {
        let sum = 0
        new PerformanceObserver((list) => {
          for (const { value, sources } of list.getEntries() as Shift[]) {
            if (!within || sources.some(({ node }) => node?.parentElement?.closest(within))) sum += value
          }
        }).observe({ type: 'layout-shift', buffered: true })
        const check = () =>
          document.querySelector('main')?.textContent?.includes(text)
            ? setTimeout(() => resolve(sum), 300)
            : requestAnimationFrame(check)
        check()
      }),
    [shown, within] as const,
  )
}
