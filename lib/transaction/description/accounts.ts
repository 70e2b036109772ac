import type { ConsumedAccount } from '../contract'
import { type Found, holdsTokens, instructionOf, isWithoutFields } from './change'
import type { Clause, Kind, KnownFacts } from './contract'
import { identifier, parties, phrase } from './parts'
import { MISSING } from './reasons'

interface Account {
  owner: string
  hash: string
  address: string | null
}

/** Accounts with data or an address that hold no tokens, and addresses that no created account has. */
export function accountsIn(facts: KnownFacts, event: number): Found[] {
  const spent = facts.consumed.filter((one) => one.event === event)
  const before = spent.flatMap(otherAccount)
  const after = facts.created.flatMap(({ event: of, account, token }): Account[] =>
    of === event && token === null && (account.data || account.address) ? [account] : [],
  )
  const instruction = instructionOf(facts, event)
  if (after.length > 0 && spent.some(isWithoutFields)) {
    return [{ kind: 'unknown', instruction, parts: phrase`accounts written`, reason: MISSING.unknown_fields }]
  }
  const [had, has] = [addressesOf(before), addressesOf(after)]
  const isUpdated = ({ address }: Account) => address !== null && had.has(address) && has.has(address)
  const isOther = (account: Account) => !isUpdated(account)
  return [
    ...perProgram('accounts_created', 'created', after.filter(isOther)),
    ...perProgram('accounts_updated', 'updated', after.filter(isUpdated)),
    ...perProgram('accounts_closed', 'closed', before.filter(isOther)),
    ...addressesTaken(facts, event),
  ].map((clause) => ({ ...clause, instruction }))
}

const addressesOf = (accounts: readonly Account[]) => new Set(accounts.flatMap(({ address }) => address ?? []))

function otherAccount(consumed: ConsumedAccount): Account[] {
  const { hash, fields, content } = consumed
  const { owner, address, data } = fields ?? (content.state === 'read' ? content.account : {})
  const isOther = owner !== undefined && !holdsTokens(consumed) && (data || address)
  return isOther ? [{ hash, owner, address: address ?? null }] : []
}

function perProgram(kind: Kind, verb: string, accounts: readonly Account[]): Clause[] {
  return [...new Set(accounts.map(({ owner }) => owner))].map((owner) => {
    const own = accounts.filter((account) => account.owner === owner)
    const [first] = own
    const one = (key: string) => phrase`account ${identifier(first?.address ? 'address' : 'account', key)}`
    const who = parties(
      own.map(({ address, hash }) => address ?? hash),
      one,
      'account',
    )
    return { kind, parts: phrase`${identifier('program', owner)} ${verb} ${who}` }
  })
}

function addressesTaken({ created, newAddresses }: KnownFacts, event: number): Clause[] {
  const has = new Set(created.map(({ account }) => account.address))
  const taken = newAddresses.filter((one) => one.event === event && !has.has(one.address))
  if (taken.length === 0) return []
  const who = parties(
    taken.map(({ address }) => address),
    (address) => phrase`address ${identifier('address', address)}`,
    'address',
    'addresses',
  )
  return [{ kind: 'addresses_taken', parts: phrase`${who} taken` }]
}
