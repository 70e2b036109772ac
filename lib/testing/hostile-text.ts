import fc from 'fast-check'

/* Every function between an indexer or an address bar and the screen must handle this text. facts/reliability.md (e). */

/** Regressions, ours and others'. */
export const HOSTILE_TEXTS: readonly string[] = [
  '',
  ' ',
  '.',
  '..',
  '/',
  '//',
  '\\',
  '%',
  '%2',
  '%00',
  '%ED%A0%80',
  '?',
  '#',
  '&=',
  '0',
  '-0',
  '1e999',
  '4294967295',
  '18446744073709551616',
  'NaN',
  '\0',
  '\r\n\tx',
  '\u001B[31m',
  '\u202Eabc',
  '\u2066x\u2069\u200D\uFEFF\u2028\u2029',
  '\uD800',
  '\uDC00',
  '\uDC00\uD800',
  'a\uD83D',
  '\uDE00z',
  '12345678\uD83Dabc\uDE00defgh12345678',
  '😀'.repeat(20),
  '\uFFFE\uFFFF',
  'e\u0301'.repeat(30),
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'valueOf',
  'hasOwnProperty',
  'then',
  'toJSON',
  '$&$`$1',
  '<script>"\'&lt;',
  'javascript:alert(1)',
  '//evil.example/x',
  '=1+1',
  '1'.repeat(5_000),
  'x'.repeat(20_000),
  '\uD800'.repeat(3_000),
]

export function hostileText(): fc.Arbitrary<string> {
  const units = fc.uint16Array({ maxLength: 40 }).map((codes) => String.fromCharCode(...codes))
  return fc.oneof(fc.constantFrom(...HOSTILE_TEXTS), units, fc.string({ unit: 'binary', maxLength: 100 }))
}

/** False for lone surrogates, which have no UTF-8 form. */
export function isWellFormed(text: string): boolean {
  return !/\p{Cs}/u.test(text)
}
