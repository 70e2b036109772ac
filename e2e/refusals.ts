import type { Page } from '@playwright/test'

/** Words of the browser about everything that the policy refused on this page, and errors of its scripts, from now on. */
export function refusals(page: Page): string[] {
  const said: string[] = []
  page.on('console', (message) => {
    if (/Content[- ]Security[- ]Policy/i.test(message.text())) said.push(message.text())
  })
  page.on('pageerror', (error) => said.push(`error: ${error.message}`))
  return said
}
