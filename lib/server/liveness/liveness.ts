import 'server-only'
import type { HttpAnswer, HttpRequest } from '../../platform/http-answer'
import { history } from '../../status/history/history'
import { networkNames } from '../../upstream/networks/networks'
import { isDraining } from './drain'

/** GET /healthz. That of the metrics port also reports a stuck main thread. design.md 4.4. */
export function answerHealthz({ method }: HttpRequest): HttpAnswer {
  return withoutBody(method, written(200, 'text/plain; charset=utf-8', 'ok\n'))
}

export function answerReadyz({ method }: HttpRequest): HttpAnswer {
  return withoutBody(method, readinessAnswer())
}

function withoutBody(method: string, answer: HttpAnswer): HttpAnswer {
  return method === 'HEAD' ? { ...answer, body: null } : answer
}

/**
 * Depends on configuration and shutdown only. Not on the indexer: all instances share it and would leave service together. Not
 * on the history: only one page needs it. lib/upstream/DECISIONS.md.
 */
export function readinessAnswer(): HttpAnswer & { body: Buffer } {
  const config = configurationReads() ? 'pass' : 'fail'
  const recorded = history().open()
  const draining = isDraining()
  const ready = config === 'pass' && !draining
  const body = {
    status: ready ? 'pass' : 'fail',
    draining,
    checks: { config, history: recorded.ok ? 'pass' : 'warn' },
    ...(recorded.reason !== undefined && { output: recorded.reason }),
  }
  return written(ready ? 200 : 503, 'application/json', JSON.stringify(body))
}

function configurationReads(): boolean {
  try {
    return networkNames().length > 0
  } catch {
    return false
  }
}

function written(status: number, contentType: string, text: string): HttpAnswer & { body: Buffer } {
  const body = Buffer.from(text)
  const headers = {
    'content-type': contentType,
    'cache-control': 'no-store',
    'content-length': String(body.length),
  }
  return { status, headers, body }
}
