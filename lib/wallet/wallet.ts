import { tokenDataOf } from '../account/lens/token-data'
import type { Answer } from '../api/answer'
import type { Problem } from '../api/problem'
import type { AccountItem, TokenAccountItem } from '../protocol/rpc/items'
import type { ListMethod } from '../protocol/rpc/methods'
import { type Exposure, ExposureSum, HELD_IN_ACCOUNTS, type ListCoverage, MOVABLE_OF_DELEGATES } from './exposure'

/*
 * A wallet's holdings from three lists: its own accounts, its token accounts, and token accounts delegated to it. design.md
 * 4.3.
 */

const TOP_PARTIES = 8

/** Null: no response in time. */
export type ListOutcome<M extends ListMethod> = { answer: Answer<M> } | { problem: Problem } | null

export interface WalletOutcomes {
  own: ListOutcome<'getCompressedAccountsByOwner'>
  tokens: ListOutcome<'getCompressedAccountsByOwner'>
  received: ListOutcome<'getCompressedTokenAccountsByDelegate'>
}

/** `problem` is null when the response was late or the indexer has no data. */
export type HoldingsPart<T> = { known: false; problem: Problem | null } | ({ known: true; coverage: ListCoverage } & T)

export interface SolHoldings {
  accounts: number
  lamports: bigint
  withData: number
}

export interface TokenHoldings {
  accounts: number
  exposure: Exposure
  /** Rows that do not parse as token accounts of the wallet; they are in no sum. */
  uncounted: number
}

/** Each part may be unknown while others are known. */
export interface WalletHoldings {
  tokens: HoldingsPart<TokenHoldings>
  sol: HoldingsPart<SolHoldings>
  /** The wallet's token accounts that have a delegate; a subset of `tokens`. */
  given: HoldingsPart<TokenHoldings>
  received: HoldingsPart<TokenHoldings>
}

export function walletHoldings(wallet: string, { own, tokens, received }: WalletOutcomes): WalletHoldings {
  const named = partFromOutcome(tokens, (rows) => readTokens(rows, ({ owner }) => owner === wallet))
  return {
    tokens: mapPart(named, ({ rows, uncounted }) => ({ ...sum(HELD_IN_ACCOUNTS, rows), uncounted })),
    sol: partFromOutcome(own, sumSol),
    given: mapPart(named, ({ rows, uncounted }) => {
      const delegated = rows.filter(({ tokenData }) => tokenData.delegate !== null)
      return { ...sum(MOVABLE_OF_DELEGATES, delegated), uncounted }
    }),
    received: partFromOutcome(received, (rows) => ({ ...sum(undefined, rows), uncounted: 0 })),
  }
}

/**
 * These rows have the associated token account as owner, not the wallet, so they are in no other part. facts/cold-tokens.md 2.
 * @param given true: only delegated amounts
 */
export function associatedTokens(
  { account, mint }: { account: string; mint: string },
  outcome: ListOutcome<'getCompressedAccountsByOwner'>,
  given = false,
): HoldingsPart<TokenHoldings> {
  return mapPart(
    partFromOutcome(outcome, (items) => readTokens(items, (token) => token.owner === account && token.mint === mint)),
    ({ rows, uncounted }) => {
      const shown = given ? rows.filter(({ tokenData }) => tokenData.delegate !== null) : rows
      return { ...sum(given ? MOVABLE_OF_DELEGATES : HELD_IN_ACCOUNTS, shown), uncounted }
    },
  )
}

/** If false, sums are lower bounds. */
export function isCompletePart(part: { coverage: ListCoverage } & Partial<TokenHoldings>): boolean {
  const { reachedEnd, complete } = part.coverage
  return reachedEnd && complete === true && (part.uncounted ?? 0) === 0
}

export function partFromOutcome<M extends ListMethod, T>(
  outcome: ListOutcome<M>,
  read: (rows: Answer<M>['result']['value']['items']) => T,
): HoldingsPart<T> {
  if (!outcome) return { known: false, problem: null }
  if ('problem' in outcome) return { known: false, problem: outcome.problem }
  const { result, meta } = outcome.answer
  const { items } = result.value
  // A response at slot 0 proves nothing about the rows. app/DECISIONS.md, "Slot 0 proves nothing".
  if (items.length === 0 && meta.slot === 0) return { known: false, problem: null }
  return { known: true, coverage: coverageOf(outcome.answer), ...read(items) }
}

export function coverageOf({ result, meta }: Answer<ListMethod>): ListCoverage {
  const { slot, complete, completeReason, fetchedAt } = meta
  return {
    slots: slot === null ? null : [slot, slot],
    reachedEnd: (result.value.cursor ?? null) === null,
    ...{ complete, completeReason, fetchedAt },
    old: meta.state === 'stale' ? meta : null,
  }
}

function mapPart<T, U>(part: HoldingsPart<T>, map: (part: T) => U): HoldingsPart<U> {
  return part.known ? { known: true, coverage: part.coverage, ...map(part) } : part
}

/** Filters again, since an indexer may ignore the filter. */
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

function sumSol(rows: readonly AccountItem[]): SolHoldings {
  return {
    accounts: rows.length,
    lamports: rows.reduce((all, { lamports }) => all + BigInt(lamports), 0n),
    withData: rows.filter(({ data }) => data !== null).length,
  }
}
