import { base58 } from '@scure/base'
import type { Side } from '@/lib/compare/side'
import { RpcError } from '@/lib/protocol/rpc/failure'
import type { AccountItem, AnyItem, SignatureItem, TokenAccountItem } from '@/lib/protocol/rpc/items'
import { type ListMethod, listOf, type MethodName, type Params, type Result } from '@/lib/protocol/rpc/methods'
import { addressOf, hashOf, signatureOf } from '../stand-in/fixtures'

export interface LedgerAccount {
  row: AccountItem
  token: TokenAccountItem
  created: number
  consumed: number
  signatures: SignatureItem[]
}

const TREE = addressOf('tree')
const MINTS = [addressOf('mint 0'), addressOf('mint 1')] as const

export const OWNER = addressOf('owner')
export const DELEGATE = addressOf('delegate')

export class MovingLedger {
  readonly accounts: LedgerAccount[] = []
  readonly signatures: SignatureItem[] = []
  slot = 1_000
  #live: LedgerAccount[] = []

  /** @param random numbers in [0, 1) */
  constructor(
    readonly random: () => number,
    live: number,
  ) {
    for (let i = 0; i < live; i++) {
      if (i % 3 === 0) this.slot++
      this.create()
    }
  }

  /** @param busy mean creations and consumptions per slot */
  pass(slots: number, busy = 1): void {
    for (let i = 0; i < slots; i++) {
      this.slot++
      for (let n = busy; this.random() < n; n--) this.create()
      for (let n = busy; this.random() < n && this.#live.length > 1; n--) this.consume()
    }
  }

  create(): LedgerAccount {
    const i = this.accounts.length
    const row: AccountItem = {
      hash: hashOf(`moving ${i}`),
      address: i % 4 === 0 ? hashOf(`address ${i}`) : null,
      data:
        i % 5 === 4
          ? null
          : {
              discriminator: BigInt(i) << 40n,
              data: Buffer.from(`data ${i}`).toString('base64'),
              dataHash: hashOf(`d ${i}`),
            },
      owner: OWNER,
      lamports: BigInt(i) + 2n ** 60n,
      tree: TREE,
      leafIndex: i,
      seq: i % 2 === 0 ? BigInt(i) : null,
      slotCreated: this.slot,
    }
    const mint = MINTS[i % 2] as string
    const tokenData = {
      ...{ mint, owner: addressOf(`wallet ${i % 7}`), amount: 2n ** 63n + BigInt(i), delegate: DELEGATE },
      ...{ state: 'initialized', tlv: i % 2 === 0 ? null : 'AA==' },
    }
    const account = {
      row,
      token: { account: row, tokenData },
      created: this.slot,
      consumed: Number.POSITIVE_INFINITY,
      signatures: [this.#sign(`create ${i}`)],
    }
    this.accounts.push(account)
    this.#live.push(account)
    return account
  }

  consume(account = this.#live[Math.floor(this.random() * this.#live.length)] as LedgerAccount): void {
    account.consumed = this.slot
    this.#live = this.#live.filter((live) => live !== account)
    account.signatures.unshift(this.#sign(`consume ${account.row.leafIndex}`))
  }

  #sign(name: string): SignatureItem {
    const item = { signature: signatureOf(name), slot: this.slot, blockTime: 1_700_000_000 + this.slot }
    this.signatures.push(item)
    return item
  }
}

export interface SideOptions {
  lag?: () => number
  during?: () => void
  /** Slots by which rows are newer than their answer's slot, as Photon's may be. facts/photon-wire.md 7. */
  ahead?: () => number
  edit?: (rows: AnyItem[]) => AnyItem[]
  /** Continues after a hash, as Photon does. facts/photon-wire.md 8. */
  defect?: boolean
}

export function sideOf(ledger: MovingLedger, label: string, options: SideOptions = {}): Side & { calls: number } {
  const { lag = () => 0, during = () => {}, ahead = () => 0, edit = (rows) => rows, defect = false } = options
  let reached = 0
  const side = {
    label,
    calls: 0,
    async ask<M extends MethodName>(method: M, params: Params<M>): Promise<Result<M>> {
      side.calls++
      during()
      reached = Math.max(reached, ledger.slot - lag())
      const slot = reached
      reached = Math.min(ledger.slot, reached + ahead())
      return answer(method, params, slot, reached) as Result<M>
    },
  }

  function answer(method: MethodName, params: object, slot: number, dataSlot: number): unknown {
    switch (method) {
      case 'getIndexerSlot':
        return slot
      case 'getIndexerHealth':
        return 'ok'
      case 'getCompressionSignaturesForAccount':
        return {
          context: { slot },
          value: { items: signaturesOf(ledger, (params as { hash: string }).hash, dataSlot) },
        }
      case 'getCompressedAccountsByOwner':
      case 'getCompressedTokenAccountsByDelegate': {
        const live = ledger.accounts.filter(({ created, consumed }) => created <= dataSlot && consumed > dataSlot)
        const rows = live.map(({ row, token }): AnyItem => (method === 'getCompressedAccountsByOwner' ? row : token))
        return { context: { slot }, value: pageOf(method, edit(rows), params, defect) }
      }
      case 'getLatestCompressionSignatures': {
        const items = ledger.signatures.filter((item) => item.slot <= dataSlot)
        return { context: { slot }, value: pageOf(method, edit(items), params, false) }
      }
      default:
        return method satisfies never
    }
  }
  return side
}

function signaturesOf({ accounts }: MovingLedger, hash: string, slot: number): SignatureItem[] {
  const known = accounts.find(({ row, created }) => row.hash === hash && created <= slot)
  if (!known) throw new RpcError({ kind: 'rpc', code: -32_000, message: 'Record Not Found: Account not found' })
  return known.signatures.filter((item) => item.slot <= slot)
}

/** Cached: each request sorts its list. */
const keys = new WeakMap<AnyItem, Uint8Array>()

function pageOf(method: ListMethod, rows: readonly AnyItem[], params: object, defect: boolean) {
  const { orders, sortKey } = listOf(method)
  const keyOf = (row: AnyItem) => {
    const key = keys.get(row) ?? sortKey(row).bytes
    keys.set(row, key)
    return key
  }
  const { limit = 1_000, cursor = null } = params as { limit?: number; cursor?: string | null }
  const [order] = orders
  const continued = defect ? (orders[1] ?? order) : order
  const start = cursor === null ? null : continued.ofCursor(base58.decode(cursor))
  const items = rows
    .map((row) => ({ row, key: keyOf(row) }))
    .filter(({ key }) => start === null || Buffer.compare(continued.ofKey(key), start) > 0)
    .sort((a, b) => Buffer.compare(order.ofKey(a.key), order.ofKey(b.key)))
    .slice(0, limit)
  const last = items.at(-1)
  const next = last && items.length === limit ? base58.encode(continued.cursorOf(continued.ofKey(last.key))) : null
  return { items: items.map(({ row }) => row), cursor: next }
}
