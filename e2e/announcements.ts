import type { Page } from '@playwright/test'

/**
 * What live regions say, in order, from when a page has come: a screen reader reads a region whole when its text
 * changes. Regions that came with the page are silent, as they are for readers. Call before the page is opened.
 */
export async function listen(page: Page): Promise<{ said(): Promise<string[]> }> {
  const said: string[] = []
  await page.exposeFunction('leafscanSaid', (text: string) => {
    said.push(text)
  })
  await page.addInitScript(() => {
    const { leafscanSaid } = window as unknown as { leafscanSaid(text: string): void }
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
          if (text !== '') leafscanSaid(`${region.getAttribute('role') ?? 'status'}: ${text}`)
        }
      }).observe(document.documentElement, { subtree: true, childList: true, characterData: true })
    })
  })
  return { said: async () => [...said] }
}
