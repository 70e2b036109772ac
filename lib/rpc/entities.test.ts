import fc from 'fast-check'
import { expect, it } from 'vitest'
import { hostileText, isWellFormed } from '../testing/hostile-text'
import { account, list, page, signatureInfo, tokenAccount } from './entities'

/** Every text of a value. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

const texts = hostileText()
const wireAccount = fc.record({
  hash: texts,
  address: texts,
  data: fc.record({ discriminator: fc.constant(0), data: texts, dataHash: texts }),
  owner: texts,
  lamports: fc.constant(0),
  tree: texts,
  leafIndex: fc.constant(0),
  seq: fc.constant(0),
  slotCreated: fc.constant(0),
})
const wireToken = fc.record({
  mint: texts,
  owner: texts,
  amount: fc.constant(0),
  delegate: texts,
  state: texts,
  tlv: texts,
})

it('every text of an answer is well-formed once it is read, whatever stood there; a well-formed one is not touched', () => {
  const context = { slot: 0 }
  const row = fc.record({ account: wireAccount, tokenData: wireToken })
  fc.assert(
    fc.property(row, texts, texts, ({ account: wire, tokenData }, signature, cursor) => {
      const read = {
        account: account.decode(wire),
        tokens: page(tokenAccount).decode({ context, value: { items: [{ account: wire, tokenData }], cursor } }),
        signatures: list(signatureInfo).decode({ context, value: { items: [{ signature, slot: 0, blockTime: 0 }] } }),
      }
      expect(textsIn(read).filter((text) => !isWellFormed(text))).toEqual([])
      if (isWellFormed(wire.hash)) expect(read.account.hash).toBe(wire.hash)
      if (isWellFormed(signature)) expect(read.signatures.value.items[0]?.signature).toBe(signature)
      if (cursor !== '' && isWellFormed(cursor)) expect(read.tokens.value.cursor).toBe(cursor)
    }),
  )
})
