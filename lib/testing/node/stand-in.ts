import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { base58 } from '@scure/base'
import { type Clock, MACHINE_CLOCK, pause } from '@/lib/platform/clock'
import { parseJson, stringifyJson } from '@/lib/protocol/rpc/json'
import { GENESIS_HASH, type MadeBlock, type MadeChain } from './made-chain'

/* Answers as Agave does, codes and texts included. */

interface NodeRequest {
  method: string
  params: unknown[]
  earlier: number
  /** null: not a getBlock. */
  slot: number | null
}

/** Members combine where they can. */
export interface Fault {
  /** Milliseconds. */
  delay?: number
  until?: Promise<unknown>
  status?: number
  headers?: Record<string, string>
  body?: string
  error?: { code: number; message: string; data?: unknown }
  result?: (right: unknown) => unknown
  /** Bytes of the body before the connection is cut. */
  cutAfter?: number
  reset?: true
}

export type Script = (request: NodeRequest) => Fault | null | undefined

interface NodeClock extends Clock {
  hold(request: http.IncomingMessage, wait: Promise<unknown>): Promise<void>
}

const REAL_TIME: NodeClock = {
  ...MACHINE_CLOCK,
  hold: async (_, wait) => void (await wait),
}

interface ServedAccount {
  owner: string
  data: Uint8Array
  lamports?: bigint
}

export interface NodeStandIn {
  url: string
  requests: NodeRequest[]
  /** @param tip what getSlot returns; default: the last block's slot */
  serve(chain: MadeChain, tip?: number): void
  script: Script | null
  clock: NodeClock
  accounts: Map<string, ServedAccount>
  transactions: Map<string, { slot: number }>
  genesisHash: string
  /** Slots below are cleaned up (-32001). */
  firstAvailable: number
  finalizedBehind: number
  /** A real node returns -32004 above what is finalized, then -32007 or -32009. */
  skippedCode(slot: number): number
  close(): Promise<void>
}

class Refusal extends Error {
  constructor(
    readonly code: number,
    message: string,
    readonly data?: unknown,
  ) {
    super(message)
  }
}

const TEXT: Record<number, (slot: number) => string> = {
  [-32004]: (slot) => `Block not available for slot ${slot}`,
  [-32007]: (slot) => `Slot ${slot} was skipped, or missing due to ledger jump to recent snapshot`,
  [-32009]: (slot) => `Slot ${slot} was skipped, or missing in long-term storage`,
}

