import { beforeEach, vi } from 'vitest'

/** What each test logs, kept from the terminal. */
export function logOfTest() {
  let written: string[] = []
  beforeEach(() => {
    written = []
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => written.push(String(text)) > 0)
  })
  const text = () => written.join('')
  const lines = () =>
    text()
      .split('\n')
      .filter(Boolean)
      .map((line): Record<string, unknown> => JSON.parse(line))
  return { text, lines }
}
