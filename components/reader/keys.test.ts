import { describe, expect, it } from 'vitest'
import { KEYS, KeyReader } from './keys'

const plain = { ctrlKey: false, metaKey: false, altKey: false }

function pressed(keys: string[], stepMs = 100, also = {}) {
  const reader = new KeyReader()
  return keys.map((key, i) => reader.read({ key, ...plain, ...also }, i * stepMs)).at(-1)
}

describe('keys', () => {
  it.each(KEYS.filter(({ action }) => action))('$keys does what the list says', ({ keys, action }) => {
    expect(pressed(keys.split(' '))).toBe(action)
  })

  it('are one each', () => {
    expect(new Set(KEYS.map(({ keys }) => keys)).size).toBe(KEYS.length)
  })

  it('with a modifier are left to the browser', () => {
    for (const also of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }]) {
      for (const { keys } of KEYS) expect(pressed(keys.split(' '), 100, also)).toBeNull()
    }
  })

  it('that come in pairs must come together', () => {
    expect(pressed(['g', 'h'], 1_500)).toBe('home')
    expect(pressed(['g', 'h'], 1_501)).toBeNull()
    expect(pressed(['g', 'x', 'h'])).toBeNull()
    expect(pressed(['g', 'j', 'h'])).toBeNull()
    expect(pressed(['g', 'g', 'h'])).toBe('home')
    expect(pressed(['g', 'j'])).toBe('nextRow')
    expect(pressed(['h'])).toBeNull()
  })

  it('Shift, which `?` needs, is no key by itself', () => {
    expect(pressed(['Shift', '?'])).toBe('help')
    expect(pressed(['g', 'Shift', 'h'])).toBe('home')
  })
})
