import { expect, it, vi } from 'vitest'
import { escaped } from '@/lib/log/line'
import { logLine } from './log'

it('control and formatting characters leave escaped', () => {
  expect(escaped('a\nb\u001b[31m\u202e\u2028\u{e0001}é🍃')).toBe('a\\u000ab\\u001b[31m\\u202e\\u2028\\udb40\\udc01é🍃')
})

it('an event is one line of JSON, whatever is in it, and not endless', () => {
  const stderr = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  logLine('warn', 'skipped', { reason: 'a\n{"level":"error"}\u202e', long: 'x'.repeat(5000) })
  const [line] = stderr.mock.calls[0] ?? []
  stderr.mockRestore()
  expect(line).not.toMatch(/[\n\u202e]/)
  expect(String(line).length).toBeLessThanOrEqual(2000)
})
