import { POOL_AUTHORITY } from '../light/pools'
import { STATE_TREES_V1, STATE_TREES_V2 } from '../light/state-trees'
import { type KnownProgram, knownProgram, LIGHT } from './known-programs'

/* Accounts of the Light programs, and what known programs are for. facts/light-events.md 1 and 10. For servers only: its size. */

export interface KnownAccount extends KnownProgram {
  kind: 'program' | 'account'
  /** A sentence; null: the name says it. */
  purpose: string | null
}

const PURPOSES: Readonly<Record<string, string>> = {
  SySTEM1eSU2p4BGQfQpimFEWWSC1XDFeun3Nqzz3rT7:
    'Checks the proofs and owners of compressed accounts that a transaction consumes and creates.',
  compr6CUsB5m2jS4Y3831ztGSTnDpnKJTKS95d64XVq:
    'Keeps the trees and queues that hold the hashes of compressed accounts.',
  cTokenmWW8bLPjZEBAUgYy3zKxQZW6VKi7bqNFEVv3m: 'Owns the compressed tokens of every wallet, and moves them.',
  Lighton6oQpVkeewmo2mcPTQQp7kYHr4fWpAgJyEmDX: 'Registers foresters, which bring queued changes into the trees.',
  noopb9bkMVfRPU8AsbpTUg8AQkHtKwMYZiFUjNRtMmV: 'Does nothing: its data are events that indexers read.',
  TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA: 'Keeps mints and token accounts on the chain.',
  TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb: 'Keeps mints and token accounts with extensions on the chain.',
  ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL: 'Creates the default token account of a wallet and a mint.',
  MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr: 'Adds a text to a transaction.',
  '11111111111111111111111111111111': 'Creates accounts and transfers SOL.',
  ComputeBudget111111111111111111111111111111: 'Sets the compute limit and the priority fee of a transaction.',
  AddressLookupTab1e1111111111111111111111111: 'Keeps lists of addresses that transactions refer to by number.',
}

/** Names and purposes by how addresses begin; the number behind it joins the name: `smt5…` is state tree 5. */
const KINDS: Readonly<Record<string, readonly [name: string, purpose: string]>> = {
  smt: ['State tree', 'Holds the hashes of compressed accounts.'],
  bmt: ['State tree', 'Holds the hashes of compressed accounts.'],
  nfq: ['Nullifier queue', 'Holds the hashes of consumed accounts until they leave their state tree.'],
  oq: ['Output queue', 'Holds the hashes of new accounts until they enter their state tree.'],
  cpi: ['CPI context', 'Collects what several programs of one transaction change, so that one proof covers it.'],
  amt: ['Address tree', 'Holds the addresses of compressed accounts, so that each is given once.'],
  aq: ['Address queue', 'Holds new addresses until they enter their address tree.'],
}

const ADDRESSES = {
  v1: [
    ...STATE_TREES_V1,
    'nfq1NvQDJ2GEgnS8zt9prAe8rjjpAW1zFkrvZoBR148',
    'nfq2hgS7NYemXsFaFUCe3EMXSDSfnZnAe27jC6aPP1X',
    'cpi1uHzrEhBG733DoEJNgHCyRS3XmmyVNZx5fonubE4',
    'cpi2cdhkH5roePvcudTgUL8ppEBfTay1desGh8G8QxK',
    'amt1Ayt45jfbdw5YSo7iz6WZxUmnZsQTYXy82hVwyC2',
    'aq1S9z4reTSQAdgWHGD2zDaS39sjGrAxbR31vxJ2F4F',
  ],
  v2: [
    ...STATE_TREES_V2,
    'oq1na8gojfdUhsfCpyjNt6h4JaDWtHf1yQj4koBWfto',
    'oq2UkeMsJLfXt2QHzim242SUi3nvjJs8Pn7Eac9H9vg',
    'oq3AxjekBWgo64gpauB6QtuZNesuv19xrhaC1ZM1THQ',
    'oq4ypwvVGzCUMoiKKHWh4S1SgZJ9vCvKpcz6RT6A8dq',
    'oq5oh5ZR3yGomuQgFduNDzjtGvVWfDRGLuDVjv9a96P',
    'cpi15BoVPKgEPw5o8wc2T816GE7b378nMXnhH3Xbq4y',
    'cpi2yGapXUR3As5SjnHBAVvmApNiLsbeZpF3euWnW6B',
    'cpi3mbwMpSX8FAGMZVP85AwxqCaQMfEk9Em1v8QK9Rf',
    'cpi4yyPDc4bCgHAnsenunGA8Y77j3XEDyjgfyCKgcoc',
    'cpi5ZTjdgYpZ1Xr7B1cMLLUE81oTtJbNNAyKary2nV6',
    'amt2kaJA14v3urZbZvnc5v2np8jqvc4Z8zDep5wbtzx',
  ],
}

export const KNOWN_ACCOUNTS: ReadonlyMap<string, KnownAccount> = new Map([
  ...Object.entries(ADDRESSES).flatMap(([version, addresses]) =>
    addresses.map((address): [string, KnownAccount] => {
      const [, letters = '', number] = /^([a-z]+)(\d)/.exec(address) ?? []
      const [name = '', purpose = null] = KINDS[letters] ?? []
      return [address, { name: `${name} ${number}, ${version}`, source: LIGHT, kind: 'account', purpose }]
    }),
  ),
  [
    POOL_AUTHORITY,
    {
      ...{ name: 'Pool authority', source: LIGHT, kind: 'account' },
      purpose: 'Owns the pool accounts that hold compressed tokens on the chain.',
    },
  ],
])

export function knownAccount(address: string): KnownAccount | null {
  const program = knownProgram(address)
  if (!program) return KNOWN_ACCOUNTS.get(address) ?? null
  return { ...program, kind: 'program', purpose: Object.hasOwn(PURPOSES, address) ? (PURPOSES[address] ?? null) : null }
}
