import fc from 'fast-check'
import { expect, test } from 'vitest'
import { xmlText } from './xml'

const MEANINGS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' }

/** What a reader of XML makes of a text. */
function read(text: string): string {
  return text.replace(/&(?:(\w+)|#(\d+));/g, (_, name, code) =>
    code === undefined ? (MEANINGS[name] ?? '?') : String.fromCharCode(Number(code)),
  )
}

/** XML 1.0, production 2; of the control characters that it allows, those beyond ASCII are left out too. */
function isAllowed(character: string): boolean {
  const code = character.codePointAt(0) ?? 0
  if (code < 0x20 || (code >= 0x7f && code < 0xa0)) return '\t\n\r'.includes(character)
  return !(code >= 0xd800 && code <= 0xdfff) && code !== 0xfffe && code !== 0xffff
}

const HOSTILE = [
  ']]>',
  '<!--',
  '</title><script>',
  '&amp;',
  '&#0;',
  '\u202E',
  '\0',
  '\x1B[31m',
  '\uD800',
  '\uDC00x',
  '\uFFFE',
  '"\'\t\r\n',
]

test('whatever it says, a text comes back, and ends no element and no attribute', () => {
  const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string(), fc.constantFrom(...HOSTILE))
  fc.assert(
    fc.property(
      fc.array(text).map((parts) => parts.join('')),
      (original) => {
        const written = xmlText(original)
        expect(written).not.toMatch(/[<>"'\t\n\r]|&(?!amp;|lt;|gt;|quot;|#39;|#9;|#10;|#13;)/)
        expect([...written].every(isAllowed)).toBe(true)
        expect(read(written)).toBe([...original].map((one) => (isAllowed(one) ? one : '\uFFFD')).join(''))
      },
    ),
    { numRuns: 500 },
  )
})
