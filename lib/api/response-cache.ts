import { LRUCache } from 'lru-cache'
import type { HttpAnswer, HttpRequest } from '../platform/http-answer'
import { once } from '../platform/once'

type Again = NonNullable<HttpAnswer['reuse']>

type ReadyAnswer = HttpAnswer & { body: Buffer | null }

const MAX_ANSWERS = 2_000

/** Total length of the remembered targets; the answers are in the gateway's cache. */
const MAX_TARGET_CHARS = 2 * 1024 * 1024

/** Finished answers by target: repeated requests skip the route handler while the answer is current. */
class FinishedAnswers {
  readonly #answers = new LRUCache<string, Again>({ max: MAX_ANSWERS, maxSize: MAX_TARGET_CHARS })

  clear(): void {
    this.#answers.clear()
  }

  remember(target: string, again: Again): void {
    this.#answers.set(target, again, { size: target.length })
  }

  recall(request: HttpRequest): ReadyAnswer | null {
    const { method, target } = request
    if (method !== 'GET' && method !== 'HEAD') return null
    const answer = this.#answers.get(target)?.(request)
    if (isReady(answer)) return answer
    this.#answers.delete(target)
    return null
  }
}

export const finishedAnswers = once('response cache', () => new FinishedAnswers())

function isReady(answer: HttpAnswer | null | undefined): answer is ReadyAnswer {
  return answer != null && (answer.body === null || Buffer.isBuffer(answer.body))
}
