import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shellWord } from './curl'

function wordsOf(command: string, env: Record<string, string> = {}): string[] {
  const script = `curl() { printf '%s\\0' "$@"; }\n${command}`
  return execFileSync('/bin/sh', ['-c', script], { env: { ...process.env, ...env }, encoding: 'utf8' })
    .split('\0')
    .slice(0, -1)
}

test('whatever stands in a text, a shell takes it for one word and runs nothing of it', () => {
  const nasty = fc.constantFrom("'", '"', '$(touch /x)', '`id`', '\\', '\n', ';', '&', '|', '!', '*', ' ', "'\\''")
  const text = fc.array(fc.oneof(nasty, fc.string({ maxLength: 5 })), { maxLength: 8 }).map((parts) => parts.join(''))
  fc.assert(
    fc.property(text, (text) => {
      fc.pre(!text.includes('\0'))
      expect(wordsOf(`curl ${shellWord(text)}`)).toEqual([text])
    }),
    { numRuns: 50 },
  )
})
