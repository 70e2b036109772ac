import type { ConsumedAccount, CreatedAccount, KnownTransaction, TreeUpdate } from '../contract'
import { type Found, identifier, parties } from './parts'
import { MISSING } from './reasons'
import { holdsTokens, isHashOnly, type Touched } from './touched'

interface Account {
  owner: string
  hash: string
  address: string | null
}

/** Accounts with data or an address that hold no tokens, and addresses that no created account has. */
export function accountsIn({ details, consumed, created, index }: Touched): Found[] {
  const [before, after] = [consumed.flatMap(otherConsumed), created.flatMap(otherCreated)]
  if (after.length > 0 && consumed.some(isHashOnly)) {
    return [{ kind: 'unknown', sentence: 'accounts written', reason: MISSING.unknown_fields }]
  }
  const [had, has] = [before, after].map((accounts) => new Set(accounts.flatMap(({ address }) => address ?? [])))
  const isUpdated = ({ address }: Account) => address !== null && had?.has(address) && has?.has(address)
  const isOther = (account: Account) => !isUpdated(account)
  const addresses = details.newAddresses.flatMap(({ event, address }) =>
    event === index && !has?.has(address) ? address : [],
  )
  return [
    ...perProgram('accounts_created', after.filter(isOther)),
    ...perProgram('accounts_updated', after.filter(isUpdated)),
    ...perProgram('accounts_closed', before.filter(isOther)),
    ...(addresses.length > 0
      ? [{ kind: 'addresses_taken', slots: { addresses: parties(addresses, 'address') } } as const]
      : []),
  ]
}

function otherConsumed(consumed: ConsumedAccount): Account[] {
  const { hash, fields, content } = consumed
  const account = fields ?? (content.state === 'read' ? content.account : null)
  return account && !holdsTokens(consumed) && (account.data || account.address) ? [{ ...account, hash }] : []
}

function otherCreated({ account, token }: CreatedAccount): Account[] {
  return token === null && (account.data || account.address) ? [account] : []
}

function perProgram(
  kind: 'accounts_created' | 'accounts_updated' | 'accounts_closed',
  all: readonly Account[],
): Found[] {
  return [...new Set(all.map(({ owner }) => owner))].map((owner) => {
    const own = all.filter((account) => account.owner === owner)
    const what = own[0]?.address ? 'address' : 'account'
    const accounts = parties(
      own.map(({ address, hash }) => address ?? hash),
      what,
      'account',
    )
    return { kind, slots: { program: identifier('program', owner), accounts } }
  })
}

const TREE_KINDS = {
  appended: 'leaves_appended',
  nullified: 'leaves_nullified',
  addresses: 'addresses_appended',
  rolled_over: 'tree_rolled_over',
} as const satisfies Record<TreeUpdate['kind'], string>

/** A forester's work on a tree is one change, however many instructions it takes. */
export function treeChanges({ treeUpdates }: KnownTransaction): Found[] {
  const byTree = new Map(treeUpdates.toReversed().map((update) => [`${update.kind} ${update.tree}`, update]))
  return [...byTree.values()].map(({ kind, instruction, tree, newTree }) => ({
    kind: TREE_KINDS[kind],
    instruction,
    slots: { tree: parties([tree], 'tree'), newTree: parties(newTree === null ? [] : [newTree], 'tree') },
  }))
}
