import type { Page } from '@playwright/test'

/** A screen reader reads a whole live region when its text changes. Call before the page opens. */
export async function listen(page: Page): Promise<{ announced(): Promise<string[]> }> {
  const announced: string[] = []
  await page.exposeFunction('leafscanAnnounced', (text: string) => {
    announced.push(text)
  })
  await page.addInitScript(() => {
    const { leafscanAnnounced } = window as unknown as { leafscanAnnounced(text: string): void }
    const REGIONS = '[role=status], [role=alert], [aria-live], output'
    const last = new WeakMap<Element, string>()
    const textOf = (region: Element) => (region as HTMLElement).innerText.replace(/\s+/g, ' ').trim()
    const regionsOf = (node: Node): Element[] => {
      const element = node instanceof Element ? node : node.parentElement
      const around = element?.closest(REGIONS)
      return around ? [around] : [...(element?.querySelectorAll(REGIONS) ?? [])]
    }
    document.addEventListener('DOMContentLoaded', () => {
      for (const region of regionsOf(document.documentElement)) last.set(region, textOf(region))
      new MutationObserver((changes) => {
        const touched = changes.flatMap(({ target, addedNodes, type }) =>
          type === 'childList'
            ? [...addedNodes, target].flatMap((node) => (node === document.body ? [] : regionsOf(node)))
            : regionsOf(target),
        )
        for (const region of new Set(touched)) {
          const text = textOf(region)
          if (text === (last.get(region) ?? '')) continue
          last.set(region, text)
          if (text !== '') leafscanAnnounced(`${region.getAttribute('role') ?? 'status'}: ${text}`)
        }
      }).observe(document.documentElement, { subtree: true, childList: true, characterData: true })
    })
  })
  return { announced: async () => [...announced] }
}
