import { Worker } from 'node:worker_threads'
import type { Programs } from '../../protocol/light/programs'
import type { Decoded, DecodeTask, Portion } from './decode-thread'
import type { DecodeSlots, SlotFiles } from './folder'

const PORTION = 50

/** Portions pending or finished per thread: it never idles, and memory stays flat. */
const AHEAD = 3

export function decodeInThreads(file: string, programs: Programs, threads: number): DecodeSlots {
  return async function* (slots, signal) {
    const portions = portionsOf(slots)
    const decoders = Array.from({ length: Math.min(threads, portions.length) }, () => new Decoder(file, programs))
    const ahead: Promise<Decoded>[] = []
    let next = 0
    const fill = () => {
      for (; ahead.length < AHEAD * decoders.length && next < portions.length; next++) {
        const decoder = decoders[next % decoders.length]
        const portion = portions[next]
        if (decoder && portion) ahead.push(decoder.decode(portion))
      }
    }
    try {
      fill()
      for (let first = ahead.shift(); first && !signal.aborted; first = ahead.shift()) {
        const { blocks, failure } = await first
        fill()
        for (const block of blocks) if (!signal.aborted) yield block
        // Blocks before a damaged file are stored, as without threads.
        if (failure !== null) throw new Error(failure)
      }
    } finally {
      await Promise.all(decoders.map((decoder) => decoder.end()))
    }
  }
}

function portionsOf(slots: SlotFiles[]): Portion[] {
  const portions: Portion[] = []
  let files = PORTION
  for (const slot of slots) {
    if (files >= PORTION) {
      portions.push([])
      files = 0
    }
    portions.at(-1)?.push(slot)
    files += slot.files.length
  }
  return portions
}

interface WaitingPortion {
  resolve(decoded: Decoded): void
  reject(error: Error): void
}

class Decoder {
  private readonly worker: Worker
  private readonly waiting: WaitingPortion[] = []
  private failure: Error | null = null

  constructor(file: string, programs: Programs) {
    this.worker = new Worker(file, { workerData: { task: 'decode', programs } satisfies DecodeTask })
    this.worker.on('message', (decoded: Decoded) => this.waiting.shift()?.resolve(decoded))
    this.worker.on('error', (error) => this.fail(error instanceof Error ? error : new Error(String(error))))
    this.worker.on('exit', () => this.fail(new Error('a thread that decodes ended')))
  }

  decode(portion: Portion): Promise<Decoded> {
    const decoded = new Promise<Decoded>((resolve, reject) => {
      if (this.failure) return reject(this.failure)
      this.waiting.push({ resolve, reject })
      this.worker.postMessage(portion)
    })
    decoded.catch(() => undefined)
    return decoded
  }

  async end(): Promise<void> {
    await this.worker.terminate()
  }

  private fail(error: Error): void {
    this.failure ??= error
    for (const { reject } of this.waiting.splice(0)) reject(this.failure)
  }
}
