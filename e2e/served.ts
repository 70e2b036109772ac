import { expect } from '@playwright/test'

export async function untilServed(url: string, text: string | RegExp): Promise<void> {
  const words = async () => (await (await fetch(url)).text()).replaceAll(/<(script|style)[\s\S]*?<\/\1>|<[^>]*>/g, '')
  const polled = expect.poll(words, { message: `${url} with ${text}`, timeout: 30_000 })
  if (typeof text === 'string') await polled.toContain(text)
  else await polled.toMatch(text)
}
