import 'server-only'
import { Worker } from 'node:worker_threads'
import type { MetricsSetting } from '../../platform/environment'
import { errorClass, log } from '../../platform/log'
import { configuration } from '../../upstream/networks/networks'
import { readinessAnswer } from '../liveness/liveness'
import { metrics } from '../metrics/metrics'
import { debugPage, diagnostics } from './diagnostics'
import type { MainAnswer, MessageFromThread, MessageToThread, NoteRequest, OperatorTask, ReportPath } from './messages'
import { answerNotes, answerTestAlert } from './notes'

const BEAT_MS = 500

export interface OperatorPort {
  port: number
  close(): Promise<void>
}

/**
 * Starts a thread (thread.ts) that serves the port. Resolves once the port is open.
 * @param file the thread's bundle
 * @throws Error with Node's code if the port cannot be opened
 */
export async function openOperatorPort(
  { port, host, allowedHosts = [] }: Omit<MetricsSetting, 'chosen'>,
  file: string,
): Promise<OperatorPort> {
  metrics()
  const worker = new Worker(file, {
    workerData: {
      task: 'operator',
      port,
      host,
      allowedHosts,
      notes: configuration().operatorToken !== null,
    } satisfies OperatorTask,
  })
  const send = (message: MessageToThread) => worker.postMessage(message)
  const beat = () => {
    const { status, body } = readinessAnswer()
    send({ readyz: { status, body: body.toString() } })
  }
  beat()
  const beats = setInterval(beat, BEAT_MS)
  beats.unref()
  worker.unref()
  const close = async () => {
    clearInterval(beats)
    await worker.terminate()
  }
  const listening = await new Promise<number>((resolve, reject) => {
    worker.once('error', reject)
    worker.on('message', (message: MessageFromThread) => {
      if ('listening' in message) resolve(message.listening)
      else if ('failed' in message) reject(Object.assign(new Error(message.failed), { code: message.failed }))
      else if ('note' in message) void noted(message.note).then((answer) => send({ id: message.id, ...answer }))
      else void read(message.report).then((report) => send({ id: message.id, ...report }))
    })
  }).catch(async (error) => {
    await close()
    throw error
  })
  return { port: listening, close }
}

async function noted(request: NoteRequest): Promise<Omit<MainAnswer, 'id'>> {
  const contentType = 'application/json'
  try {
    const answer = request.path === '/test-alert' ? await answerTestAlert(request) : answerNotes(request)
    return { contentType, ...(answer ?? { text: null }) }
  } catch (error) {
    log('error', 'operator request failed', { error: errorClass(error) })
    return { contentType, text: null }
  }
}

async function read(report: ReportPath): Promise<{ text: string | null; contentType: string }> {
  try {
    switch (report) {
      case '/metrics':
        return { text: await metrics().text(), contentType: metrics().contentType }
      case '/debug':
        return { text: debugPage(), contentType: 'text/html; charset=utf-8' }
      case '/debug.json':
        return { text: `${JSON.stringify(diagnostics(), null, 2)}\n`, contentType: 'application/json' }
      default:
        return report satisfies never
    }
  } catch {
    return { text: null, contentType: 'text/plain; charset=utf-8' }
  }
}
