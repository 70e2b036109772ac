import type { Page } from '@playwright/test'

/** How much a loaded page has moved by itself (the sum of its layout shifts), 300 ms after its main part shows a text. */
export function layoutShift(page: Page, shown = ''): Promise<number> {
  return page.evaluate(
    (text) =>
      new Promise<number>((resolve) => {
        let sum = 0
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value
        }).observe({ type: 'layout-shift', buffered: true })
        const look = () =>
          document.querySelector('main')?.textContent?.includes(text)
            ? setTimeout(() => resolve(sum), 300)
            : requestAnimationFrame(look)
        look()
      }),
    shown,
  )
}
