import type { Page } from '@playwright/test'

export function refusals(page: Page): string[] {
  const messages: string[] = []
  page.on('console', (message) => {
    if (/Content[- ]Security[- ]Policy/i.test(message.text())) messages.push(message.text())
  })
  page.on('pageerror', (error) => messages.push(`error: ${error.message}`))
  return messages
}
