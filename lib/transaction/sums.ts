import { isTokenProgram } from '../protocol/light/token-program'
import type {
  ConsumedAccount,
  CreatedAccount,
  LamportsSum,
  MintChange,
  MovedLamports,
  NetChange,
  Sum,
  TokenFields,
  TokenMove,
} from './contract'
import type { TokenFlows } from './token-flows'

interface Accounts {
  consumed: readonly ConsumedAccount[]
  created: readonly CreatedAccount[]
}

export const MOVES_IN: ReadonlySet<TokenMove['kind']> = new Set(['minted', 'compressed', 'compressed_and_closed'])

export const MOVES_OUT: ReadonlySet<TokenMove['kind']> = new Set(['burned', 'decompressed', 'loaded'])

export function lamportsSum(
  { consumed, created, whole }: Accounts & { whole: boolean },
  moved: MovedLamports,
): Sum<LamportsSum> {
  if (!whole) return { state: 'missing', reason: 'unreadable' }
  const fields = consumed.flatMap((one) => one.fields ?? [])
  if (fields.length < consumed.length) return { state: 'missing', reason: 'unknown_fields' }
  const owners = new NetChanges()
  for (const { owner, lamports } of fields) owners.consume(owner, lamports)
  for (const { account } of created) owners.create(account.owner, account.lamports)
  const { consumed: before, created: after } = owners.total
  const balances = before + moved.compressed === after + moved.decompressed + moved.relayFee
  const changes = owners.list()
  return { state: 'known', value: { consumed: before, created: after, ...moved, balances, owners: changes } }
}

export function mintsSum(
  { consumed, created, whole }: Accounts & { whole: boolean },
  flows: TokenFlows,
): Sum<MintChange[]> {
  if (!whole) return { state: 'missing', reason: 'unreadable' }
  const mints = new Map<string, NetChanges>()
  const of = (mint: string) => {
    const changes = mints.get(mint) ?? new NetChanges()
    mints.set(mint, changes)
    return changes
  }
  for (const account of consumed) {
    const token = tokenOf(account)
    if (typeof token === 'string') return { state: 'missing', reason: token }
    if (token) of(token.mint).consume(token.owner, token.amount)
  }
  for (const { token } of created) if (token) of(token.mint).create(token.owner, token.amount)
  const value = [...mints].map(([mint, changes]): MintChange => {
    const [compressed, decompressed] = [MOVES_IN, MOVES_OUT].map((kinds) =>
      flows.moves.reduce((sum, move) => (move.mint === mint && kinds.has(move.kind) ? sum + move.amount : sum), 0n),
    ) as [bigint, bigint]
    const { consumed: before, created: after } = changes.total
    const balances = before + compressed === after + decompressed
    return {
      of: mint,
      consumed: before,
      created: after,
      change: after - before,
      compressed,
      decompressed,
      balances,
      unbalanced: balances ? null : flows.uncounted,
      owners: changes.list(),
    }
  })
  return { state: 'known', value }
}

/** As far as they are known. */
export function tokensIn({ consumed, created }: Accounts): TokenFields[] {
  const before = consumed.flatMap(({ content }) => (content.state === 'read' ? (content.token ?? []) : []))
  return [...before, ...created.flatMap(({ token }) => token ?? [])]
}

/** A text: why it is not known. */
export function tokenOf({
  fields,
  content,
}: ConsumedAccount): TokenFields | null | 'not_read' | 'unknown_fields' | 'unknown_content' {
  if (content.state === 'read') return content.token
  if (!fields) return 'unknown_fields'
  // Token accounts have data, and no address.
  if (!isTokenProgram(fields.owner) || !fields.data || fields.address) return null
  return content.state === 'not_read' ? 'not_read' : 'unknown_content'
}

class NetChanges {
  readonly #byOwner = new Map<string, { consumed: bigint; created: bigint }>()
  readonly total = { consumed: 0n, created: 0n }

  consume(owner: string, amount: bigint): void {
    this.#of(owner).consumed += amount
    this.total.consumed += amount
  }

  create(owner: string, amount: bigint): void {
    this.#of(owner).created += amount
    this.total.created += amount
  }

  list(): NetChange[] {
    return [...this.#byOwner].map(([of, { consumed, created }]) => ({
      of,
      consumed,
      created,
      change: created - consumed,
    }))
  }

  #of(owner: string) {
    const known = this.#byOwner.get(owner) ?? { consumed: 0n, created: 0n }
    this.#byOwner.set(owner, known)
    return known
  }
}
