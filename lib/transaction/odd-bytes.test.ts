import fc from 'fast-check'
import { expect, it } from 'vitest'
import { LayoutError } from '@/lib/protocol/light/layouts'
import { DISCRIMINATORS, decodeAnySystem } from '@/lib/protocol/light/system-instruction'
import { AccountChain, FORMS, plainData } from '@/lib/testing/indexer/account-chain'
import { key, PROGRAMS } from '@/lib/testing/indexer/synthetic-chain'
import { describe } from './description/describe'
import { openDetails } from './details'
import { failureOf } from './failure'
import { instructionName } from './instruction-names'
import { readCompressions } from './transfer2'

const bytes = fc.uint8Array({ maxLength: 300 })

it('no bytes of an instruction make its name, its compressions or its reading fail otherwise', () => {
  fc.assert(
    fc.property(bytes, fc.constantFrom(...Object.values(DISCRIMINATORS)), (data, discriminator) => {
      expect(() => instructionName(PROGRAMS.token, data)).not.toThrow()
      expect(() => readCompressions(Uint8Array.from([101, ...data]))).not.toThrow()
      try {
        decodeAnySystem(Uint8Array.from([...Buffer.from(discriminator, 'hex'), ...data]))
      } catch (error) {
        expect(error).toBeInstanceOf(LayoutError)
      }
    }),
  )
})

it('no error of a node makes its words fail', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.array(fc.string()), (err, logs) => {
      expect(failureOf({ InstructionError: [0, err] }, [], logs).message).toMatch(/\.$/)
      expect(failureOf(err, [], logs).message).toMatch(/\.$/)
    }),
  )
})

it('a transaction with flipped bits is read, or refused as one that cannot be', async () => {
  const held = { owner: key('owner'), lamports: 5n, data: plainData(Uint8Array.of(1, 2, 3)) }
  const made = FORMS.map(({ tree, carrier }) => {
    const chain = new AccountChain(tree, carrier)
    const [version] = chain.change({ outputs: [held] })
    chain.change({ inputs: version ? [version] : [], outputs: [held] })
    return [...chain.transactions.values()].at(-1)
  })
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...made), fc.nat(), fc.nat(7), async (transaction, at, bit) => {
      if (!transaction) throw new Error('no transaction')
      const [text = ''] = transaction.transaction as string[]
      const wire = Buffer.from(text, 'base64')
      const place = at % wire.length
      wire[place] = (wire[place] ?? 0) ^ (1 << bit)
      const flipped = { ...transaction, transaction: [wire.toString('base64'), 'base64'] }
      try {
        const opened = await openDetails({ ...flipped, unchecked: false, logsLeftOut: 0 }, PROGRAMS)
        expect(describe(await opened.details()).text).not.toBe('')
      } catch (error) {
        expect(error).toBeInstanceOf(LayoutError)
      }
    }),
  )
})