export async function startNode(chain: MadeChain = [], port = 0): Promise<NodeStandIn> {
  let blocks = new Map<number, MadeBlock>()
  let tip = 0
  const requestCounts = new Map<string, number>()
  const server = http.createServer((request, response) => {
    respond(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))

  const node: NodeStandIn = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: [],
    serve(next, at = next.at(-1)?.slot ?? 0) {
      blocks = new Map(next.map((block) => [block.slot, block]))
      tip = at
    },
    script: null,
    clock: REAL_TIME,
    accounts: new Map(),
    transactions: new Map(),
    genesisHash: GENESIS_HASH,
    firstAvailable: 0,
    finalizedBehind: 32,
    skippedCode: (slot) => (slot > tip - node.finalizedBehind ? -32004 : slot % 2 ? -32007 : -32009),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  node.serve(chain)

  async function respond(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    const body = parseJson(Buffer.concat(chunks).toString()) as { id: unknown; method: string; params?: unknown[] }
    const { id, method, params = [] } = body
    const name = `${method} ${String(params[0])}`
    const earlier = requestCounts.get(name) ?? 0
    requestCounts.set(name, earlier + 1)
    const slot = method === 'getBlock' ? Number(params[0]) : null
    const nodeRequest: NodeRequest = { method, params, earlier, slot }
    node.requests.push(nodeRequest)
    const fault = node.script?.(nodeRequest) ?? {}
    const { clock } = node
    if (fault.delay) await clock.hold(request, pause(fault.delay, undefined, clock))
    if (fault.until) await clock.hold(request, fault.until)
    if (fault.reset) return void request.socket.resetAndDestroy()
    if (fault.status !== undefined) {
      response.writeHead(fault.status, { 'content-type': 'text/plain', ...fault.headers })
      return void response.end(fault.body ?? '')
    }
    const text = fault.body ?? stringifyJson({ jsonrpc: '2.0', ...answerTo(method, params, fault), id })
    const bytes = Buffer.from(text)
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': bytes.length, ...fault.headers })
    if (fault.cutAfter === undefined) return void response.end(bytes)
    response.write(bytes.subarray(0, fault.cutAfter), () => response.destroy())
  }

  function answerTo(method: string, params: unknown[], fault: Fault): object {
    try {
      if (fault.error) return { error: fault.error }
      const right = result(method, params)
      return { result: fault.result ? fault.result(right) : right }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return { error: { code: error.code, message: error.message, data: error.data } }
    }
  }

  /** Finalized is a node's default. */
  function head(config: unknown): number {
    const commitment = (config as { commitment?: string } | undefined)?.commitment ?? 'finalized'
    return commitment === 'finalized' ? Math.max(0, tip - node.finalizedBehind) : tip
  }

  function result(method: string, params: unknown[]): unknown {
    const [first, second] = params
    switch (method) {
      case 'getGenesisHash':
        return node.genesisHash
      case 'getFirstAvailableBlock':
        return node.firstAvailable
      case 'getSlot':
        return head(first)
      case 'getBlockTime':
        return blockTimeAt(Number(first))
      case 'getBlocks': {
        const last = Math.min(typeof second === 'number' ? second : Number.MAX_SAFE_INTEGER, head(params[2] ?? second))
        return [...blocks.keys()].filter((slot) => slot >= Number(first) && slot <= last)
      }
      case 'getBlock':
        return blockAt(Number(first), second)
      case 'getTransaction':
        return node.transactions.get(String(first)) ?? null
      case 'getAccountInfo':
        return accountAt(String(first), second)
      case 'getMultipleAccounts':
        return {
          context: { apiVersion: '3.0.0', slot: head(second) },
          value: (first as string[]).map((address) => accountAt(address, second).value),
        }
      case 'getBalance':
        return { ...accountAt(String(first), second), value: node.accounts.get(String(first))?.lamports ?? 0n }
      case 'getTokenAccountsByOwner':
        return ownedBy((second as { programId: string }).programId, String(first), params[2])
      case 'getProgramAccounts': {
        const [filter] = (second as { filters: { memcmp: { offset: number; bytes: string } }[] }).filters
        if (filter?.memcmp.offset !== 32) throw new Refusal(-32602, 'only accounts of a wallet')
        return ownedBy(String(first), filter.memcmp.bytes, second)
      }
      default:
        throw new Refusal(-32601, 'Method not found')
    }
  }

  /** Token accounts of a wallet, whose key is at byte 32. */
  function ownedBy(program: string, wallet: string, config: unknown): unknown {
    const found = [...node.accounts].filter(([, { owner, data }]) => {
      return owner === program && base58.encode(data.subarray(32, 64)) === wallet
    })
    const value = found.map(([pubkey]) => ({ pubkey, account: accountAt(pubkey, config).value }))
    return { ...accountAt(wallet, config), value }
  }

  function blockAt(slot: number, config: unknown): unknown {
    const { transactionDetails = 'full' } = (config ?? {}) as { transactionDetails?: string }
    if (slot < node.firstAvailable) {
      const text = `Block ${slot} cleaned up, does not exist on node. First available block: ${node.firstAvailable}`
      throw new Refusal(-32001, text)
    }
    const block = slot <= head(config) ? blocks.get(slot) : undefined
    if (!block) {
      const code = slot > head(config) ? -32004 : node.skippedCode(slot)
      throw new Refusal(code, TEXT[code]?.(slot) ?? `slot ${slot}`)
    }
    return {
      blockHeight: block.height,
      blockTime: block.blockTime,
      blockhash: block.blockhash,
      parentSlot: block.parentSlot,
      previousBlockhash: block.parentBlockhash,
      ...(transactionDetails === 'full' && { transactions: block.transactions }),
    }
  }

  function blockTimeAt(slot: number): number | null {
    const block = blocks.get(slot)
    if (block) return block.blockTime
    const code = node.skippedCode(slot)
    throw new Refusal(code, TEXT[code]?.(slot) ?? `slot ${slot}`)
  }

  function accountAt(address: string, config: unknown): { context: object; value: unknown } {
    const { dataSlice, minContextSlot = 0 } = (config ?? {}) as {
      dataSlice?: { offset: number; length: number }
      minContextSlot?: number
    }
    if (minContextSlot > head(config)) {
      throw new Refusal(-32016, 'Minimum context slot has not been reached', { contextSlot: head(config) })
    }
    const known = node.accounts.get(address)
    const data = known && Buffer.from(known.data)
    const part = data && dataSlice ? data.subarray(dataSlice.offset, dataSlice.offset + dataSlice.length) : data
    return {
      context: { apiVersion: '3.0.0', slot: head(config) },
      value: known
        ? {
            data: [part?.toString('base64'), 'base64'],
            executable: false,
            lamports: known.lamports ?? 1_000_000_000n,
            owner: known.owner,
            rentEpoch: 2n ** 64n - 1n,
            space: known.data.length,
          }
        : null,
    }
  }

  return node
}
