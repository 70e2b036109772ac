import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MAX_DATA_BYTES, parseLength, parseOffset } from './data-range'

describe('places in the data', () => {
  it('are read as the whole numbers they are typed as, up to the largest account', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: MAX_DATA_BYTES }), (value) => {
        expect(parseOffset(` ${value} `)).toEqual({ ok: true, value })
        expect(parseLength(String(value))).toEqual({ ok: true, value })
      }),
    )
    expect(parseOffset('0')).toEqual({ ok: true, value: 0 })
    expect(parseLength(String(MAX_DATA_BYTES))).toEqual({ ok: true, value: MAX_DATA_BYTES })
  })

  it.each(['', '-1', '1.5', '1e3', '0x10', 'x', '٣'])('refuse %j and say the range', (text) => {
    for (const read of [parseOffset, parseLength]) {
      expect(read(text)).toEqual({ ok: false, message: expect.stringMatching(/^must be .* to 10,485,760$/) })
    }
  })

  it('refuse what lies beyond every account, however long', () => {
    for (const text of [String(MAX_DATA_BYTES + 1), '9007199254740993', '9'.repeat(400)]) {
      expect(parseOffset(text)).toEqual({ ok: false, message: expect.stringMatching(/no account holds more/) })
    }
  })

  it('have no slice of length 0', () => {
    expect(parseLength('0')).toEqual({ ok: false, message: expect.stringMatching(/^must be at least 1/) })
  })
})
