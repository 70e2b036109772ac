import { createPublicKey, verify } from 'node:crypto'
import { base58 } from '@scure/base'
import { describe, expect, it } from 'vitest'
import { checkAccount } from '@/lib/protocol/light/check-account'
import { parseTransaction } from '@/lib/protocol/light/transaction'
import { AccountChain, FORMS, hashOf, MADE_SIGNER, plainData, tokenFieldsOf } from './account-chain'
import { key, PROGRAMS } from './synthetic-chain'

describe.each(FORMS)('a made-up chain of $carrier in $tree trees', ({ carrier, tree }) => {
  it('holds transactions that the parser reads, with the hashes that contents make and signatures that fit', () => {
    const chain = new AccountChain(tree, carrier)
    const [owner, address] = [key('program'), key('address')]
    const [first] = chain.change({ outputs: [{ owner, address, data: plainData(key('1')) }], newAddresses: [address] })
    if (!first) throw new Error('nothing was created')
    const signature = chain.transact((event) => {
      const [second] = event({
        inputs: [first],
        outputs: [{ owner, address, lamports: 5n, data: plainData(key('2')) }],
      })
      event({ inputs: second ? [second] : [], outputs: [{ owner, address, data: plainData(key('3')) }] })
    })
    const made = chain.transactions.get(signature)
    if (!made) throw new Error('no transaction')
    const parsed = parseTransaction(made, PROGRAMS)
    if (!parsed.ok || !parsed.update) throw new Error('not read')
    expect(parsed.undecodable).toEqual([])
    expect(parsed.update.inputs[0]).toEqual(first.hash)
    expect(parsed.update.outputs.map(({ address: at }) => at)).toEqual([address, address])
    expect(parsed.update.outputs.map(checkAccount)).toEqual(['matches', 'matches'])
    expect(parsed.update.inputs[1]).toEqual(parsed.update.outputs[0]?.hash)
    expect(chain.signatures[hashOf(first)]?.map((item) => item.signature)).toEqual([signature, expect.any(String)])

    const wire = Buffer.from((made.transaction as [string])[0], 'base64')
    const der = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), base58.decode(MADE_SIGNER.address)])
    const open = createPublicKey({ key: der, format: 'der', type: 'spki' })
    expect(verify(null, wire.subarray(65), open, wire.subarray(1, 65))).toBe(true)
  })
})

describe.each([1, 2, 3] as const)('token layout %i', (layout) => {
  it('has the data hash that the parser checks', () => {
    const chain = new AccountChain('v2', 'invokeCpi')
    const token = { mint: key('mint'), owner: key('wallet'), amount: 7n, delegate: key('delegate'), frozen: true }
    const signature = chain.transact((event) => event({ outputs: [tokenFieldsOf(layout, token)] }))
    const made = chain.transactions.get(signature)
    const parsed = made && parseTransaction(made, PROGRAMS)
    if (!parsed?.ok || !parsed.update) throw new Error('not read')
    expect(parsed.update.outputs.map(checkAccount)).toEqual(['matches'])
    expect(parsed.update.outputs[0]?.token?.amount).toBe(7n)
  })
})
