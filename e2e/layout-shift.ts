import type { Page } from '@playwright/test'

type Shift = PerformanceEntry & { value: number; sources: { node: Node | null }[] }

/** The sum of layout shifts up to 300 ms after the main part shows a text; with `within`, only those inside such elements. */
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
