import { base58 } from '@scure/base'
import { type Programs, programsOf } from '../../light/programs'

/** Ids of Light's programs, newest first. facts/light-events.md 1. */
const GENERATIONS = [
  {
    compression: 'compr6CUsB5m2jS4Y3831ztGSTnDpnKJTKS95d64XVq',
    lightSystem: 'SySTEM1eSU2p4BGQfQpimFEWWSC1XDFeun3Nqzz3rT7',
    token: 'cTokenmWW8bLPjZEBAUgYy3zKxQZW6VKi7bqNFEVv3m',
  },
  {
    compression: 'CbjvJc1SNx1aav8tU49dJGHu8EUdzQJSMtkjDmV8miqK',
    lightSystem: 'H5sFv8VwWmjxHYS2GB4fTDsK7uTtnRT4WiixtHrET3bN',
    token: 'HXVfQ44ATEi9WBKLSCCwM54KokdkzqXci9xCQ7ST9SYN',
  },
  {
    compression: '5QPEJ5zDsVou9FQS3KCauKswM3VwBEBu4dpL9xTqkWwN',
    lightSystem: '6UqiSPd2mRCTTwkzhcs1M6DGYsqHWd5jiPueX3LwDMXQ',
    token: '9sixVEthz2kMSKfeApZXHwuboT6DZuT6crAYJTciUCqE',
  },
] as const

const opened = new Map<string, Promise<Programs>>()

/** The programs of the generation that a transaction names, today's where it names none. `accounts`: base58. */
export function programsAmong(accounts: readonly string[]): Promise<Programs> {
  const named = GENERATIONS.find(({ compression }) => accounts.includes(compression)) ?? GENERATIONS[0]
  const programs = opened.get(named.compression) ?? programsOf(named)
  opened.set(named.compression, programs)
  return programs
}

/** True for the token program of any generation. */
export function isTokenProgram(program: string): boolean {
  return GENERATIONS.some(({ token }) => token === program)
}

/** A key or hash as pages have it. */
export const text = (bytes: Uint8Array): string => base58.encode(bytes)
