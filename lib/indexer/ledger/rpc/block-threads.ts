import { Worker } from 'node:worker_threads'
import { log } from '../../../platform/log'
import { RpcError } from '../../../protocol/rpc/failure'
import type { NodeAnswer } from '../../../rpc-client/solana/read-answer'
import { SkimError } from '../skim/skim'
import type { BlockCommand, BlockMessage, BlockOutcome } from './block-thread'
import { type BlockRequest, type ReadBlock, readBlock } from './read-block'

/** A thread without blocks ends: near the head one thread is enough. */
const IDLE_TIMEOUT_MS = 5000

/** Short-lived memory holds chunks of blocks, which are freed at once. */
const RESOURCE_LIMITS = { maxYoungGenerationSizeMb: 6 }

interface BlockReader {
  running: number
  read: ReadBlock
}

/** Starts another thread only while blocks arrive faster than they are read. */
export class BlockThreads {
  private readonly threads: BlockThread[]
  private readonly readers: BlockReader[]

  constructor(file: string, count: number) {
    this.threads = Array.from({ length: count }, () => new BlockThread(file))
    this.readers = [{ running: 0, read: readBlock }, ...this.threads]
  }

  readonly read: ReadBlock = async (request, signal) => {
    const reader = this.readers.reduce((least, next) => (next.running < least.running ? next : least))
    reader.running++
    try {
      return await reader.read(request, signal)
    } finally {
      reader.running--
    }
  }

  async end(): Promise<void> {
    await Promise.all(this.threads.map((thread) => thread.end()))
  }
}

type Settle = (outcome: BlockOutcome | null) => void

class BlockThread implements BlockReader {
  running = 0
  private worker: Worker | null = null
  /** True after it ended unexpectedly: it is not restarted. */
  private isBroken = false
  private readonly waiting = new Map<number, Settle>()
  private lastId = 0
  private idle: NodeJS.Timeout | undefined

  constructor(private readonly file: string) {}

  async read(request: BlockRequest, signal: AbortSignal): Promise<NodeAnswer> {
    signal.throwIfAborted()
    const outcome = this.isBroken ? null : await this.outcomeOf(request, signal)
    signal.throwIfAborted()
    switch (outcome?.kind) {
      case undefined:
        return readBlock(request, signal)
      case 'read':
        return outcome.answer
      case 'unknown form':
        throw new SkimError(outcome.message)
      case 'failed':
        throw new RpcError(outcome.failure)
    }
  }

  async end(): Promise<void> {
    const { worker } = this
    clearTimeout(this.idle)
    this.worker = null
    this.settleAll()
    await worker?.terminate()
  }

  private async outcomeOf(request: BlockRequest, signal: AbortSignal): Promise<BlockOutcome | null> {
    clearTimeout(this.idle)
    const worker = this.startedWorker()
    const id = ++this.lastId
    const abort = () => {
      worker.postMessage({ id, request: null } satisfies BlockCommand)
      this.waiting.get(id)?.(null)
    }
    signal.addEventListener('abort', abort)
    try {
      return await new Promise<BlockOutcome | null>((resolve) => {
        this.waiting.set(id, resolve)
        worker.postMessage({ id, request } satisfies BlockCommand)
      })
    } finally {
      this.waiting.delete(id)
      signal.removeEventListener('abort', abort)
      if (this.waiting.size === 0 && this.worker) this.idle = setTimeout(() => void this.end(), IDLE_TIMEOUT_MS).unref()
    }
  }

  private startedWorker(): Worker {
    if (this.worker) return this.worker
    const worker = new Worker(this.file, { resourceLimits: RESOURCE_LIMITS })
    worker.on('message', ({ id, outcome }: BlockMessage) => this.waiting.get(id)?.(outcome))
    let reason = 'it ended'
    worker.on('error', (error) => {
      reason = error instanceof Error ? error.message : String(error)
    })
    worker.on('exit', () => {
      if (this.worker !== worker) return
      log('warn', 'a thread that reads blocks ended: they are read without it', { reason })
      this.isBroken = true
      this.worker = null
      this.settleAll()
    })
    this.worker = worker
    return worker
  }

  private settleAll(): void {
    for (const settle of this.waiting.values()) settle(null)
  }
}
