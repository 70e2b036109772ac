import { Worker } from 'node:worker_threads'
import { MethodError } from '../json-rpc/method-error'
import { Turns } from '../json-rpc/turns'
import type { Work } from '../json-rpc/work'
import type { ReadTask, RecordedLedger } from './reader-thread'
import type { Answers, AnswerTo, ReadRequest, RequestOutcome, SentRequest } from './requests'

export interface ReaderThread {
  postMessage(sent: SentRequest): void
  on(event: 'message', listener: (outcome: RequestOutcome) => void): unknown
  on(event: 'error', listener: (error: unknown) => void): unknown
  on(event: 'exit', listener: () => void): unknown
  terminate(): unknown
}

export function startReaderThread(file: string, ledger: RecordedLedger): ReaderThread {
  return new Worker(file, { workerData: { task: 'read recording', ledger } satisfies ReadTask })
}

interface WaitingRequest {
  resolve(answer: Answers[keyof Answers]): void
  reject(error: Error): void
}

/** Starts its thread with the first request, since most indexers never get one, and again after it ended. */
export class RecordingReader {
  private thread: ReaderThread | null = null
  private readonly waiting = new Map<number, WaitingRequest>()
  private lastId = 0
  /** Requests queue here, where a client's disconnect is noticed. */
  private readonly turns = new Turns(1)

  constructor(private readonly start: () => ReaderThread) {}

  /**
   * The reading counts towards `work`.
   * @throws MethodError for the client; ClientLeft after a disconnect; Error if the recording fails
   */
  async ask<R extends ReadRequest>(request: R, work: Work): Promise<AnswerTo<R>> {
    work.pause()
    return this.turns.take(async () => {
      work.resume()
      work.assertWanted()
      return (await this.answerTo(request)) as AnswerTo<R>
    })
  }

  async end(): Promise<void> {
    const { thread } = this
    this.thread = null
    await thread?.terminate()
  }

  private answerTo(request: ReadRequest): Promise<Answers[keyof Answers]> {
    this.thread ??= this.started()
    const id = ++this.lastId
    const { thread } = this
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject })
      thread.postMessage({ id, request })
    })
  }

  private started(): ReaderThread {
    const thread = this.start()
    let failure = 'the thread that reads the recording ended'
    thread.on('message', (outcome) => this.settle(outcome))
    thread.on('error', (error) => {
      failure = error instanceof Error ? error.message : String(error)
    })
    thread.on('exit', () => {
      if (this.thread === thread) this.thread = null
      for (const id of this.waiting.keys()) this.settle({ id, kind: 'failure', why: failure })
    })
    return thread
  }

  private settle(outcome: RequestOutcome): void {
    const waiting = this.waiting.get(outcome.id)
    this.waiting.delete(outcome.id)
    if (outcome.kind === 'answer') waiting?.resolve(outcome.answer)
    else if (outcome.kind === 'failure') waiting?.reject(new Error(outcome.why))
    else waiting?.reject(new MethodError(outcome.code, outcome.message, outcome.data))
  }
}
