import { base58 } from '@scure/base'
import { accountItemOf, tokenDataOf } from '../account/history/account-content'
import { escapeInvisible } from '../format/text'
import { loopTurn } from '../platform/turns'
import { effectsOf, type TransactionEffects } from '../protocol/light/effects'
import {
  type CalledInstruction,
  type Instruction,
  openWholeYielding,
  type WholeTransaction,
} from '../protocol/light/groups'
import type { Programs } from '../protocol/light/programs'
import { STATE_TREES_V1, STATE_TREES_V2 } from '../protocol/light/state-trees'
import { isTokenProgram } from '../protocol/light/token-program'
import { cachedEvents } from '../protocol/light/transaction'
import type { AccountUpdate } from '../protocol/light/updates'
import type { AccountItem } from '../protocol/rpc/items'
import type { NodeTransaction } from '../protocol/solana/node-transaction'
import { usesCompression } from '../upstream/chain/compression-use'
import { cutLog } from '../upstream/chain/cut-log'
import { programsUsedBy } from '../upstream/chain/earlier-programs'
import type {
  ConsumedAccount,
  ConsumedContent,
  CreatedAccount,
  Doubt,
  EventDetails,
  InstructionDetails,
  KnownTransaction,
  MovedLamports,
  TokenFields,
  TransactionDetails,
} from './contract'
import { failureOf } from './failure'
import { type InstructionName, instructionName } from './instruction-names'
import { lamportsSum, mintsSum, tokensIn } from './sums'
import { tokenFlows } from './token-flows'
import { treeUpdates } from './tree-updates'

export type FoundContent =
  | { state: 'read'; account: AccountItem; token: TokenFields | null; createdBy: string }
  | { state: 'not_read' | 'unknown' }

const text = base58.encode

export interface OpenDetails {
  /** Hashes of consumed accounts whose contents are in other transactions. Base58. */
  wanted: string[]
  created: AccountUpdate[]
  slot: number
  /** A hash that it created in each tree that may not be Light's, by tree. Base58. */
  inUnknownTrees: ReadonlyMap<string, string>
  showsNone: boolean
  /** `contents` by hash; absent: not read yet. `isListed`: the indexer lists it as compression. */
  details(
    contents?: ReadonlyMap<string, FoundContent>,
    unindexed?: ReadonlySet<string>,
    isListed?: boolean,
  ): Promise<TransactionDetails>
}

/** @throws LayoutError naming the unreadable part; the reason of `signal` once it is aborted */
export async function openDetails(
  source: NodeTransaction,
  today: Programs,
  signal?: AbortSignal,
): Promise<OpenDetails> {
  const whole = await openWholeYielding(source, loopTurn)
  const programs = await programsUsedBy(whole.accounts, today)
  const effects = await effectsOf(source, programs, loopTurn, whole, signal)
  const isRecorded = whole.isRecorded || !usesCompression(source, whole, programs)
  const showsNone = isRecorded && !effects.usesCompression && effects.undecodable.length === 0
  const created = effects.events.flatMap((event) => event.created)
  const consumed = effects.events.flatMap((event) => event.consumed)
  const own = new Map(created.map((update) => [text(update.hash), update]))
  const wanted = consumed.flatMap(({ hash, fields }) =>
    own.has(text(hash)) || (fields && !fields.data) ? [] : [text(hash)],
  )
  return {
    wanted: [...new Set(wanted)],
    created,
    slot: source.slot,
    inUnknownTrees: new Map(
      created
        .map(({ tree, hash }) => [text(tree), text(hash)] as const)
        .filter(([tree]) => !STATE_TREES_V1.includes(tree) && !STATE_TREES_V2.includes(tree)),
    ),
    showsNone,
    details: async (contents = new Map(), unindexed = new Set(), isListed = false) => {
      const details = await detailsOf(source, whole, effects, programs, own, contents, unindexed)
      const doubt = isRecorded ? (isListed && showsNone ? 'contradicted' : null) : 'not_recorded'
      return doubt ? doubted(details, doubt) : details
    },
  }
}

