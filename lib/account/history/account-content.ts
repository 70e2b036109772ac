import { base58 } from '@scure/base'
import { ProblemError, problem } from '../../api/problem'
import type { AccountUpdate } from '../../protocol/light/updates'
import type { AccountItem, ProvableRow, SignatureItem, TokenAccountItem } from '../../protocol/rpc/items'
import type { RowProof } from '../proof/contract'
import type { AccountChoice, AccountContent, AccountTransaction } from './contract'

/*
 * Reads the content of an account version from the transaction that created it, and checks it against the version's hash.
 * facts/light-events.md 7 and 8.
 */

export function sourcesDisagreeError(message: string): ProblemError {
  return new ProblemError(problem('sources_disagree', message))
}

export interface ConsumedContent {
  hash: string
  /** null: no fields in the transaction have this hash. */
  fields: { owner: string; lamports: bigint; address: string | null } | null
}

export interface ParsedEvent {
  inputs: ConsumedContent[]
  outputs: AccountUpdate[]
  newAddresses: string[]
}

export interface ReadTransaction {
  about: AccountTransaction
  events: ParsedEvent[]
}

export interface AccountSources {
  /** @throws ProblemError chain_mismatch if the transaction is unreadable */
  transaction(signature: string): Promise<ReadTransaction>
  /** In any order; null: the indexer does not know the hash. */
  signaturesOf(hash: string): Promise<readonly SignatureItem[] | null>
  prove(row: ProvableRow): Promise<RowProof>
}

export interface Creation {
  content: AccountContent
  event: ParsedEvent
}

const MAX_TRANSACTIONS = 2

/** Reads the older transaction, or both if they share a slot. @returns null: unknown @throws ProblemError sources_disagree */
export async function readCreation(hash: string, sources: AccountSources): Promise<Creation | null> {
  const items = await sources.signaturesOf(hash)
  if (items === null) return null
  const first = Math.min(...items.map(({ slot }) => slot))
  const candidates = items.filter(({ slot }) => slot === first)
  if (candidates.length > MAX_TRANSACTIONS) {
    throw sourcesDisagreeError(
      `The indexer names ${candidates.length} transactions of one slot for this account, which can be in two.`,
    )
  }
  const read = await Promise.all(candidates.map((item) => readTransactionAt(item, sources)))
  for (const { about, events } of read) {
    for (const event of events) {
      const output = event.outputs.find((each) => base58.encode(each.hash) === hash)
      if (!output) continue
      const isConsumedAtOnce = events.some(({ inputs }) => inputs.some((input) => input.hash === hash))
      const other = items.find(({ signature }) => signature !== about.signature) ?? null
      const consumed = isConsumedAtOnce ? itemOf(about) : other
      return { content: { ...(await contentOf(output, about, sources)), consumed }, event }
    }
  }
  throw sourcesDisagreeError(
    `${items.length === 0 ? 'The indexer names no transaction of' : 'The transactions that the indexer names do not create'} this account.`,
  )
}

/** @throws ProblemError sources_disagree if the node has it in another slot */
export async function readTransactionAt(
  { signature, slot }: SignatureItem,
  sources: AccountSources,
): Promise<ReadTransaction> {
  const read = await sources.transaction(signature)
  if (read.about.slot !== slot) {
    throw sourcesDisagreeError(
      `The chain node has transaction ${signature} in slot ${read.about.slot}, the indexer in slot ${slot}.`,
    )
  }
  return read
}

function itemOf({ signature, slot, blockTime }: AccountTransaction): SignatureItem {
  return { signature, slot, blockTime }
}

async function contentOf(
  output: AccountUpdate,
  created: AccountTransaction,
  sources: AccountSources,
): Promise<Omit<AccountContent, 'consumed'>> {
  const account = accountItemOf(output, created.slot)
  const tokenData = tokenDataOf(output)
  const proof = await sources.prove(tokenData ? { account, tokenData } : account)
  return { account, tokenData, proof, created }
}

export function accountItemOf(output: AccountUpdate, slotCreated: number): AccountItem {
  const { hash, owner, address, data, lamports, tree, leafIndex, seq } = output
  return {
    hash: base58.encode(hash),
    owner: base58.encode(owner),
    address: address && base58.encode(address),
    lamports,
    data: data && {
      discriminator: data.discriminator,
      data: Buffer.from(data.data).toString('base64'),
      dataHash: base58.encode(data.dataHash),
    },
    tree: base58.encode(tree),
    leafIndex,
    seq,
    slotCreated,
  }
}

/** null: not a token account. Interface 2.6. */
export function tokenDataOf({ token }: AccountUpdate): TokenAccountItem['tokenData'] | null {
  if (!token) return null
  const { mint, owner, amount, delegate, frozen, tlv } = token
  return {
    mint: base58.encode(mint),
    owner: base58.encode(owner),
    amount,
    delegate: delegate && base58.encode(delegate),
    state: frozen ? 'frozen' : 'initialized',
    tlv: tlv && Buffer.from(tlv).toString('base64'),
  }
}

export function accountChoice(output: AccountUpdate): AccountChoice {
  const { hash, owner, lamports } = output
  return { hash: base58.encode(hash), owner: base58.encode(owner), lamports, tokenData: tokenDataOf(output) }
}
