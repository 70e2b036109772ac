import type { KnownTransaction } from '../contract'
import { type Found, identifier, parties } from './parts'
import { MISSING } from './reasons'
import type { Touched, TouchedAccount } from './touched'

/** Accounts with data or an address that hold no tokens, and addresses that no created account has. */
export function accountsIn({ details, index, before, after, hasHashOnly }: Touched): Found[] {
  const isOther = ({ token, data, address }: TouchedAccount) => token === null && (data !== null || address !== null)
  const [consumed, created] = [before.filter(isOther), after.filter(isOther)]
  if (created.length > 0 && hasHashOnly) {
    return [{ kind: 'unknown', sentence: 'accounts written', reason: MISSING.unknown_fields }]
  }
  const at = (accounts: TouchedAccount[]) => new Set(accounts.flatMap(({ address }) => address ?? []))
  const [had, has] = [at(consumed), at(created)]
  const isIn = (addresses: Set<string>) => (account: TouchedAccount) => addresses.has(account.address ?? '')
  const isNotIn = (addresses: Set<string>) => (account: TouchedAccount) => !isIn(addresses)(account)
  const taken = details.newAddresses.filter(({ event, address }) => event === index && !has.has(address))
  const addresses = parties(
    taken.map(({ address }) => address),
    'address',
  )
  return [
    ...perProgram('accounts_created', created.filter(isNotIn(had))),
    ...perProgram('accounts_updated', created.filter(isIn(had))),
    ...perProgram('accounts_closed', consumed.filter(isNotIn(has))),
    ...(taken.length > 0 ? [{ kind: 'addresses_taken', slots: { addresses } } as const] : []),
  ]
}

function perProgram(kind: Found['kind'], all: readonly TouchedAccount[]): Found[] {
  return [...new Set(all.map(({ owner }) => owner))].map((owner) => {
    const own = all.filter((account) => account.owner === owner)
    const keys = own.map(({ address, hash }) => address ?? hash)
    const accounts = parties(keys, own[0]?.address ? 'address' : 'account', 'account')
    return { kind, slots: { program: identifier('program', owner), accounts } }
  })
}

/** A forester's work on a tree is one change, however many instructions it takes. */
export function treeChanges({ treeUpdates }: KnownTransaction): Found[] {
  const byTree = new Map(treeUpdates.toReversed().map((update) => [`${update.kind} ${update.tree}`, update]))
  return [...byTree.values()].map(({ kind, instruction, tree, newTree }) => {
    const slots = { tree: parties([tree], 'tree'), newTree: parties(newTree === null ? [] : [newTree], 'tree') }
    return { kind, instruction, slots }
  })
}