async function detailsOf(
  source: NodeTransaction,
  whole: WholeTransaction,
  { events, usesCompression, undecodable }: TransactionEffects,
  programs: Programs,
  own: Map<string, AccountUpdate>,
  contents: ReadonlyMap<string, FoundContent>,
  unindexed: ReadonlySet<string>,
): Promise<KnownTransaction> {
  const { signature, slot, blockTime, finalized, unchecked, logsLeftOut } = source
  const meta = metaOf(source)
  const logs = logsOf(meta.logMessages)
  const contentOf = (hash: string, hasData: boolean): ConsumedContent => {
    const here = own.get(hash)
    if (here) return { state: 'read', ...itemOf(here, slot), createdBy: signature }
    return hasData ? (contents.get(hash) ?? { state: 'not_read' }) : { state: 'not_needed' }
  }
  const consumed = events.flatMap(({ consumed }, event) =>
    consumed.map((one) => ({ event, ...consumedAccount(one, contentOf) })),
  )
  const created = events.flatMap(({ created }, event) =>
    created.map(
      (one): CreatedAccount => ({
        event,
        ...itemOf(one, slot),
        queue: one.queue && text(one.queue),
        indexed: !unindexed.has(text(one.tree)),
      }),
    ),
  )
  const accounts = { consumed, created, whole: undecodable.length === 0 }
  const calls = whole.groups.flat()
  const failure = meta.err === null || meta.err === undefined ? null : failureOf(meta.err, topLevel(whole), logs)
  const flows = await tokenFlows(whole.groups, new Set(tokensIn(accounts).map(({ mint }) => mint)))
  return {
    signature,
    slot,
    blockTime,
    finalized,
    unchecked,
    version: whole.version,
    failure,
    fee: u64Of(meta.fee),
    computeUnits: u64Of(meta.computeUnitsConsumed),
    signers: whole.signers,
    programs: [...new Set(calls.map(({ program }) => program))],
    instructions: calls.map((called): InstructionDetails => {
      const { program, depth, data, accounts } = called
      const name = instructionName(program, data)
      const authority = authorityOf(called, name)
      return { program, depth, ...name, dataBytes: data.length, accounts: accounts.length, authority }
    }),
    usesCompression,
    doubt: null,
    events: eventDetails(events, whole, programs),
    consumed,
    created,
    newAddresses: events.flatMap(({ newAddresses }, event) =>
      newAddresses.map(({ address, tree }) => ({ event, address: text(address), tree: text(tree) })),
    ),
    tokenMoves: failure ? [] : flows.moves,
    treeUpdates: failure ? [] : treeUpdates(calls, programs.compression),
    lamports: lamportsSum(accounts, movedIn(events)),
    mints: mintsSum(accounts, flows),
    unreadable: undecodable,
    logs,
    logsLeftOut,
  }
}

/** Events of a group take the token program's instructions in order; several share an event through a CPI context. */
function eventDetails(
  events: TransactionEffects['events'],
  { groups }: WholeTransaction,
  programs: Programs,
): EventDetails[] {
  const ends = cachedEvents(groups, programs).events.map(({ group, source }) =>
    'carrier' in source ? source.index : (groups[group] as Instruction[]).indexOf(source.insert),
  )
  return events.map(({ group, compressed, decompressed, relayFee }, i) => {
    const [first, end] = [groups.slice(0, group).flat().length, ends[i] ?? 0]
    const start = events[i - 1]?.group === group ? (ends[i - 1] ?? 0) : 0
    const tokenInstructions = (groups[group] ?? []).flatMap(({ program }, at) =>
      at >= start && at < end && isTokenProgram(program) ? [first + at] : [],
    )
    return { instruction: first + end, tokenInstructions, compressed, decompressed, relayFee }
  })
}

/** Instructions of the token program that have the fee payer first and who acts second. */
const WITH_AUTHORITY = new Set(['MintTo', 'Transfer', 'Approve', 'Revoke', 'Freeze', 'Thaw', 'Burn'])

function authorityOf({ program, data, accounts }: CalledInstruction, { name, discriminator }: InstructionName) {
  // Instructions of one byte share their names, not their accounts.
  const isOlder = isTokenProgram(program) && data.length >= 8 && discriminator.length === 16
  return isOlder && WITH_AUTHORITY.has(name ?? '') ? (accounts[1] ?? null) : null
}

function doubted(details: KnownTransaction, doubt: Doubt): TransactionDetails {
  const sum = { state: 'missing', reason: doubt } as const
  const nothing = { usesCompression: null, events: null, consumed: null, created: null, newAddresses: null }
  return { ...details, ...nothing, tokenMoves: null, treeUpdates: null, doubt, lamports: sum, mints: sum }
}

function consumedAccount(
  { hash, leaf, fields }: TransactionEffects['events'][number]['consumed'][number],
  contentOf: (hash: string, hasData: boolean) => ConsumedContent,
): Omit<ConsumedAccount, 'event'> {
  const name = text(hash)
  return {
    hash: name,
    leaf: leaf && { tree: text(leaf.tree), leafIndex: leaf.leafIndex },
    fields: fields && {
      owner: text(fields.owner),
      lamports: fields.lamports,
      address: fields.address && text(fields.address),
      data: fields.data && { discriminator: fields.data.discriminator, dataHash: text(fields.data.dataHash) },
    },
    content: contentOf(name, fields === null || fields.data !== null),
  }
}

export function itemOf(update: AccountUpdate, slot: number): { account: AccountItem; token: TokenFields | null } {
  return { account: accountItemOf(update, slot), token: tokenDataOf(update) }
}

function movedIn(events: TransactionEffects['events']): MovedLamports {
  const sum = (of: (event: (typeof events)[number]) => bigint) => events.reduce((all, event) => all + of(event), 0n)
  return {
    compressed: sum(({ compressed }) => compressed),
    decompressed: sum(({ decompressed }) => decompressed),
    relayFee: sum(({ relayFee }) => relayFee),
  }
}

function topLevel({ groups }: WholeTransaction): string[] {
  return groups.flatMap(([first]) => first?.program ?? [])
}

/** Untrusted members of a node's meta. */
function metaOf({ meta }: NodeTransaction): Record<string, unknown> {
  return meta !== null && typeof meta === 'object' ? { ...meta } : {}
}

function u64Of(value: unknown): bigint | null {
  if (typeof value === 'bigint') return value >= 0n ? value : null
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? BigInt(value) : null
}

function logsOf(lines: unknown): string[] {
  if (!Array.isArray(lines)) return []
  return cutLog(lines.filter((line): line is string => typeof line === 'string')).map(escapeInvisible)
}
