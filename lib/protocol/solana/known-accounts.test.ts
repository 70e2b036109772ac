import { localTestActiveStateTreeInfos } from '@lightprotocol/stateless.js'
import { expect, it } from 'vitest'
import { base58Bytes } from '../rpc/primitives'
import { KNOWN_ACCOUNTS, knownAccount } from './known-accounts'
import { KNOWN_PROGRAMS } from './known-programs'

it('known accounts are addresses that are no program, each with a name of its own and a purpose', () => {
  for (const [address, { purpose }] of KNOWN_ACCOUNTS) {
    expect([address, base58Bytes(address)?.length]).toEqual([address, 32])
    expect(KNOWN_PROGRAMS).not.toHaveProperty(address)
    expect(purpose).toMatch(/^[A-Z].*\.$/)
  }
  const names = [...KNOWN_ACCOUNTS.values(), ...Object.values(KNOWN_PROGRAMS)].map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
})

it('what the protocol’s client uses is named, with the version that the client says', () => {
  for (const { tree, queue, cpiContext, treeType } of localTestActiveStateTreeInfos()) {
    const version = Number(treeType) <= 2 ? 'v1' : 'v2'
    const used = [tree, queue, ...(Number(treeType) === 4 ? [] : [cpiContext])]
    const names = used.map((key) => (key ? knownAccount(key.toBase58())?.name : null))
    expect(names).toEqual(used.map(() => expect.stringMatching(new RegExp(`^[A-Z].* \\d, ${version}$`))))
  }
  expect(knownAccount('smt5uPaQT9n6b1qAkgyonmzRxtuazA53Rddwntqistc')?.name).toBe('State tree 5, v1')
  expect(knownAccount('constructor')).toBeNull()
})

it('a program has its purpose, where one is known', () => {
  expect(knownAccount('cTokenmWW8bLPjZEBAUgYy3zKxQZW6VKi7bqNFEVv3m')).toMatchObject({
    kind: 'program',
    name: 'Light Token Program',
    purpose: expect.stringMatching(/./),
  })
  expect(knownAccount('CbjvJc1SNx1aav8tU49dJGHu8EUdzQJSMtkjDmV8miqK')?.purpose).toBeNull()
})
