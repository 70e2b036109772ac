import { expect, test } from 'vitest'
import { isNewChain, replacedText } from './replaced-words'

const REPLACED = { at: '2026-11-25T23:01:05.250Z', from: 'a', to: 'b' }

test('says since when it is another chain, and what older links mean', () => {
  expect(replacedText(REPLACED)).toBe(
    'This is another chain since 2026-11-25 23:01:05 UTC: the one before was replaced. Addresses and hashes of pages from before may not exist here.',
  )
})

test('pages of rows say it for an hour', () => {
  expect(isNewChain(REPLACED, Date.parse('2026-11-26T00:01:05.249Z'))).toBe(true)
  expect(isNewChain(REPLACED, Date.parse('2026-11-26T00:01:05.250Z'))).toBe(false)
})
