import type { KnownTransaction } from '../contract'
import { type Found, identifier, parties } from './parts'
import { MISSING } from './reasons'
import type { Touched, TouchedAccount } from './touched'

/** Accounts with data or an address that hold no tokens, and addresses that no created account has. */
export function accountsIn({ details, index, before, after, hasHashOnly }: Touched): Found[] {
  const isOther = ({ mint }: TouchedAccount) => mint === undefined
  const [consumed, created] = [before.filter(isOther), after.filter(isOther)]
  if (created.length > 0 && hasHashOnly) {
    return [{ kind: 'unknown', sentence: 'accounts written', reason: MISSING.unknown_fields }]
  }
  const addressesOf = (accounts: TouchedAccount[]) => new Set(accounts.flatMap(({ address }) => address ?? []))
  const [had, has] = [addressesOf(consumed), addressesOf(created)]
  const isUpdated = ({ address }: TouchedAccount) => had.has(address ?? '')
  const made = created.filter((account) => !isUpdated(account))
  const closed = consumed.filter(({ address }) => !has.has(address ?? ''))
  const taken = details.newAddresses.filter(({ event, address }) => event === index && !has.has(address))
  const addresses = taken.map(({ address }) => address)
  return [
    ...perProgram('accounts_created', made),
    ...perProgram('accounts_updated', created.filter(isUpdated)),
    ...perProgram('accounts_closed', closed),
    ...(taken.length > 0
      ? [{ kind: 'addresses_taken', slots: { addresses: parties('address', addresses) } } as const]
      : []),
  ]
}

function perProgram(kind: Found['kind'], all: readonly TouchedAccount[]): Found[] {
  return [...new Set(all.map(({ program }) => program))].map((program) => {
    const own = all.filter((account) => account.program === program)
    const keys = own.map(({ address, hash }) => address ?? hash)
    const accounts = parties(own[0]?.address ? 'address' : 'account', keys, 'account')
    return { kind, slots: { program: identifier('program', program), accounts } }
  })
}

/** A forester's work on a tree is one change, however many instructions it takes. */
export function treeChanges({ treeUpdates }: KnownTransaction): Found[] {
  const byTree = new Map(treeUpdates.toReversed().map((update) => [`${update.kind} ${update.tree}`, update]))
  return [...byTree.values()].map(({ kind, instruction, tree, newTree }) => ({
    kind,
    instruction,
    slots: { tree: parties('tree', [tree]), newTree: parties('tree', [newTree]) },
  }))
}
