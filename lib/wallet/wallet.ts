import { tokenDataOf } from '../account/lens/token-data'
import type { Answer } from '../api/answer'
import type { Problem } from '../api/problem'
import type { AccountItem, TokenAccountItem } from '../protocol/rpc/items'
import type { ListMethod } from '../protocol/rpc/methods'
import { type Exposure, ExposureSum, HELD_IN_ACCOUNTS, type ListCoverage, MOVABLE_OF_DELEGATES } from './exposure'

/*
 * What a wallet holds, out of three lists: accounts that it owns itself, accounts of the token program that name it, and
 * token accounts that it may move as a delegate. design.md 4.3.
 */

/** Parties of each mint that are named. */
const TOP_PARTIES = 8

/** What came of one of the requests; null: not known in time. */
export type ListOutcome<M extends ListMethod> = { answer: Answer<M> } | { problem: Problem } | null

/** What came of the three requests. */
export interface WalletOutcomes {
  own: ListOutcome<'getCompressedAccountsByOwner'>
  tokens: ListOutcome<'getCompressedAccountsByOwner'>
  received: ListOutcome<'getCompressedTokenAccountsByDelegate'>
}

/** One part of what a wallet holds, over the rows that were read; or why it is not known (null: not in time, or no data). */
export type WalletPart<T> = { known: false; problem: Problem | null } | ({ known: true; coverage: ListCoverage } & T)

/** Compressed SOL: accounts that the wallet owns itself. */
export interface Sol {
  accounts: number
  lamports: bigint
  /** Accounts with data: not plain SOL. */
  withData: number
}

/** Token accounts, summed by mint. */
export interface Tokens {
  accounts: number
  exposure: Exposure
  /** Rows that could not be read as token accounts that name the wallet: they are in no sum. */
  uncounted: number
}

/** What a wallet holds, part by part: a part that is not known leaves the others as they are. */
export interface WalletHoldings {
  tokens: WalletPart<Tokens>
  sol: WalletPart<Sol>
  /** Its own token accounts that a delegate may move, by delegate. Cut from `tokens`. */
  given: WalletPart<Tokens>
  /** Token accounts of others that it may move. */
  received: WalletPart<Tokens>
}

/** What a wallet holds by what its three lists answered. */
export function walletHoldings(wallet: string, { own, tokens, received }: WalletOutcomes): WalletHoldings {
  const named = rowsOf(tokens, (rows) => readTokens(rows, ({ owner }) => owner === wallet))
  return {
    tokens: mapPart(named, ({ rows, uncounted }) => ({ ...sum(HELD_IN_ACCOUNTS, rows), uncounted })),
    sol: rowsOf(own, sumSol),
    given: mapPart(named, ({ rows, uncounted }) => {
      const delegated = rows.filter(({ tokenData }) => tokenData.delegate !== null)
      return { ...sum(MOVABLE_OF_DELEGATES, delegated), uncounted }
    }),
    received: rowsOf(received, (rows) => ({ ...sum(undefined, rows), uncounted: 0 })),
  }
}

/** The token accounts of one mint that name a wallet's associated token account as their owner, summed. */
export interface AssociatedTokens extends Tokens {
  rows: readonly TokenAccountItem[]
}

/**
 * What the associated token account of a wallet holds of a mint. These rows name that account, not the wallet: they are in
 * no other part. facts/cold-tokens.md 2.
 * @param given true: only what a delegate may move of it.
 */
export function associatedTokens(
  { account, mint }: { account: string; mint: string },
  outcome: ListOutcome<'getCompressedAccountsByOwner'>,
  given = false,
): WalletPart<AssociatedTokens> {
  return mapPart(
    rowsOf(outcome, (items) => readTokens(items, (token) => token.owner === account && token.mint === mint)),
    ({ rows, uncounted }) => {
      const shown = given ? rows.filter(({ tokenData }) => tokenData.delegate !== null) : rows
      return { ...sum(given ? MOVABLE_OF_DELEGATES : HELD_IN_ACCOUNTS, shown), rows: shown, uncounted }
    },
  )
}

/** True where a part is proven to hold every row that names the wallet; else its sums are lower bounds. */
export function isWhole(part: { coverage: ListCoverage } & Partial<Tokens>): boolean {
  const { reachedEnd, complete } = part.coverage
  return reachedEnd && complete === true && (part.uncounted ?? 0) === 0
}

/** What a list answered, read row by row: with over which rows, or why it is not known. */
export function rowsOf<M extends ListMethod, T>(
  outcome: ListOutcome<M>,
  read: (rows: Answer<M>['result']['value']['items']) => T,
): WalletPart<T> {
  if (!outcome) return { known: false, problem: null }
  if ('problem' in outcome) return { known: false, problem: outcome.problem }
  const { result, meta } = outcome.answer
  const { items, cursor } = result.value
  // Slot 0 proves nothing about the rows. app/DECISIONS.md, "Slot 0 is no answer".
  if (items.length === 0 && meta.slot === 0) return { known: false, problem: null }
  const coverage: ListCoverage = {
    slots: meta.slot === null ? null : [meta.slot, meta.slot],
    reachedEnd: (cursor ?? null) === null,
    complete: meta.complete,
    completeReason: meta.completeReason,
    fetchedAt: meta.fetchedAt,
    old: meta.state === 'stale' ? meta : null,
  }
  return { known: true, coverage, ...read(items) }
}

function mapPart<T, U>(part: WalletPart<T>, map: (part: T) => U): WalletPart<U> {
  return part.known ? { known: true, coverage: part.coverage, ...map(part) } : part
}

/** The token accounts among rows of the token program that a filter is for. An indexer may pass over a filter. */
export function readTokens(
  rows: readonly AccountItem[],
  isMeant: (tokenData: TokenAccountItem['tokenData']) => boolean,
): { rows: TokenAccountItem[]; uncounted: number } {
  const read = rows.flatMap((account) => {
    const tokenData = tokenDataOf(account)
    return tokenData && isMeant(tokenData) ? [{ account, tokenData }] : []
  })
  return { rows: read, uncounted: rows.length - read.length }
}

function sum(of: ConstructorParameters<typeof ExposureSum>[0], rows: readonly TokenAccountItem[]) {
  const exposure = new ExposureSum(of)
  exposure.add(rows)
  const result = exposure.result(TOP_PARTIES)
  return { accounts: result.accounts, exposure: result }
}

function sumSol(rows: readonly AccountItem[]): Sol {
  return {
    accounts: rows.length,
    lamports: rows.reduce((all, { lamports }) => all + BigInt(lamports), 0n),
    withData: rows.filter(({ data }) => data !== null).length,
  }
}
